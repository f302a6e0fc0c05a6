/** What a pointer's event tells of it. */
interface Pointing {
  pointerId: number
  pointerType: string
  /** ms, as events have it. */
  timeStamp: number
}

/** How long after a pen's last event a hand still rests on the screen, ms. */
const REST_MS = 800

/**
 * Tells a palm from a finger: while a pen is near the screen or was a moment ago, touches mean nothing, from when they
 * come until they go, and those that were there before the pen mean nothing from then on.
 */
export class PalmGuard {
  readonly #touches = new Set<number>()
  readonly #palms = new Set<number>()
  #penDown = false
  #penAt = Number.NEGATIVE_INFINITY

  /** A pointer came down. */
  down({ pointerId, pointerType, timeStamp }: Pointing): void {
    if (pointerType === 'pen') {
      this.#penDown = true
      this.#penAt = timeStamp
      for (const touch of this.#touches) this.#palms.add(touch)
    } else if (pointerType === 'touch') {
      this.#touches.add(pointerId)
      if (this.#penDown || timeStamp - this.#penAt < REST_MS) this.#palms.add(pointerId)
    }
  }

  /** A pointer moved, also one that hovers. */
  move({ pointerType, timeStamp }: Pointing): void {
    if (pointerType === 'pen') this.#penAt = timeStamp
  }

  /** A pointer went up or was taken away. */
  up({ pointerId, pointerType, timeStamp }: Pointing): void {
    this.#touches.delete(pointerId)
    this.#palms.delete(pointerId)
    if (pointerType !== 'pen') return
    this.#penDown = false
    this.#penAt = timeStamp
  }

  /** Whether what a pointer does means nothing. */
  ignores({ pointerId }: Pick<Pointing, 'pointerId'>): boolean {
    return this.#palms.has(pointerId)
  }
}
