import type { Context, Hono } from 'hono'
import { SMS_COOLDOWN_SECONDS } from '#contracts/account.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { AppError } from '#contracts/errors.ts'
import type { OperatorCode } from '#server/auth/operator-code.ts'
import {
  browserOf,
  type ClientSettings,
  clearSessionCookie,
  clientAddress,
  readTokens,
  setSessionCookie,
} from '#server/auth/session.ts'
import type { Asker, SmsSignIn } from '#server/auth/sms-sign-in.ts'
import type { EventStreams } from '#server/events/routes.ts'
import type { Blobs } from '#server/store/blobs.ts'
import type { Db } from '#server/store/database.ts'
import { createSession, endOtherSessions, endSession, findSessionUser } from '#server/store/sessions.ts'
import { clearUnused, measureStorage } from '#server/store/storage.ts'
import { renameUser, viewUser } from '#server/store/users.ts'
import { mountPrivate, mountPublic } from './mount.ts'

/** How long an upload is kept for the task that it was sent for, ms. */
const UPLOAD_GRACE_MS = 3_600_000

interface UserParts {
  db: Db
  blobs: Blobs
  signIn: SmsSignIn
  operatorCode: OperatorCode
  settings: ClientSettings
  quotaBytes: number
  streams: EventStreams
}

/** Sign-in, sign-out and the account. */
export function mountUserRoutes(
  app: Hono,
  { db, blobs, signIn, operatorCode, settings, quotaBytes, streams }: UserParts,
): void {
  mountPublic(app, db, ENDPOINTS.userInfo, ({ viewer }) => (viewer ? viewUser(viewer) : null))

  mountPrivate(app, db, ENDPOINTS.getVipInfo, () => ({ vip: false, level: '普通用户', expiresAt: null }))

  mountPrivate(app, db, ENDPOINTS.editUser, async ({ viewer, body }) =>
    viewUser(await renameUser(db, viewer.id, body.nickname)),
  )

  mountPrivate(app, db, ENDPOINTS.becomeOperator, async ({ viewer, body }) =>
    viewUser(await operatorCode.enter(viewer, body.code)),
  )

  const askerOf = (c: Context, phone: string): Asker => ({
    phone,
    browser: browserOf(c, settings),
    address: clientAddress(c, settings),
  })

  const storageOf = async (userId: string) => ({ ...(await measureStorage(db, userId)), quota: quotaBytes })
  mountPrivate(app, db, ENDPOINTS.userStorage, ({ viewer }) => storageOf(viewer.id))
  mountPrivate(app, db, ENDPOINTS.clearUnused, async ({ viewer }) => {
    await clearUnused(db, blobs, Date.now() - UPLOAD_GRACE_MS, viewer.id)
    return storageOf(viewer.id)
  })

  mountPublic(app, db, ENDPOINTS.smsSend, async ({ body, c }) => {
    await signIn.sendCode(askerOf(c, body.phoneNo))
    return { cooldownSeconds: SMS_COOLDOWN_SECONDS }
  })

  mountPublic(app, db, ENDPOINTS.smsLogin, async ({ body, c }) => {
    const { user, isNew } = await signIn.signIn(askerOf(c, body.phoneNo), body.verifyCode)
    const satoken = await createSession(db, user.id)
    // What this client had before is replaced: nobody would end it any more.
    for (const token of readTokens(c)) await endSession(db, token)
    setSessionCookie(c, satoken, settings)
    const isBrowser = c.req.header('sec-fetch-site') !== undefined
    return { satoken: isBrowser ? null : satoken, user: viewUser(user), isNew }
  })

  mountPublic(app, db, ENDPOINTS.tokenUser, async ({ body }) => {
    const user = await findSessionUser(db, body.satoken)
    return user && viewUser(user)
  })

  mountPrivate(app, db, ENDPOINTS.logoutOthers, async ({ viewer, c }) => {
    const ended = await endOtherSessions(db, viewer.id, readTokens(c))
    await streams.check(viewer.id)
    return { ended }
  })

  mountPublic(app, db, ENDPOINTS.adoptToken, async ({ body, c }) => {
    const user = await findSessionUser(db, body.satoken)
    if (!user) throw new AppError('NOT_SIGNED_IN', '登录已失效，请重新登录')
    for (const token of readTokens(c)) if (token !== body.satoken) await endSession(db, token)
    setSessionCookie(c, body.satoken, settings)
    return viewUser(user)
  })

  mountPublic(app, db, ENDPOINTS.logout, async ({ viewer, c }) => {
    for (const token of readTokens(c)) await endSession(db, token)
    if (viewer) await streams.check(viewer.id)
    clearSessionCookie(c, settings)
    return null
  })
}
