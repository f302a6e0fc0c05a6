import { AppError } from '#contracts/errors.ts'

/** Lets each key through a number of times in any span of a given length. */
export class RateLimit {
  readonly #most: number
  readonly #spanMs: number
  /** Times of the last passes of each key, oldest first; on a clock that is never set back. */
  readonly #passes = new Map<string, number[]>()

  constructor(most: number, spanMs: number) {
    this.#most = most
    this.#spanMs = spanMs
  }

  /** @throws AppError TOO_MANY, with the time after which the next one passes */
  pass(key: string, now: number = performance.now()): void {
    this.#forget(now)
    const own = this.#passes.get(key) ?? []
    const recent = own.filter((at) => at > now - this.#spanMs)
    if (recent.length >= this.#most)
      throw new AppError('TOO_MANY', undefined, { retryAfterMs: recent[0]! + this.#spanMs - now })
    // The key that passed last stands last, so that old ones are found at the front.
    this.#passes.delete(key)
    this.#passes.set(key, [...recent, now])
  }

  #forget(now: number): void {
    for (const [key, passes] of this.#passes) {
      if ((passes.at(-1) ?? 0) > now - this.#spanMs) break
      this.#passes.delete(key)
    }
  }
}
