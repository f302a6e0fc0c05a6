import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#contracts/errors.ts'
import { stopReasonOf } from '../engine.ts'
import type { ComfyClient, Found } from './client.ts'
import type { ComfyEvents } from './events.ts'

/** How often a job is looked up without being told to, ms. */
const LOOK_EVERY_MS = 2000
/** How long a ComfyUI may be away before its jobs count as lost, ms. */
const AWAY_MS = 5 * 60_000

/** Waits, ms, which tests make shorter. */
export interface Pace {
  lookMs?: number
  awayMs?: number
}

interface Following {
  client: ComfyClient
  events: ComfyEvents
  id: string
  signal: AbortSignal
  /** Most time that it may run, ms; waiting in the queue over there does not count. */
  limitMs: number
  pace: Pace
  /** @param shares how far each node is, 0..1 */
  onNodes(shares: ReadonlyMap<string, number>): void
  onPreview(picture: Uint8Array, type: string): void
  onState(state: 'queued' | 'running'): void
}

type Ended = Extract<Found, { state: 'ended' }>

/** Something that can be waited for and rung from elsewhere. */
class Bell {
  #ring: () => void = () => {}
  #isRung = false

  ring(): void {
    this.#isRung = true
    this.#ring()
  }

  /** Resolves when it is rung, or was since the last time, or after so long. */
  async wait(ms: number): Promise<void> {
    if (!this.#isRung) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        this.#ring = resolve
        timer = setTimeout(resolve, ms)
      })
      clearTimeout(timer)
    }
    this.#isRung = false
  }
}

/**
 * Looks a job up at a ComfyUI that may be away for a while.
 * @throws AppError ENGINE_LOST when it stays away, CANCELLED
 */
export async function findPatiently({
  client,
  id,
  signal,
  pace,
}: Pick<Following, 'client' | 'id' | 'signal' | 'pace'>): Promise<Found> {
  const since = Date.now()
  for (;;) {
    if (signal.aborted) throw new AppError('CANCELLED')
    try {
      return await client.find(id)
    } catch (error) {
      const isAway = error instanceof AppError && error.errorName === 'ENGINE_UNREACHABLE'
      if (!isAway) throw error
      if (Date.now() - since > (pace.awayMs ?? AWAY_MS))
        throw new AppError('ENGINE_LOST', undefined, { cause: error })
      await sleep(pace.lookMs ?? LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/**
 * Follows a job to its end, by its events and by looking it up.
 * @throws AppError ENGINE_LOST when it is not known over there (any more), ENGINE_TIMEOUT, CANCELLED; a job that ran out
 *   of time or was cancelled is withdrawn, one that this server leaves for its next start goes on
 */
export async function followJob(job: Following): Promise<Ended> {
  const { client, events, id, signal, pace } = job
  const bell = new Bell()
  const ring = () => bell.ring()
  signal.addEventListener('abort', ring)
  const silence = events.listen(id, (event) => {
    if (event.kind === 'nodes') job.onNodes(event.nodes)
    else if (event.kind === 'preview') job.onPreview(event.picture, event.type)
    else ring()
  })
  let begunAt: number | null = null
  try {
    for (;;) {
      const found = await findPatiently(job)
      if (found === null) throw new AppError('ENGINE_LOST')
      if (found.state === 'ended') return found
      job.onState(found.state)
      if (found.state === 'running') begunAt ??= Date.now()
      if (begunAt !== null && Date.now() - begunAt > job.limitMs) throw new AppError('ENGINE_TIMEOUT')
      await bell.wait(pace.lookMs ?? LOOK_EVERY_MS)
    }
  } catch (error) {
    const isOver = error instanceof AppError && error.errorName === 'ENGINE_TIMEOUT'
    if (isOver || stopReasonOf(signal) === 'cancelled') await client.withdraw(id).catch(() => {})
    throw error
  } finally {
    silence()
    signal.removeEventListener('abort', ring)
  }
}
