import { rm, writeFile } from 'node:fs/promises'
import type { BodyOf } from '#contracts/endpoint.ts'
import { AppError } from '#contracts/errors.ts'
import { type LIVE_ENDPOINTS, LIVE_SIDE, type LiveFrame, type LiveState } from '#contracts/live.ts'
import { type OpId, paramsOf } from '#ops/index.ts'
import { labelled } from '#server/engines/ai-label.ts'
import type { Engine } from '#server/engines/engine.ts'
import type { ChildPool } from '#server/engines/local/child-pool.ts'
import { markPicture } from '#server/engines/pictures/mark-picture.ts'
import { Scratch, webpAddress } from '#server/engines/scratch.ts'
import { describeThrown, type Log } from '#server/log.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Blobs } from '#server/store/blobs.ts'
import type { Db } from '#server/store/database.ts'
import {
  beatLive,
  closeLive,
  endSilentLive,
  loadLiveDepartures,
  noteLiveDeparture,
  openLive,
} from '#server/store/live-sessions.ts'

interface Parts {
  db: Db
  blobs: Blobs
  queue: Queue
  log: Log
  /** Process that reads what is drawn and scales what is shown. */
  pictures: ChildPool
  /** Who is named as the maker of what is made. */
  producer: string
}

const OP = 'live' as const satisfies OpId
/** How often sessions are looked for whose pages are gone, ms. */
const SWEEP_MS = 10_000

type StartRequest = BodyOf<(typeof LIVE_ENDPOINTS)['liveStart']>
type FrameRequest = BodyOf<(typeof LIVE_ENDPOINTS)['liveFrame']>

/**
 * Real-time rendering. Pictures of a session go to an engine past the queue and to the front of its own, one at a time,
 * the newest in place of the one before; nothing of them is kept.
 */
export class LiveDesk {
  readonly #parts: Parts
  /** The picture that each session has in work. */
  readonly #working = new Map<string, AbortController>()
  readonly #sweeping: NodeJS.Timeout

  constructor(parts: Parts) {
    this.#parts = parts
    this.#sweeping = setInterval(() => void this.sweep(), SWEEP_MS)
    this.#sweeping.unref()
  }

  /** @throws AppError TICKETS_SHORT, LIVE_OVER, OP_UNAVAILABLE, DATA_REACH */
  async start(userId: string, request: StartRequest): Promise<LiveState> {
    const { sessionId } = request
    // Nobody pays for what cannot begin.
    this.#engine(request)
    const { minutes, ended } = await openLive(this.#parts.db, userId, sessionId)
    for (const id of ended) this.#giveUp(id)
    this.#parts.queue.events.publish(userId, { type: 'tickets' })
    return this.#stateOf(sessionId, minutes)
  }

  /** @throws AppError TICKETS_SHORT, LIVE_OVER, NOT_FOUND */
  async beat(userId: string, sessionId: string): Promise<LiveState> {
    const { minutes } = await this.#pay(userId, sessionId)
    return this.#stateOf(sessionId, minutes)
  }

  /** @throws AppError NOT_FOUND */
  async stop(userId: string, sessionId: string): Promise<LiveState> {
    const { minutes } = await closeLive(this.#parts.db, userId, sessionId)
    this.#giveUp(sessionId)
    return this.#stateOf(sessionId, minutes)
  }

  /**
   * Has a picture rendered, in place of the one before.
   * @param gone aborted when nobody waits for it any more
   * @throws AppError what an engine says; those of `beat`; FILE_NOT_IMAGE, FILE_TOO_MANY_PIXELS, PARAMS_INVALID
   */
  async frame(userId: string, request: FrameRequest, gone: AbortSignal): Promise<LiveFrame> {
    const { sessionId } = request
    await this.#pay(userId, sessionId)
    const params = paramsOf(OP).safeParse(request.params)
    if (!params.success) throw new AppError('PARAMS_INVALID')
    this.#giveUp(sessionId)
    const abort = new AbortController()
    this.#working.set(sessionId, abort)
    const leave = () => abort.abort('cancelled')
    gone.addEventListener('abort', leave)
    if (gone.aborted) leave()
    try {
      return await this.#render(userId, { ...request, params: params.data }, abort.signal)
    } catch (error) {
      if (abort.signal.aborted) return { state: 'superseded' }
      throw error
    } finally {
      gone.removeEventListener('abort', leave)
      if (this.#working.get(sessionId) === abort) this.#working.delete(sessionId)
    }
  }

  /** Ends sessions whose pages are gone. */
  async sweep(): Promise<void> {
    try {
      for (const id of await endSilentLive(this.#parts.db)) this.#giveUp(id)
    } catch (error) {
      this.#parts.log.error('live sessions not swept', describeThrown(error))
    }
  }

  close(): void {
    clearInterval(this.#sweeping)
    for (const id of [...this.#working.keys()]) this.#giveUp(id)
  }

  async #stateOf(sessionId: string, minutes: number): Promise<LiveState> {
    return { minutes, departures: await loadLiveDepartures(this.#parts.db, sessionId) }
  }

  /** Pays for the minutes begun; a session that is over thereby loses the picture that it has in work. */
  async #pay(userId: string, sessionId: string): Promise<{ minutes: number }> {
    try {
      return await beatLive(this.#parts.db, userId, sessionId)
    } catch (error) {
      // One that this user has none of may be another's.
      const isOwn = !(error instanceof AppError && error.errorName === 'NOT_FOUND')
      if (isOwn) this.#giveUp(sessionId)
      throw error
    }
  }

  #giveUp(sessionId: string): void {
    this.#working.get(sessionId)?.abort('cancelled')
    this.#working.delete(sessionId)
  }

  /** @throws AppError OP_UNAVAILABLE, DATA_REACH */
  #engine({ reach = 'outside', graphId = '' }: Pick<StartRequest, 'reach' | 'graphId'>): Engine {
    const { queue } = this.#parts
    const wish = { op: OP, roles: ['image' as const], graphId, model: '', reach }
    const engine = queue.engineFor(OP, 'gpu', wish)
    if (engine) return engine
    throw queue.whyNot('gpu', wish) ?? new AppError('OP_UNAVAILABLE')
  }

  async #render(userId: string, request: FrameRequest, signal: AbortSignal): Promise<LiveFrame> {
    const { blobs, pictures, queue, producer } = this.#parts
    const { frameId, params, graphId = '' } = request
    const engine = this.#engine(request)
    const startedAt = performance.now()
    const scratch = new Scratch(blobs, pictures)
    const path = blobs.temporaryPath()
    try {
      const bytes = Buffer.from(request.picture, 'base64')
      await writeFile(path, bytes)
      const size = await this.#look(path, bytes.length, signal)
      const asset = { id: scratch.add(path), type: 'image/png', bytes: bytes.length, ...size }
      const inputs = [{ role: 'image' as const, name: '草图.png', asset }]
      const job = { taskId: frameId, op: OP, params, inputs, seconds: 0, isLong: false, graphId }
      let noted: Promise<void> | null = null
      const io = scratch.io({
        signal,
        // An engine outside takes the picture.
        reads: () => {
          if (engine.isOutside) noted ??= this.#noteDeparture(request.sessionId, engine)
        },
        progress() {},
        preview: (picture, type) => {
          const address = `data:${type};base64,${Buffer.from(picture).toString('base64')}`
          queue.events.publish(userId, { type: 'preview', taskId: frameId, picture: address })
        },
      })
      const { assets } = await engine.run({ ...job, isUrgent: true }, io).finally(() => noted)
      const plain = await scratch.picture(assets[0]?.id, LIVE_SIDE)
      const shown = queue.marksAi ? await markPicture(plain, { blobs, pool: pictures }) : plain
      const made = labelled(shown, 'image/webp', { producer, id: frameId })
      if (signal.aborted) return { state: 'superseded' }
      const seconds = (performance.now() - startedAt) / 1000
      return { state: 'done', picture: webpAddress(made), seconds, engine: engine.title }
    } finally {
      await Promise.all([scratch.clear(), rm(path, { force: true })])
    }
  }

  #noteDeparture(sessionId: string, { name, title }: Engine): Promise<void> {
    const { db, log } = this.#parts
    return noteLiveDeparture(db, sessionId, { engineId: name, engine: title }).catch((error: unknown) =>
      log.error('departure not noted', { session: sessionId, ...describeThrown(error) }),
    )
  }

  /** Size of what was drawn. @throws AppError FILE_NOT_IMAGE, FILE_TOO_MANY_PIXELS, and what reading it says */
  async #look(path: string, size: number, signal: AbortSignal): Promise<{ width: number; height: number }> {
    const { pictures, blobs } = this.#parts
    const out = blobs.temporaryPath()
    try {
      const look = { kind: 'inspect', path, size, name: '', out } as const
      const { type, width, height, drawn } = await pictures.run(look, { signal })
      if (drawn || !type.startsWith('image/')) throw new AppError('FILE_NOT_IMAGE')
      if (Math.max(width, height) > LIVE_SIDE)
        throw new AppError('FILE_TOO_MANY_PIXELS', `画板边长至多 ${LIVE_SIDE} px`)
      return { width, height }
    } finally {
      await rm(out, { force: true })
    }
  }
}
