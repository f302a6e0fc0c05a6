/**
 * A queue that is fair between owners: whoever has many waiting gets one turn in each round, as everybody else does.
 * Entries of one owner keep their order.
 */
export class Rounds<T> {
  // A Map keeps the order of insertion: an owner that was served goes to its end.
  readonly #waiting = new Map<string, T[]>()

  /** Entries of one owner that wait. */
  countOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0
  }

  /** Adds an entry behind the owner's others. */
  add(owner: string, entry: T): void {
    const own = this.#waiting.get(owner)
    if (own) own.push(entry)
    else this.#waiting.set(owner, [entry])
  }

  /** Takes the next owner's first entry; undefined when nothing waits. */
  take(): T | undefined {
    const next = this.#waiting.entries().next().value
    if (!next) return undefined
    const [owner, [entry, ...rest]] = next
    this.#waiting.delete(owner)
    if (rest.length > 0) this.#waiting.set(owner, rest)
    return entry
  }

  /** Takes an entry out. @returns whether it waited */
  remove(owner: string, entry: T): boolean {
    const own = this.#waiting.get(owner) ?? []
    const at = own.indexOf(entry)
    if (at < 0) return false
    own.splice(at, 1)
    if (own.length === 0) this.#waiting.delete(owner)
    return true
  }

  /** Takes all entries out. */
  clear(): T[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return all
  }
}
