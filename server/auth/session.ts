import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { APP_HEADER, TOKEN_NAME } from '#contracts/endpoints.ts'
import { AppError } from '#contracts/errors.ts'
import type { Db } from '#server/store/database.ts'
import { findSessionUser, SESSION_TOTAL_MS } from '#server/store/sessions.ts'
import type { UserRow } from '#server/store/users.ts'

/** What requests say about the client, with what is believed of proxies. */
export interface ClientSettings {
  trustProxy: boolean
}

/** Tokens that a request carries, the cookie's first. */
export function readTokens(c: Context): string[] {
  const tokens = [getCookie(c, TOKEN_NAME), c.req.header(TOKEN_NAME)]
  return tokens.filter((token): token is string => Boolean(token) && (token?.length ?? 0) <= 200)
}

/** The user whom a request is signed in as, or null. */
export async function findViewer(c: Context, db: Db): Promise<UserRow | null> {
  for (const token of readTokens(c)) {
    const user = await findSessionUser(db, token)
    if (user) return user
  }
  return null
}

/** As `findViewer`, refusing visitors with NOT_SIGNED_IN. */
export async function requireViewer(c: Context, db: Db): Promise<UserRow> {
  const user = await findViewer(c, db)
  if (!user) throw new AppError('NOT_SIGNED_IN')
  return user
}

/** Whether the browser speaks TLS, to this server or to the first of the trusted proxies before it. */
export function isSecure(c: Context, { trustProxy }: ClientSettings): boolean {
  const forwarded = trustProxy ? c.req.header('x-forwarded-proto') : undefined
  if (forwarded) return forwarded.split(',')[0]?.trim().toLowerCase() === 'https'
  return new URL(c.req.url).protocol === 'https:'
}

const BROWSER_COOKIE = 'zhuhui-browser'

/** Random id of a browser that signs in; it gets one where it has none. Scripts cannot read it. */
export function browserOf(c: Context, settings: ClientSettings): string {
  const known = getCookie(c, BROWSER_COOKIE)
  if (known && known.length <= 64) return known
  const fresh = randomBytes(24).toString('base64url')
  setCookie(c, BROWSER_COOKIE, fresh, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/api/user',
    secure: isSecure(c, settings),
    maxAge: SESSION_TOTAL_MS / 1000,
  })
  return fresh
}

/** Gives the browser its session; scripts cannot read it. */
export function setSessionCookie(c: Context, token: string, settings: ClientSettings): void {
  setCookie(c, TOKEN_NAME, token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: isSecure(c, settings),
    maxAge: SESSION_TOTAL_MS / 1000,
  })
}

/** Takes the session from the browser. */
export function clearSessionCookie(c: Context, settings: ClientSettings): void {
  deleteCookie(c, TOKEN_NAME, { path: '/', secure: isSecure(c, settings) })
}

/**
 * Address of the client: the socket's, or the last that a trusted proxy added; of IPv6 its network (/64), which one
 * client has to itself.
 */
export function clientAddress(c: Context, { trustProxy }: ClientSettings): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return networkOf(forwarded || getConnInfo(c).remote.address || 'unknown')
}

/** An address without a port, and of IPv6 the first half. */
export function networkOf(address: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1]
  if (mapped || !isIPv6(bare)) return mapped ?? bare
  // The URL parser writes every form of an address alike, save for the groups that `::` leaves out.
  const [head = '', tail] = new URL(`http://[${bare.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const left = groups(head)
  const missing = tail === undefined ? 0 : 8 - left.length - groups(tail).length
  return `${[...left, ...Array(missing).fill('0'), ...groups(tail)].slice(0, 4).join(':')}::/64`
}

/**
 * Refuses a changing request that a foreign page could have caused. A page of another origin can neither set
 * the app's header without a preflight, which is never granted, nor hide where it comes from.
 * @throws AppError CROSS_SITE
 */
export function refuseCrossSite(c: Context): void {
  const site = c.req.header('sec-fetch-site')
  if (site === 'cross-site') throw new AppError('CROSS_SITE')
  if (c.req.header(APP_HEADER) !== undefined) return
  const origin = c.req.header('origin')
  const sameOrigin = origin === undefined || hostOf(origin) === c.req.header('host')
  if ((site === 'same-origin' || site === 'none') && sameOrigin) return
  throw new AppError('CROSS_SITE')
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
