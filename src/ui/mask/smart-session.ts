import type { MaskBytes, Pointing } from '#src/worker-clients/mask.ts'
import { combine } from './combine.ts'
import type { MaskDocument } from './mask-document.ts'
import type { Ask } from './mask-gesture.ts'

type Hint = Exclude<Ask, { kind: 'wand' }>

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

  constructor(mask: MaskDocument) {
    this.#mask = mask
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
  add(hint: Hint): Pointing {
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

  #pointing(): Pointing {
    const sign = this.#subtract
    const box = this.#hints.find((hint) => hint.kind === 'box')?.box
    return {
      points: this.#hints.flatMap((hint) =>
        hint.kind === 'point' ? [{ ...hint.at, keep: hint.subtract === sign }] : [],
      ),
      lines: this.#hints.flatMap((hint) =>
        hint.kind === 'line' ? [{ points: hint.points, keep: hint.subtract === sign }] : [],
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
    if (this.#hints.length === 0) this.end()
  }

  /** Called when an undo has taken the last finding back. */
  undone(): void {
    this.#hints = this.#hints.slice(0, -1)
    if (this.#hints.length === 0) this.end()
    else this.#version = this.#mask.state.version
  }

  end(): void {
    this.#hints = []
    this.#base = null
    this.#version = -1
  }
}
