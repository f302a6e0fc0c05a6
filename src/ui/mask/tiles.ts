import { clip, type Rect } from './rect.ts'

/** Side of a square, px. */
const SIDE = 128

/** The pixels of a mask, and the squares that they are kept by. */
export class Tiles {
  readonly width: number
  readonly height: number
  /** One byte a pixel, rows from the top. */
  readonly data: Uint8Array<ArrayBuffer>
  /** How many squares there are. */
  readonly count: number
  readonly #columns: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.data = new Uint8Array(width * height)
    this.#columns = Math.ceil(width / SIDE)
    this.count = this.#columns * Math.ceil(height / SIDE)
  }

  rectOf(tile: number): Rect {
    const left = (tile % this.#columns) * SIDE
    const top = Math.floor(tile / this.#columns) * SIDE
    const [right, bottom] = [Math.min(this.width, left + SIDE), Math.min(this.height, top + SIDE)]
    return { left, top, right, bottom }
  }

  /** Squares that a rectangle touches. */
  within(rect: Rect): number[] {
    const { left, top, right, bottom } = clip(rect, this.width, this.height)
    const tiles: number[] = []
    for (let y = Math.floor(top / SIDE); y * SIDE < bottom; y++) {
      for (let x = Math.floor(left / SIDE); x * SIDE < right; x++) tiles.push(y * this.#columns + x)
    }
    return tiles
  }

  /** A copy of a square. */
  read(tile: number): Uint8Array {
    const { left, top, right, bottom } = this.rectOf(tile)
    const wide = right - left
    const piece = new Uint8Array(wide * (bottom - top))
    for (let y = top; y < bottom; y++) {
      const from = y * this.width + left
      piece.set(this.data.subarray(from, from + wide), (y - top) * wide)
    }
    return piece
  }

  write(tile: number, piece: Uint8Array): void {
    const { left, top, right, bottom } = this.rectOf(tile)
    const wide = right - left
    for (let y = top; y < bottom; y++) {
      this.data.set(piece.subarray((y - top) * wide, (y - top + 1) * wide), y * this.width + left)
    }
  }

  /** Whether a square is still what a copy of it says. */
  isSame(tile: number, copy: Uint8Array): boolean {
    const { left, top, right, bottom } = this.rectOf(tile)
    for (let y = top, i = 0; y < bottom; y++) {
      for (let at = y * this.width + left, end = y * this.width + right; at < end; at++, i++) {
        if (this.data[at] !== copy[i]) return false
      }
    }
    return true
  }

  /** Whether anything in a square is above 0. */
  hasContent(tile: number): boolean {
    const { left, top, right, bottom } = this.rectOf(tile)
    for (let y = top; y < bottom; y++) {
      for (let at = y * this.width + left, end = y * this.width + right; at < end; at++) {
        if (this.data[at] !== 0) return true
      }
    }
    return false
  }
}
