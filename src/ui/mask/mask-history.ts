/** Packed bytes of one step; large ones may lie on the browser's disk. */
type Packed = Uint8Array<ArrayBuffer> | Blob

interface Entry {
  packed: Packed
  bytes: number
}

/** Bytes of steps that stay in memory; older ones are handed to the browser, which may put them on disk. */
const IN_MEMORY = 96 * 1024 * 1024

/** Steps that can be taken back and again, without limit; they know nothing of what they change. */
export class MaskHistory {
  readonly #limit: number
  readonly #done: Entry[] = []
  #undone: Entry[] = []
  #held = 0

  /** @param limit bytes that stay in memory */
  constructor(limit = IN_MEMORY) {
    this.#limit = limit
  }

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** Bytes of steps in memory. */
  get held(): number {
    return this.#held
  }

  /** Adds a step; what was undone is gone. */
  push(packed: Uint8Array<ArrayBuffer>): void {
    for (const { packed: gone } of this.#undone) if (gone instanceof Uint8Array) this.#held -= gone.length
    this.#undone = []
    this.#done.push({ packed, bytes: packed.length })
    this.#held += packed.length
    this.#spill()
  }

  /** The step to take back, which can then be redone; null when there is none. */
  back(): Packed | null {
    const entry = this.#done.pop()
    if (!entry) return null
    this.#undone.push(entry)
    return entry.packed
  }

  /** The step to take again; null when there is none. */
  forth(): Packed | null {
    const entry = this.#undone.pop()
    if (!entry) return null
    this.#done.push(entry)
    return entry.packed
  }

  #spill(): void {
    for (const entry of this.#done) {
      if (this.#held <= this.#limit) return
      if (entry.packed instanceof Blob) continue
      entry.packed = new Blob([entry.packed])
      this.#held -= entry.bytes
    }
  }
}
