import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Endpoint } from '#contracts/endpoint.ts'
import { ENDPOINTS, UPLOAD_PATH } from '#contracts/endpoints.ts'
import { refuse } from '#contracts/envelope.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import type { EngineDesk } from './admin/engine-desk.ts'
import { mountAdminRoutes } from './admin/routes.ts'
import type { Trials } from './admin/trials.ts'
import type { Workflows } from './admin/workflows.ts'
import type { OperatorCode } from './auth/operator-code.ts'
import type { ClientSettings } from './auth/session.ts'
import type { SmsSignIn } from './auth/sms-sign-in.ts'
import type { Pools } from './engines/local/pools.ts'
import { type EventStreams, mountEventRoutes } from './events/routes.ts'
import type { LiveDesk } from './live/live-desk.ts'
import { mountLiveRoutes } from './live/routes.ts'
import { describeThrown, type Log } from './log.ts'
import type { Queue } from './queue/queue.ts'
import { mountAssetRoutes } from './routes/assets.ts'
import { mountCatalogRoutes } from './routes/catalog.ts'
import { securityHeaders } from './routes/headers.ts'
import { mountMaskRoutes } from './routes/masks.ts'
import { mountModels } from './routes/models.ts'
import { mountStatic } from './routes/static.ts'
import { mountTaskRoutes } from './routes/tasks.ts'
import { mountTicketRoutes } from './routes/tickets.ts'
import type { Uploads } from './routes/uploads.ts'
import { mountUserRoutes } from './routes/user.ts'
import { type Blobs, translateDiskError } from './store/blobs.ts'
import type { Db } from './store/database.ts'

/** Everything that routes lean on. */
export interface AppParts {
  db: Db
  blobs: Blobs
  queue: Queue
  desk: EngineDesk
  streams: EventStreams
  trials: Trials
  workflows: Workflows
  live: LiveDesk
  signIn: SmsSignIn
  operatorCode: OperatorCode
  uploads: Uploads
  pools: Pools
  log: Log
  settings: ClientSettings
  version: string
  /** What one user's pictures may take, bytes. */
  quotaBytes: number
  distDir: string
  /** Folder of the networks. */
  modelsDir: string
}

/** Most bytes of a JSON body. */
const BODY_LIMIT = 256 * 1024

const limitOf = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('BAD_REQUEST', '提交的内容过大')
    },
  })

/** How long a client is told to wait where a refusal does not say it. */
const RETRY_AFTER_MS = 5000

/** Builds the app; it listens on nothing by itself. */
export function buildApp(parts: AppParts): Hono {
  const { db, queue, log } = parts
  const app = new Hono()
  app.use(securityHeaders(parts.settings, log))
  app.use('/api/*', async (c, next) => {
    const startedAt = performance.now()
    await next()
    const ms = Math.round(performance.now() - startedAt)
    // The path alone: queries may hold tokens.
    log.debug('request', { method: c.req.method, path: c.req.path, status: c.res.status, ms })
  })
  const limitBody = limitOf(BODY_LIMIT)
  const larger = new Map<string, ReturnType<typeof limitOf>>(
    Object.values(ENDPOINTS).flatMap(({ path, mostBytes }: Endpoint) =>
      mostBytes ? [[`/api${path}`, limitOf(mostBytes)] as const] : [],
    ),
  )
  app.use('/api/*', (c, next) => {
    if (c.req.path.startsWith(UPLOAD_PATH)) return next()
    return (larger.get(c.req.path) ?? limitBody)(c, next)
  })

  mountUserRoutes(app, parts)
  mountTicketRoutes(app, db)
  mountLiveRoutes(app, parts)
  mountTaskRoutes(app, db, queue)
  mountAdminRoutes(app, parts)
  mountEventRoutes(app, parts)
  mountCatalogRoutes(app, db, queue, parts.version)
  parts.uploads.mount(app)
  mountAssetRoutes(app, db, parts.blobs, parts.pools.pictures)
  mountMaskRoutes(app, db, parts.blobs, parts.pools.pointing)
  app.all('/api/*', () => {
    throw new AppError('NOT_FOUND', '接口不存在')
  })
  mountModels(app, parts.modelsDir)
  mountStatic(app, parts.distDir, parts.settings)

  app.notFound((c) => c.json(refuse(new AppError('NOT_FOUND')), 404))
  app.onError((thrown, c) => {
    const error = toAppError(translateDiskError(thrown))
    if (error.errorName === 'INTERNAL')
      log.error('request failed', { path: c.req.path, ...describeThrown(thrown) })
    const headers = new Headers({
      'Content-Type': 'application/json; charset=UTF-8',
      'Cache-Control': 'no-store',
    })
    if (error.status === 429 || error.retryAfterMs !== undefined)
      headers.set('Retry-After', String(Math.ceil((error.retryAfterMs ?? RETRY_AFTER_MS) / 1000)))
    return new Response(JSON.stringify(refuse(error)), { status: error.status || 500, headers })
  })
  return app
}
