import type { BodyInputOf, DataOf, Endpoint, QueryInputOf } from '#contracts/endpoint.ts'
import { APP_HEADER, ENDPOINTS, type EndpointName } from '#contracts/endpoints.ts'
import { openEnvelope } from '#contracts/envelope.ts'
import { AppError } from '#contracts/errors.ts'
import { reportFailure, reportSuccess } from './network.ts'

type Of<N extends EndpointName> = (typeof ENDPOINTS)[N]

/** Options of one call. */
export interface CallOptions<N extends EndpointName> {
  query?: QueryInputOf<Of<N>>
  body?: BodyInputOf<Of<N>>
  signal?: AbortSignal
  /** Milliseconds; 15000 when left out. */
  timeoutMs?: number
}

/** The service worker answers these from its cache, so an answer says nothing about the network. */
const ANSWERED_FROM_CACHE = new Set<EndpointName>(['getAllClassify', 'getAllSuCai'])
/** A line that swallows everything is noticed after this long. Whatever takes longer on the server is a task. */
const DEFAULT_TIMEOUT_MS = 15_000

const sessionLostListeners = new Set<() => void>()

/** Registers who is told that the server no longer knows the session; returns the way to leave. */
export function onSessionLost(listener: () => void): () => void {
  sessionLostListeners.add(listener)
  return () => sessionLostListeners.delete(listener)
}

/** The server has answered 401: whoever was signed in is not any more. */
export function loseSession(): void {
  for (const listener of sessionLostListeners) listener()
}

const MOST_QUIET_MS = 10 * 60_000

/** Milliseconds of a `Retry-After` header (seconds, or a date), at most ten minutes. */
export function readRetryAfter(header: string | null, now: number = Date.now()): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(MOST_QUIET_MS, Math.max(0, ms)) : undefined
}

/** Address of an endpoint with its query; values that are undefined are left out. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return `/api${endpoint.path}${text ? `?${text}` : ''}`
}

/** What a fetch that threw means, and whether it says something about the network. */
function explain(thrown: unknown, caller: AbortSignal | undefined, timer: AbortSignal): AppError {
  if (caller?.aborted) return new AppError('CANCELLED', undefined, { cause: thrown })
  reportFailure()
  return new AppError(timer.aborted ? 'TIMEOUT' : 'NETWORK', undefined, { cause: thrown })
}

/**
 * Body of an answer as JSON. A gateway's own page (502 to 504) means that the server is not there, and nothing that the line
 * broke: over plain HTTP a browser takes headers that end in their midst for an answer without a body.
 */
function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (text !== '' && (status < 502 || status > 504))
      throw new AppError('BAD_RESPONSE', undefined, { cause })
    reportFailure()
    throw new AppError('NETWORK', undefined, { cause })
  }
}

/**
 * Calls an endpoint of the API.
 * @returns its data, parsed with the endpoint's schema
 * @throws AppError: what the server refused, or NETWORK, TIMEOUT, CANCELLED, BAD_RESPONSE
 */
export async function call<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<DataOf<Of<N>>> {
  const endpoint: Endpoint = ENDPOINTS[name]
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const timer = AbortSignal.timeout(timeoutMs)
  const startedAt = performance.now()
  let text: string
  let status: number
  let retryAfterMs: number | undefined
  try {
    const response = await fetch(addressOf(endpoint, options.query), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        [APP_HEADER]: '1',
        Accept: 'application/json',
        ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
    })
    status = response.status
    retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
    text = await response.text()
  } catch (thrown) {
    throw explain(thrown, signal, timer)
  }
  const json = parseJson(text, status)
  // Only reads are timed: a call that changes something may rightly work for seconds.
  const isRead = endpoint.method === 'GET' && !endpoint.mutates
  if (!ANSWERED_FROM_CACHE.has(name)) reportSuccess(isRead ? performance.now() - startedAt : null)
  try {
    const parsed = endpoint.data.safeParse(openEnvelope(json))
    if (!parsed.success) throw new AppError('BAD_RESPONSE', undefined, { cause: parsed.error })
    return parsed.data as DataOf<Of<N>>
  } catch (thrown) {
    if (status === 401) loseSession()
    if (retryAfterMs === undefined || !(thrown instanceof AppError)) throw thrown
    throw new AppError(thrown.errorName, thrown.message, { cause: thrown, retryAfterMs })
  }
}

/** True for failures that say nothing about the request itself, so that it may be sent again. */
export function isTransient(error: AppError): boolean {
  return error.errorName === 'NETWORK' || error.errorName === 'TIMEOUT'
}
