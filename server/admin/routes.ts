import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import { zOpId } from '#ops/index.ts'
import type { Queue } from '#server/queue/queue.ts'
import { mountPrivate } from '#server/routes/mount.ts'
import type { Db } from '#server/store/database.ts'
import { writeAiMark, writeReach } from '#server/store/site.ts'
import type { EngineDesk } from './engine-desk.ts'
import type { Trials } from './trials.ts'
import type { Workflows } from './workflows.ts'

interface AdminParts {
  db: Db
  queue: Queue
  desk: EngineDesk
  trials: Trials
  workflows: Workflows
}

const GUIDE = fileURLToPath(new URL('../../docs/engines.md', import.meta.url))

/** What the operator of the site does with its engines. */
export function mountAdminRoutes(app: Hono, { db, queue, desk, trials, workflows }: AdminParts): void {
  // The guide is sent as plain text: browsers show it, and nothing in it can run as a script.
  app.get('/api/docs/engines.md', async (c) =>
    c.text(await readFile(GUIDE, 'utf8'), 200, { 'Cache-Control': 'no-cache' }),
  )

  mountPrivate(app, db, ENDPOINTS.adminReach, () => queue.reach)

  mountPrivate(app, db, ENDPOINTS.adminSetReach, async ({ body }) => {
    await writeReach(db, body.reach)
    await queue.setReach(body.reach)
    return body.reach
  })

  mountPrivate(app, db, ENDPOINTS.adminAiMark, () => queue.marksAi)

  mountPrivate(app, db, ENDPOINTS.adminSetAiMark, async ({ body }) => {
    await writeAiMark(db, body.isOn)
    queue.marksAi = body.isOn
    return body.isOn
  })

  mountPrivate(app, db, ENDPOINTS.adminEngines, () => desk.list())

  mountPrivate(app, db, ENDPOINTS.adminAddEngine, async ({ body }) => {
    await desk.add(body.form)
    return desk.list()
  })

  mountPrivate(app, db, ENDPOINTS.adminChangeEngine, async ({ body }) => {
    await desk.change(body.id, body.form)
    return desk.list()
  })

  mountPrivate(app, db, ENDPOINTS.adminSwitchEngine, async ({ body }) => {
    await desk.switch(body.id, body.isOn)
    return desk.list()
  })

  mountPrivate(app, db, ENDPOINTS.adminOrderEngines, async ({ body }) => {
    await desk.order(body.ids)
    return desk.list()
  })

  mountPrivate(app, db, ENDPOINTS.adminRemoveEngine, async ({ body }) => {
    await desk.remove(body.id)
    return desk.list()
  })

  mountPrivate(app, db, ENDPOINTS.adminCheckEngines, async () => {
    await queue.refreshEngines()
    queue.wake()
    return desk.list()
  })

  mountPrivate(app, db, ENDPOINTS.adminSurvey, async ({ query }) => {
    const engine = desk.find(query.id)
    try {
      return { ops: [...((await engine.survey?.()) ?? [])], problem: null }
    } catch (thrown) {
      const { message, remedy } = toAppError(thrown, 'ENGINE_UNREACHABLE')
      return { ops: [], problem: { message, remedy } }
    }
  })

  mountPrivate(app, db, ENDPOINTS.adminStartTrial, ({ body }) => {
    const op = zOpId.safeParse(body.op)
    if (!op.success) throw new AppError('BAD_REQUEST')
    const graph = body.workflow && workflows.graphOf(body.workflow)
    return { trialId: trials.start(desk.find(body.id), op.data, graph) }
  })

  mountPrivate(app, db, ENDPOINTS.adminTrial, ({ query }) => trials.look(query.trialId))

  mountPrivate(app, db, ENDPOINTS.adminStopTrial, ({ body }) => {
    trials.stop(body.trialId)
    return null
  })

  mountPrivate(app, db, ENDPOINTS.adminWorkflows, () => workflows.list())

  mountPrivate(app, db, ENDPOINTS.adminSaveWorkflow, ({ body }) => workflows.save(body.id, body.form))

  mountPrivate(app, db, ENDPOINTS.adminRemoveWorkflow, ({ body }) => workflows.remove(body.id))
}
