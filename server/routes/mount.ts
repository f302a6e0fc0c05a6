import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { succeed } from '#contracts/envelope.ts'
import { AppError } from '#contracts/errors.ts'
import { isAllowed } from '#contracts/rules.ts'
import { findViewer, refuseCrossSite } from '#server/auth/session.ts'
import type { Db } from '#server/store/database.ts'
import { rulesOf, type UserRow } from '#server/store/users.ts'

/** A call whose query, body and session were checked. */
export interface Call<Q, B, Viewer> {
  query: Q
  body: B
  viewer: Viewer
  c: Context
}

type Handler<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Viewer> = (
  call: Call<z.output<Q>, z.output<B>, Viewer>,
) => Promise<z.input<D>> | z.input<D>

function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> {
  if (!schema) return undefined as z.output<S>
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  if (field === 'phoneNo') throw new AppError('PHONE_INVALID')
  if (field === 'verifyCode') throw new AppError('CODE_WRONG', '请输入 6 位验证码')
  throw new AppError('BAD_REQUEST', field ? `提交的内容格式不正确（${field}）` : undefined)
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch (error) {
    throw new AppError('BAD_REQUEST', '提交的内容不是有效的 JSON', { cause: error })
  }
}

function register<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType, Viewer>(
  app: Hono,
  definition: Endpoint<Q, B, D>,
  findWho: (c: Context) => Promise<Viewer>,
  handler: Handler<Q, B, D, Viewer>,
): void {
  app.on(definition.method, `/api${definition.path}`, async (c) => {
    if (definition.method !== 'GET' || definition.mutates) refuseCrossSite(c)
    // Who is asking is settled before the content is looked at: strangers learn nothing of what is valid.
    const viewer = await findWho(c)
    const query = parse(definition.query, c.req.query())
    const body = parse(definition.body, definition.body ? await readJson(c) : undefined)
    const data = await handler({ query, body, viewer, c })
    if (!c.res.headers.has('cache-control')) c.header('Cache-Control', 'no-store')
    return c.json(succeed(data))
  })
}

/** Serves an endpoint that needs a session; NOT_SIGNED_IN for visitors, FORBIDDEN for who lacks its right. */
export function mountPrivate<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  app: Hono,
  db: Db,
  definition: Endpoint<Q, B, D>,
  handler: Handler<Q, B, D, UserRow>,
): void {
  if (definition.session === false) throw new Error(`${definition.path} is public`)
  register(
    app,
    definition,
    async (c) => {
      const viewer = await findViewer(c, db)
      if (!viewer) throw new AppError('NOT_SIGNED_IN')
      if (!isAllowed(definition.rule, rulesOf(viewer))) throw new AppError('FORBIDDEN')
      return viewer
    },
    handler,
  )
}

/** Serves an endpoint that visitors may call; `viewer` is null for them. */
export function mountPublic<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  app: Hono,
  db: Db,
  definition: Endpoint<Q, B, D>,
  handler: Handler<Q, B, D, UserRow | null>,
): void {
  if (definition.session !== false || definition.rule) throw new Error(`${definition.path} needs a session`)
  register(app, definition, (c) => findViewer(c, db), handler)
}
