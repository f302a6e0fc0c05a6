import { stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { Context, Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { AppError } from '#contracts/errors.ts'
import { SHARE_PATH, type ShareProblem } from '#contracts/share.ts'
import { type ClientSettings, isSecure } from '#server/auth/session.ts'
import { IMMUTABLE } from './cache-control.ts'
import { PageShell, type ShellBytes } from './page-shell.ts'
import { sendFile } from './send-file.ts'

const REVALIDATE = 'no-cache'
const SHORT = 'public, max-age=3600'
const NO_WORKER: ShareProblem = 'unread'
/** Files whose name stays while their content changes with each version. */
const UNHASHED = /\.(html|webmanifest)$|(^|\/)(sw|service-worker|registerSW|workbox-[^/]*)\.js$/
const MORE_TYPES: Record<string, string> = {
  '.onnx': 'application/octet-stream',
  '.glb': 'model/gltf-binary',
  '.webmanifest': 'application/manifest+json',
  '.mjs': 'text/javascript; charset=utf-8',
}

function typeOf(path: string): string {
  return MORE_TYPES[extname(path)] ?? getMimeType(path) ?? 'application/octet-stream'
}

function cacheOf(path: string): string {
  if (UNHASHED.test(path)) return REVALIDATE
  return path.startsWith('/assets/') ? IMMUTABLE : SHORT
}

/** Path below the root, or null for what would leave it. */
function resolveBelow(root: string, path: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null
  }
  if (decoded.includes('\0')) return null
  const full = normalize(join(root, decoded))
  return full === root || full.startsWith(root + sep) ? full : null
}

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** Sends a file in the best encoding that lies beside it and the client takes. */
async function sendStatic(c: Context, root: string, path: string): Promise<Response | null> {
  const full = resolveBelow(root, path)
  if (!full) return null
  const found = await stat(full).catch(() => null)
  if (!found?.isFile()) return null
  const type = typeOf(full)
  const cacheControl = cacheOf(path)
  const tag = `${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}`
  const accepted = c.req.header('accept-encoding') ?? ''
  for (const { name, suffix } of ENCODINGS) {
    if (!new RegExp(`\\b${name}\\b`).test(accepted)) continue
    const headers = { 'Content-Encoding': name, Vary: 'Accept-Encoding' }
    const sent = await sendFile(c, full + suffix, { type, etag: `"${tag}-${name}"`, cacheControl, headers })
    if (sent) return sent
  }
  return sendFile(c, full, { type, etag: `"${tag}"`, cacheControl, headers: { Vary: 'Accept-Encoding' } })
}

/** The address that a client asked for, as it is seen outside. */
function outerUrl(c: Context, settings: ClientSettings): URL {
  const url = new URL(c.req.url)
  if (isSecure(c, settings)) url.protocol = 'https:'
  return url
}

const acceptedBy = (c: Context): string => c.req.header('accept-encoding') ?? ''

function sendShell(c: Context, { bytes, encoding, etag }: ShellBytes, status: 200 | 404): Response {
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': REVALIDATE,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(status === 200 && { ETag: etag }),
  })
  const known = status === 200 ? (c.req.header('if-none-match')?.split(',') ?? []) : []
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers })
  headers.set('Content-Length', String(bytes.length))
  return new Response(c.req.method === 'HEAD' ? null : bytes, { status, headers })
}

/**
 * Serves the built app. A page is answered with the shell, which carries its card, whatever the client says it takes:
 * programs that show links take anything. Any other path that names no file gets the shell too, as not found, and
 * the app says so; a file that is missing is a plain 404.
 * @param root folder of the build; it may not exist yet
 */
export function mountStatic(app: Hono, root: string, settings: ClientSettings): void {
  const pages = new PageShell(root)
  // The service worker takes shares; one that comes here found none, and the page tells so.
  app.post(SHARE_PATH, (c) => c.redirect(`${SHARE_PATH}?problem=${NO_WORKER}`, 303))
  app.get('*', async (c) => {
    const { path } = c.req
    const page = await pages.find(outerUrl(c, settings), acceptedBy(c))
    if (page) return sendShell(c, page, 200)
    const sent = await sendStatic(c, root, path)
    if (sent) return sent
    if (extname(path) !== '') throw new AppError('NOT_FOUND')
    const shell = await pages.plain(acceptedBy(c))
    return shell ? sendShell(c, shell, 404) : c.text('筑绘的网页尚未构建：请运行 npm start', 503)
  })
}
