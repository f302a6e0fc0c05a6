import { MaskHistory } from './mask-history.ts'
import { applyDifference, ByteSink, ByteSource, packDifference } from './mask-patch.ts'
import { clip, isEmpty, type Rect, union } from './rect.ts'
import { Tiles } from './tiles.ts'

/** Packing a step goes on for this long at a time, ms, so that no frame waits for it. */
const SLICE = 4

/** What the controls show of a mask; a new object for each change. */
export interface MaskState {
  canUndo: boolean
  canRedo: boolean
  /** Nothing is masked. */
  blank: boolean
  /** Grows with each finished change. */
  version: number
}

/**
 * A mask at the picture's full size with its history. A step begins, touches places before it changes them,
 * and ends; only the squares that it touched are copied, compared and kept. They are packed in the pauses
 * between frames; whatever needs the step before that finishes it at once.
 */
export class MaskDocument {
  readonly width: number
  readonly height: number
  /** One byte a pixel, rows from the top: 255 is masked, 0 is not. Changed only between begin and end. */
  readonly data: Uint8Array<ArrayBuffer>
  readonly #tiles: Tiles
  readonly #history: MaskHistory
  /** Squares of the step in hand as they were before it. */
  #before: Map<number, Uint8Array> | null = null
  /** The last step as far as it is not packed: squares as they were before it; after it they are as they are. */
  #packing: { before: Map<number, Uint8Array>; sink: ByteSink } | null = null
  /** Squares with something masked in them. */
  readonly #filled: Uint8Array
  #moving = false
  #state: MaskState = { canUndo: false, canRedo: false, blank: true, version: 0 }
  readonly #painted = new Set<(rect: Rect) => void>()
  readonly #changed = new Set<() => void>()

  /** @param width @param height of the picture, px */
  constructor(width: number, height: number, history = new MaskHistory()) {
    this.width = width
    this.height = height
    this.#tiles = new Tiles(width, height)
    this.data = this.#tiles.data
    this.#filled = new Uint8Array(this.#tiles.count)
    this.#history = history
  }

  get state(): MaskState {
    return this.#state
  }

  /** A step is in hand. */
  get live(): boolean {
    return this.#before !== null
  }

  /** Calls back with each place that looks different now; returns how to stop. */
  onPaint(listener: (rect: Rect) => void): () => void {
    this.#painted.add(listener)
    return () => this.#painted.delete(listener)
  }

  /** Calls back when `state` is another one; returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#changed.add(listener)
    return () => this.#changed.delete(listener)
  }

  /** Takes a stored mask over, before anything was done. */
  load(mask: Uint8Array): void {
    this.data.set(mask)
    this.#refill(this.#tiles.within(this.#whole()))
    this.#show(this.#whole())
    this.#announce(false)
  }

  begin(): void {
    this.#before ??= new Map()
  }

  /** Must be called before a place is changed, within a step. */
  touch(rect: Rect): void {
    const before = this.#before
    if (!before) throw new Error('a mask is changed within a step')
    for (const tile of this.#tiles.within(rect)) {
      if (before.has(tile)) continue
      this.#pack(tile)
      before.set(tile, this.#tiles.read(tile))
    }
  }

  /** Tells views that a place was changed. */
  show(rect: Rect): void {
    this.#show(rect)
  }

  /** Ends the step and keeps it, unless nothing is different. */
  end(): void {
    const before = this.#before
    this.#before = null
    if (!before) return
    this.#packAll()
    for (const [tile, was] of before) {
      if (!this.#tiles.isSame(tile, was)) break
      before.delete(tile)
    }
    if (before.size === 0) return
    this.#packing = { before, sink: new ByteSink() }
    this.#refill(before.keys())
    this.#announce()
    this.#packSlice()
  }

  /** Ends the step and puts everything back. */
  cancel(): void {
    const before = this.#before
    this.#before = null
    for (const [tile, was] of before ?? []) {
      this.#tiles.write(tile, was)
      this.#show(this.#tiles.rectOf(tile))
    }
  }

  /** Changes a place in a step of its own. */
  edit(rect: Rect, work: () => void): void {
    const inside = clip(rect, this.width, this.height)
    if (isEmpty(inside)) return
    this.begin()
    this.touch(inside)
    work()
    this.end()
    this.#show(inside)
  }

  clear(): void {
    this.edit(this.bounds(), () => this.data.fill(0))
  }

  /** What is masked becomes free, and the other way round. */
  invert(): void {
    this.edit(this.#whole(), () => {
      for (let i = 0; i < this.data.length; i++) this.data[i] = 255 - (this.data[i] as number)
    })
  }

  /** Becomes another mask of the same size. */
  replace(mask: Uint8Array): void {
    this.edit(this.#whole(), () => this.data.set(mask))
  }

  async undo(): Promise<void> {
    if (this.live || this.#moving) return
    this.#packAll()
    await this.#move(this.#history.back(), -1)
  }

  async redo(): Promise<void> {
    if (this.live || this.#moving) return
    this.#packAll()
    await this.#move(this.#history.forth(), 1)
  }

  /** Rectangle outside which nothing is masked, in whole squares; empty when all is free. */
  bounds(): Rect {
    let found: Rect | null = null
    this.#filled.forEach((isFilled, tile) => {
      if (isFilled || this.#before?.has(tile)) found = union(found, this.#tiles.rectOf(tile))
    })
    return found ?? { left: 0, top: 0, right: 0, bottom: 0 }
  }

  async #move(packed: Uint8Array | Blob | null, direction: 1 | -1): Promise<void> {
    if (!packed) return
    if (packed instanceof Blob) {
      this.#moving = true
      try {
        this.#apply(new Uint8Array(await packed.arrayBuffer()), direction)
      } finally {
        this.#moving = false
      }
    } else this.#apply(packed, direction)
  }

  #apply(packed: Uint8Array, direction: 1 | -1): void {
    const source = new ByteSource(packed)
    const tiles: number[] = []
    let changed: Rect | null = null
    while (!source.done) {
      const tile = source.nextNumber()
      const piece = this.#tiles.read(tile)
      applyDifference(source, piece, direction)
      this.#tiles.write(tile, piece)
      tiles.push(tile)
      changed = union(changed, this.#tiles.rectOf(tile))
    }
    this.#refill(tiles)
    if (changed) this.#show(changed)
    this.#announce()
  }

  /** Packs one square of the last step, if it is not packed yet. */
  #pack(tile: number): void {
    const was = this.#packing?.before.get(tile)
    if (!this.#packing || !was) return
    packDifference(tile, was, this.#tiles.read(tile), this.#packing.sink)
    this.#packing.before.delete(tile)
  }

  /** Packs what is left of the last step and gives it to the history. */
  #packAll(): void {
    const packing = this.#packing
    if (!packing) return
    for (const tile of packing.before.keys()) this.#pack(tile)
    this.#packing = null
    this.#history.push(packing.sink.toBytes())
  }

  #packSlice(): void {
    const packing = this.#packing
    setTimeout(() => {
      if (!packing || packing !== this.#packing) return
      const until = performance.now() + SLICE
      for (const tile of packing.before.keys()) {
        this.#pack(tile)
        if (performance.now() > until) break
      }
      if (packing.before.size === 0) this.#packAll()
      else this.#packSlice()
    })
  }

  #whole(): Rect {
    return { left: 0, top: 0, right: this.width, bottom: this.height }
  }

  #refill(tiles: Iterable<number>): void {
    for (const tile of tiles) this.#filled[tile] = this.#tiles.hasContent(tile) ? 1 : 0
  }

  #show(rect: Rect): void {
    for (const listener of this.#painted) listener(rect)
  }

  #announce(isChange = true): void {
    const isPacking = this.#packing !== null
    const canUndo = isPacking || this.#history.canUndo
    const canRedo = !isPacking && this.#history.canRedo
    const version = this.#state.version + (isChange ? 1 : 0)
    this.#state = { canUndo, canRedo, blank: !this.#filled.includes(1), version }
    for (const listener of this.#changed) listener()
  }
}
