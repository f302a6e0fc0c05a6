import type { PointedThing } from '#contracts/mask.ts'
import type { MaskBytes } from '#src/worker-clients/mask.ts'
import { combine } from './combine.ts'
import type { MaskDocument } from './mask-document.ts'
import type { Ask } from './mask-gesture.ts'

type Hint = Exclude<Ask, { kind: 'wand' | 'region' }>

/** Most points of a drawn line that are kept, and most things. */
const LINE_POINTS = 200
const THINGS = 8

/** A drawn line with at most LINE_POINTS points, its ends among them. */
function thin(points: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  const last = points.length - 1
  const count = Math.min(points.length, LINE_POINTS)
  return Array.from({ length: count }, (_, n) => {
    const { x, y } = points[count < 2 ? 0 : Math.round((n * last) / (count - 1))] as { x: number; y: number }
    return { x, y }
  })
}

/**
 * A selection by pointing that goes on over several hints: each new one says more about the same thing, and
 * what is found takes the place of what was found before. Undoing takes the last hint back as well.
 */
export class SmartSession {
  readonly #mask: MaskDocument
  #hints: Hint[] = []
  /** The mask as it was before the first hint. */
  #base: MaskBytes | null = null
  /** The version that the last finding made; any other change ends the session. */
  #version = -1
  /** Things that were pointed at before, to be added. */
  #done: readonly PointedThing[]

  /** @param things what the mask was made of when it was stored */
  constructor(mask: MaskDocument, things: readonly PointedThing[] = []) {
    this.#mask = mask
    this.#done = things
  }

  /**
   * Everything that was pointed at to be added, and that the mask began with: it may have been corrected since, or
   * have more in it.
   */
  get things(): PointedThing[] {
    if (this.#mask.state.blank) return []
    return [...this.#done, ...this.#own].slice(0, THINGS)
  }

  /** The thing in hand, if it is to be added. */
  get #own(): PointedThing[] {
    return this.#hints.length > 0 && !this.#subtract ? [this.#pointing()] : []
  }

  /** Hints of the thing that is pointed at now. */
  get hints(): readonly Hint[] {
    return this.#hints
  }

  /** Nothing else has changed the mask since the last finding. */
  get current(): boolean {
    return this.#base !== null && this.#version === this.#mask.state.version
  }

  /** Adds a hint; a new box, or a mask that was changed in between, begins a new thing. */
  add(hint: Hint): PointedThing {
    if (this.#mask.state.blank) this.#done = []
    if (!this.current || this.#isElsewhere(hint)) this.end()
    this.#base ??= this.#mask.data.slice()
    this.#hints = [...this.#hints, hint]
    return this.#pointing()
  }

  /** A new box, or a click outside the box in hand, means another thing. */
  #isElsewhere(hint: Hint): boolean {
    if (hint.kind === 'box') return this.#hints.length > 0
    const box = this.#hints.find((one) => one.kind === 'box')?.box
    if (!box || hint.kind !== 'point' || hint.subtract !== this.#subtract) return false
    const { x, y } = hint.at
    return x < box.left || x > box.right || y < box.top || y > box.bottom
  }

  /** What the first hint did, all do: whether the thing is added or taken out. */
  get #subtract(): boolean {
    return this.#hints[0]?.subtract ?? false
  }

  #pointing(): PointedThing {
    const sign = this.#subtract
    const box = this.#hints.find((hint) => hint.kind === 'box')?.box
    return {
      points: this.#hints.flatMap((hint) =>
        hint.kind === 'point' ? [{ ...hint.at, keep: hint.subtract === sign }] : [],
      ),
      lines: this.#hints.flatMap((hint) =>
        hint.kind === 'line' ? [{ points: thin(hint.points), keep: hint.subtract === sign }] : [],
      ),
      ...(box && { box }),
    }
  }

  /** Puts what was found for the hints into the mask. */
  found(selection: Uint8Array): void {
    if (!this.#base) return
    const next = this.#base.slice()
    combine(next, selection, this.#subtract)
    this.#mask.replace(next)
    this.#version = this.#mask.state.version
  }

  /** The last hint came to nothing. */
  failed(): void {
    this.#hints = this.#hints.slice(0, -1)
    if (this.#hints.length === 0) this.#drop()
  }

  /** Called when an undo has taken the last finding back. */
  undone(): void {
    this.#hints = this.#hints.slice(0, -1)
    if (this.#hints.length === 0) this.#drop()
    else this.#version = this.#mask.state.version
  }

  /** Leaves the thing in hand as it is. */
  end(): void {
    this.#done = this.things
    this.#drop()
  }

  #drop(): void {
    this.#hints = []
    this.#base = null
    this.#version = -1
  }
}
