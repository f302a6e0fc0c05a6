import type { MiddlewareHandler } from 'hono'
import { type ClientSettings, isSecure } from '#server/auth/session.ts'
import type { Log } from '#server/log.ts'

const CSP = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  // index.html has styles of its own, and antd's windows stop the page from scrolling by one.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  // A link to a picture that is dropped or pasted is fetched by the page, where its site allows that.
  "connect-src 'self' blob: data: https:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'Content-Security-Policy': CSP,
  // Together these isolate the page, which gives the neural workers their threads.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
}

/** A year, in which browsers that came by TLS do not try without. */
const HSTS = 'max-age=31536000'

/**
 * Puts the security headers on every answer, errors included, and warns once when a proxy stands before the server
 * that it was not told to trust: all users then look like one address, and cookies are not marked as secure.
 */
export function securityHeaders(settings: ClientSettings, log: Log): MiddlewareHandler {
  let warned = settings.trustProxy
  return async (c, next) => {
    if (!warned && c.req.header('x-forwarded-for') !== undefined) {
      warned = true
      log.warn('requests come through a proxy: set TRUST_PROXY=1 if it is yours and sets X-Forwarded-For')
    }
    await next()
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value)
    if (isSecure(c, settings)) c.res.headers.set('Strict-Transport-Security', HSTS)
  }
}
