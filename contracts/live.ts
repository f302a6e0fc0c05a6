import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { zReach } from './reach.ts'
import { zAskedWay } from './task.ts'

/** How often a page says that it is still there, ms. */
export const LIVE_BEAT_MS = 10_000
/** After this long without a word a session is over, ms. */
export const LIVE_SILENT_MS = 30_000
/** Length of the minute that one ticket pays for, ms. */
export const LIVE_MINUTE_MS = 60_000
/** Longest side of a picture that is drawn on, px. */
export const LIVE_SIDE = 2048
/** Most characters of such a picture, as base64. */
const MOST_CHARACTERS = 6 * 1024 * 1024

const zId = z.uuid()
const zSession = z.object({ sessionId: zId })
const zAsked = zSession.extend({
  /** How far what is drawn may go; as far as the site allows when left out. */
  reach: zReach.optional(),
  /** Graph that was chosen; the best one when left out. */
  graphId: zAskedWay.shape.graphId,
})

/** State of a session: the minutes that it has cost so far, and where its pictures went. */
export const zLiveState = z.object({
  /** Minutes that were begun, each paid for with a ticket. */
  minutes: z.number().int().nonnegative(),
  /** Pictures that left the house, for each engine that got some: how many, and when (ms since 1970). */
  departures: z.array(
    z.object({
      engine: z.string(),
      pictures: z.number().int().positive(),
      firstAt: z.number().int(),
      lastAt: z.number().int(),
    }),
  ),
})
export type LiveState = z.infer<typeof zLiveState>

/** Result of one picture of a session. */
export const zLiveFrame = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('done'),
    /** The result, as a data address. */
    picture: z.string(),
    seconds: z.number().nonnegative(),
    /** Title of the engine that made it. */
    engine: z.string(),
  }),
  /** A newer one came before it was done. */
  z.object({ state: z.literal('superseded') }),
])
export type LiveFrame = z.infer<typeof zLiveFrame>

/** Calls of real-time rendering: a session is begun, kept alive and stopped; in it pictures are sent, the newest wins. */
export const LIVE_ENDPOINTS = {
  /** Begins a session, and pays for its first minute. Another one of the same user ends. */
  liveStart: endpoint({ method: 'POST', path: '/live/start', body: zAsked, data: zLiveState }),
  /** Says that the page is still there, and pays for minutes begun since. */
  liveBeat: endpoint({ method: 'POST', path: '/live/beat', body: zSession, data: zLiveState }),
  liveStop: endpoint({ method: 'POST', path: '/live/stop', body: zSession, data: zLiveState }),
  /** Has a picture rendered, and answers when that is done. The one before it is given up. */
  liveFrame: endpoint({
    method: 'POST',
    path: '/live/frame',
    body: zAsked.extend({
      /** Under which previews are told. */
      frameId: zId,
      params: z.record(z.string(), z.unknown()),
      /** PNG, JPEG or WebP, as base64. */
      picture: z.base64().min(1).max(MOST_CHARACTERS),
    }),
    data: zLiveFrame,
    mostBytes: MOST_CHARACTERS + 64 * 1024,
  }),
} as const
