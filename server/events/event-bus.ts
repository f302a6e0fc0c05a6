import { randomBytes } from 'node:crypto'

/** What is remembered of something that happened; what is told of it is looked up when it is told. */
export type Happening =
  | { type: 'task' | 'removed'; taskId: string }
  | { type: 'progress'; taskId: string; progress: number; step: string }
  | { type: 'preview'; taskId: string; picture: string }
  | { type: 'tickets' | 'engines' }

/** A happening under its number, by which a listener comes back. */
export interface Numbered {
  id: string
  happening: Happening
}

type Listener = (what: Numbered) => void

interface Channel {
  listeners: Set<Listener>
  /** The last happenings, oldest first. */
  past: { number: number; happening: Happening }[]
}

/** Happenings of a user that are remembered for those who come back. */
const REMEMBERED = 200
/** Users whose happenings are remembered while nobody listens. */
const CHANNELS = 2000
/** What is out of date at once is not remembered. */
const PASSING: ReadonlySet<Happening['type']> = new Set(['progress', 'preview'])

/** Tells those who listen what happens to a user's tasks and purses, and to engines. */
export class EventBus {
  /** Numbers of another run of the server mean nothing in this one. */
  readonly #run = randomBytes(6).toString('hex')
  readonly #channels = new Map<string, Channel>()
  #number = 0

  /** @param userId whom it concerns */
  publish(userId: string, happening: Happening): void {
    const channel = this.#channels.get(userId)
    if (!channel) return
    const number = ++this.#number
    if (!PASSING.has(happening.type)) {
      channel.past.push({ number, happening })
      if (channel.past.length > REMEMBERED) channel.past.shift()
    }
    for (const listener of channel.listeners) listener({ id: this.#idOf(number), happening })
  }

  /** Tells everybody who listens. */
  publishToAll(happening: Happening): void {
    for (const userId of this.#channels.keys()) this.publish(userId, happening)
  }

  /** Whether anybody hears of a user's happenings now. */
  isHeard(userId: string): boolean {
    return (this.#channels.get(userId)?.listeners.size ?? 0) > 0
  }

  /** Number of listeners of a user. */
  countOf(userId: string): number {
    return this.#channels.get(userId)?.listeners.size ?? 0
  }

  /**
   * Listens to a user's happenings until the returned function is called.
   * @param lastId last one that was heard; null for none
   * @returns what was missed since, or null when that is not known any more
   */
  listen(
    userId: string,
    lastId: string | null,
    listener: Listener,
  ): { missed: Numbered[] | null; now: string; stop: () => void } {
    const known = this.#channels.get(userId)
    const channel = known ?? { listeners: new Set(), past: [] }
    // The one that was listened to last stands last.
    this.#channels.delete(userId)
    this.#channels.set(userId, channel)
    this.#forget()
    channel.listeners.add(listener)
    return {
      missed: known ? this.#missed(known, lastId) : null,
      now: this.#idOf(this.#number),
      stop: () => channel.listeners.delete(listener),
    }
  }

  #missed({ past }: Channel, lastId: string | null): Numbered[] | null {
    const [run, text] = lastId?.split('-') ?? []
    const last = Number(text)
    if (run !== this.#run || !Number.isSafeInteger(last)) return null
    const isWhole = past.length < REMEMBERED || (past[0]?.number ?? 0) <= last + 1
    if (!isWhole) return null
    return past
      .filter(({ number }) => number > last)
      .map(({ number, happening }) => ({ id: this.#idOf(number), happening }))
  }

  #forget(): void {
    for (const [userId, { listeners }] of this.#channels) {
      if (this.#channels.size <= CHANNELS) break
      if (listeners.size === 0) this.#channels.delete(userId)
    }
  }

  #idOf(number: number): string {
    return `${this.#run}-${number}`
  }
}
