import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { KnownWay } from '#contracts/engines.ts'
import { OP_IDS } from '#ops/index.ts'
import { CATEGORIES } from '#server/catalog/categories.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import type { Engine } from '#server/engines/engine.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Db } from '#server/store/database.ts'
import { mountPublic } from './mount.ts'

const tagOf = (value: unknown) =>
  `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`

/** Answers 304 to those who hold the list already. */
function revalidate(app: Hono, path: string, list: unknown): void {
  const etag = tagOf(list)
  app.use(`/api${path}`, async (c: Context, next) => {
    c.header('Cache-Control', 'public, max-age=0, must-revalidate')
    c.header('ETag', etag)
    const known = c.req
      .header('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
    if (c.req.method === 'GET' && known?.includes(etag)) return c.body(null, 304)
    return next()
  })
}

/** Seconds that runs took lately, by op. */
function latelyOf({ pace }: Queue, { name }: Engine): Record<string, number> {
  return Object.fromEntries(
    OP_IDS.flatMap((op) => {
      const seconds = pace.secondsOf(name, op)
      return seconds === null ? [] : [[op, seconds]]
    }),
  )
}

/** Graphs or models by which an engine carries out ops, by op; which files it lacks is its operator's matter. */
function waysOf(engine: Engine): Record<string, KnownWay[]> {
  return Object.fromEntries(
    OP_IDS.flatMap((op) => {
      const ways = engine.ways?.(op) ?? []
      return ways.length > 0 ? [[op, ways.map(({ lacking, ...way }) => ({ ...way, isThere: !lacking }))]] : []
    }),
  )
}

/** Lists that everybody may read: categories, materials, engines; and the sign of life. */
export function mountCatalogRoutes(app: Hono, db: Db, queue: Queue, version: string): void {
  mountPublic(app, db, ENDPOINTS.health, () => ({ version, time: Date.now() }))

  revalidate(app, ENDPOINTS.getAllClassify.path, CATEGORIES)
  mountPublic(app, db, ENDPOINTS.getAllClassify, () => CATEGORIES)

  revalidate(app, ENDPOINTS.getAllSuCai.path, MATERIALS)
  mountPublic(app, db, ENDPOINTS.getAllSuCai, () => MATERIALS)

  mountPublic(app, db, ENDPOINTS.engines, () =>
    queue.engines.map((engine) => {
      const { name, title, place } = engine
      const { ops, lastOps, seenAt } = queue.stateOf(name)
      const isBarred = queue.isBarred(engine)
      return {
        ...{ name, title, place, isBarred, seenAt },
        ops: [...lastOps],
        isOutside: engine.isOutside ?? false,
        healthy: ops.size > 0 && !isBarred,
        lately: latelyOf(queue, engine),
        ways: waysOf(engine),
        ...(engine.loras && { loras: [...engine.loras] }),
      }
    }),
  )
}
