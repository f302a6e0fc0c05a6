import { LANES, PROGRAM } from './program.ts'
import { makeTaps, type Taps } from './weights.ts'

const PAGE = 65_536
/** Vectors are read and written whole, so that up to this many bytes behind a picture are touched. */
const SLACK = 64

interface Program {
  row(source: number, target: number, table: number, pixels: number, quads: number): void
  column(target: number, table: number, units: number, pairs: number): void
}

/** Source rows are asked for in strips of about this size: they stay in the processor's cache. */
const STRIP_BYTES = 1 << 20

const align = (bytes: number) => Math.ceil(bytes / 16) * 16

/** Places of everything in the memory, bytes. */
interface Layout {
  source: number
  target: number
  rowTable: number
  columnTable: number
  ring: number
  ringRow: number
  end: number
}

interface Job {
  width: number
  height: number
  toWidth: number
  toHeight: number
  across: Taps
  down: Taps
  /** Source rows that are held at a time. */
  strip: number
}

function layOut({ width, toWidth, toHeight, across, down, strip }: Job): Layout {
  const ringRow = align(8 * Math.ceil(toWidth / LANES) * LANES)
  const target = align(4 * width * strip + SLACK)
  const rowTable = target + align(4 * toWidth * toHeight + SLACK)
  const columnTable = rowTable + align(rowStride(across) * toWidth)
  const ring = columnTable + align(6 * down.count)
  return { source: 0, target, rowTable, columnTable, ring, ringRow, end: ring + down.count * ringRow + SLACK }
}

const rowStride = (taps: Taps) => 4 + 2 * taps.count

/** Table of the program's `row`: place of the first tap in bytes, then the weights. */
function packRows(taps: Taps): Uint8Array {
  const stride = 4 + 2 * taps.count
  const bytes = new Uint8Array(stride * taps.starts.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < taps.starts.length; i++) {
    view.setInt32(i * stride, 4 * (taps.starts[i] ?? 0), true)
    for (let t = 0; t < taps.count; t++) {
      view.setInt16(i * stride + 4 + 2 * t, taps.weights[i * taps.count + t] ?? 0, true)
    }
  }
  return bytes
}

/**
 * Gives rows of a picture, 8-bit RGBA: called for each strip once, from the top.
 * @param target room for exactly these rows, within the resampler's memory
 * @param from first row
 * @param rows how many
 */
export type ReadRows = (
  target: Uint8ClampedArray<ArrayBuffer>,
  from: number,
  rows: number,
) => void | Promise<void>

/**
 * Scales 8-bit RGBA with lanczos3 in WebAssembly SIMD, in fixed point. Channels are filtered alike: pictures
 * with transparency want premultiplied colour. The source comes in strips and filtered rows go through a ring
 * as high as the filter, so that neither is ever held whole. One picture at a time.
 */
export class Resampler {
  readonly #memory: WebAssembly.Memory
  readonly #program: Program

  private constructor(memory: WebAssembly.Memory, program: Program) {
    this.#memory = memory
    this.#program = program
  }

  /** A resampler, or null where the runtime has no WebAssembly SIMD. */
  static async create(): Promise<Resampler | null> {
    if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(PROGRAM)) return null
    const memory = new WebAssembly.Memory({ initial: 1 })
    const { instance } = await WebAssembly.instantiate(PROGRAM, { env: { memory } })
    return new Resampler(memory, instance.exports as unknown as Program)
  }

  /**
   * Scales a picture of `width` × `height` px to `toWidth` × `toHeight`.
   * @returns the pixels, a view of the memory that holds until the next picture
   * @throws RangeError when the memory cannot grow, or what `read` throws
   */
  async scale(
    width: number,
    height: number,
    toWidth: number,
    toHeight: number,
    read: ReadRows,
  ): Promise<Uint8ClampedArray<ArrayBuffer>> {
    const across = makeTaps(width, toWidth, LANES)
    const down = makeTaps(height, toHeight, 2)
    const strip = Math.min(height, Math.max(1, Math.floor(STRIP_BYTES / (4 * width))))
    const job = { width, height, toWidth, toHeight, across, down, strip }
    const at = layOut(job)
    this.#reserve(at.end)
    const buffer = this.#memory.buffer as ArrayBuffer
    new Uint8Array(buffer).set(packRows(across), at.rowTable)
    const progress = { written: 0 }
    for (let from = 0; from < height; from += strip) {
      const rows = Math.min(strip, height - from)
      await read(new Uint8ClampedArray(buffer, at.source, 4 * width * rows), from, rows)
      this.#feed(job, at, from, rows, progress)
    }
    return new Uint8ClampedArray(buffer, at.target, 4 * toWidth * toHeight)
  }

  /** Filters the rows of a strip, and writes each output row as soon as the last row that it needs is there. */
  #feed(job: Job, at: Layout, from: number, rows: number, progress: { written: number }): void {
    const { width, height, toWidth, toHeight, across, down } = job
    const units = Math.ceil(toWidth / LANES)
    const place = (y: number) => at.ring + (y % down.count) * at.ringRow
    for (let y = from; y < from + rows; y++) {
      const source = at.source + 4 * width * (y - from)
      this.#program.row(source, place(y), at.rowTable, toWidth, across.count / LANES)
      for (; progress.written < toHeight; progress.written++) {
        const start = down.starts[progress.written] ?? 0
        if (Math.min(height, start + down.count) > y + 1) break
        this.#listRows(at, down, progress.written, start, place)
        const target = at.target + 4 * toWidth * progress.written
        this.#program.column(target, at.columnTable, units, down.count / 2)
      }
    }
  }

  /** Table of the program's `column` for one output row. */
  #listRows(at: Layout, down: Taps, row: number, start: number, place: (y: number) => number): void {
    const entries = new DataView(this.#memory.buffer, at.columnTable, 6 * down.count)
    for (let t = 0; t < down.count; t++) {
      const pair = 12 * (t >> 1)
      entries.setInt32(pair + 4 * (t & 1), place(start + t), true)
      entries.setInt16(pair + 8 + 2 * (t & 1), down.weights[row * down.count + t] ?? 0, true)
    }
  }

  #reserve(bytes: number): void {
    const missing = bytes - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE))
  }
}
