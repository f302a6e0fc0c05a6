import type { Hono } from 'hono'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { mountPrivate } from '#server/routes/mount.ts'
import type { Db } from '#server/store/database.ts'
import type { LiveDesk } from './live-desk.ts'

/** Sessions of real-time rendering and their pictures. */
export function mountLiveRoutes(app: Hono, { db, live }: { db: Db; live: LiveDesk }): void {
  mountPrivate(app, db, ENDPOINTS.liveStart, ({ viewer, body }) => live.start(viewer.id, body))
  mountPrivate(app, db, ENDPOINTS.liveBeat, ({ viewer, body }) => live.beat(viewer.id, body.sessionId))
  mountPrivate(app, db, ENDPOINTS.liveStop, ({ viewer, body }) => live.stop(viewer.id, body.sessionId))
  mountPrivate(app, db, ENDPOINTS.liveFrame, ({ viewer, body, c }) =>
    live.frame(viewer.id, body, c.req.raw.signal),
  )
}
