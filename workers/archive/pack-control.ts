const FIRST_MS = 1000
const MOST_MS = 30_000

/** Stops an archive that is being written, and shortens its waits. */
export class PackControl {
  readonly #stop = new AbortController()
  #wake: () => void = () => undefined

  get stopped(): boolean {
    return this.#stop.signal.aborted
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  stop(): void {
    this.#stop.abort()
    this.#wake()
  }

  wake(): void {
    this.#wake()
  }

  /** Waits before try number `n` (from 0): 1 s doubling to 30 s, ± 20 %; less when woken or stopped. */
  pause(n: number): Promise<void> {
    if (this.stopped) return Promise.resolve()
    const ms = Math.min(FIRST_MS * 2 ** n, MOST_MS) * (0.8 + 0.4 * Math.random())
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
