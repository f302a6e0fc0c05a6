/**
 * Compact differences between two states of a piece of a mask. The difference (modulo 256) of masks changes
 * slowly from pixel to pixel: its steps are stored with two bits, four bits or a byte each, and runs without
 * a step with nearly nothing, so that a soft stroke takes about two bits a pixel and a hard one next to none.
 *
 * Tokens: two bits say the kind (no step, 2-bit steps, 4-bit steps, bytes), six the count; 63 is followed by
 * the rest of the count, seven bits a byte.
 */
const WIDTHS = [0, 2, 4, 8] as const
const LONG = 63
/** Runs without a step that are worth a token of their own. */
const RUN = 8

/** Bytes that grow as they are written. */
export class ByteSink {
  #bytes = new Uint8Array(4096)
  length = 0

  push(byte: number): void {
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.length)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[this.length++] = byte
  }

  /** A whole number ≥ 0, seven bits a byte. */
  pushNumber(value: number): void {
    let rest = value
    for (; rest > 127; rest >>>= 7) this.push((rest & 127) | 128)
    this.push(rest)
  }

  /** A copy of what was written. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length)
  }
}

/** Where reading has come to in a patch. */
export class ByteSource {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length
  }

  next(): number {
    return this.#bytes[this.#at++] ?? 0
  }

  nextNumber(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.next()
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
}

/** Kind of token that holds a step. */
function kindOf(step: number): number {
  return step < 4 ? 1 : step < 16 ? 2 : 3
}

/**
 * Signed steps between neighbours, the sign in the lowest bit, so that small steps are small numbers; null
 * when nothing differs.
 */
function stepsOf(before: Uint8Array, after: Uint8Array): Uint8Array | null {
  const steps = new Uint8Array(before.length)
  let last = 0
  let differs = 0
  for (let i = 0; i < before.length; i++) {
    const now = ((after[i] as number) - (before[i] as number)) & 255
    const step = (now - last) & 255
    steps[i] = step < 128 ? 2 * step : 511 - 2 * step
    last = now
    differs |= now
  }
  return differs === 0 ? null : steps
}

function pushToken(sink: ByteSink, kind: number, steps: Uint8Array, from: number, to: number): void {
  const count = to - from
  sink.push((kind << 6) | Math.min(count, LONG))
  if (count >= LONG) sink.pushNumber(count - LONG)
  const width = WIDTHS[kind] as number
  if (width === 0) return
  let byte = 0
  let filled = 0
  for (let i = from; i < to; i++) {
    byte |= (steps[i] as number) << filled
    filled += width
    if (filled < 8) continue
    sink.push(byte)
    byte = 0
    filled = 0
  }
  if (filled > 0) sink.push(byte)
}

/** End of the steps that are best written with one token from here, and its kind. */
function spanFrom(steps: Uint8Array, from: number): { kind: number; to: number } {
  const count = steps.length
  let run = from
  while (run < count && steps[run] === 0) run++
  if (run - from >= RUN || run === count) return { kind: 0, to: run }
  let kind = kindOf(steps[from] as number)
  let [zeros, lower] = [0, 0]
  for (let to = from; to < count; to++) {
    const step = steps[to] as number
    const needed = kindOf(step)
    if (needed > kind) {
      if (to - from >= 4) return { kind, to }
      kind = needed
      lower = 0
    }
    zeros = step === 0 ? zeros + 1 : 0
    lower = needed < kind ? lower + 1 : 0
    if (zeros >= 2 * RUN) return { kind, to: to + 1 - zeros }
    if (lower >= 3 * RUN) return { kind, to: to + 1 - lower }
  }
  return { kind, to: count }
}

/**
 * Writes the number of a piece and what leads from one state of it to another of the same length; nothing
 * when they are the same.
 */
export function packDifference(piece: number, before: Uint8Array, after: Uint8Array, sink: ByteSink): void {
  const steps = stepsOf(before, after)
  if (!steps) return
  sink.pushNumber(piece)
  for (let at = 0; at < steps.length; ) {
    const { kind, to } = spanFrom(steps, at)
    pushToken(sink, kind, steps, at, to)
    at = to
  }
}

/**
 * Reads a difference and moves a piece along it.
 * @param direction 1 leads on to the later state, −1 back to the earlier one
 */
export function applyDifference(source: ByteSource, piece: Uint8Array, direction: 1 | -1): void {
  let difference = 0
  for (let at = 0; at < piece.length; ) {
    const token = source.next()
    const short = token & LONG
    const end = Math.min(piece.length, at + (short === LONG ? LONG + source.nextNumber() : short))
    const width = WIDTHS[token >> 6] as number
    if (width === 0 && difference === 0) {
      at = end
      continue
    }
    let byte = 0
    let filled = 0
    for (; at < end; at++) {
      if (width > 0) {
        if (filled === 0) {
          byte = source.next()
          filled = 8
        }
        const step = byte & (2 ** width - 1)
        byte >>= width
        filled -= width
        difference = (difference + (step & 1 ? -((step + 1) >> 1) : step >> 1)) & 255
      }
      piece[at] = (piece[at] as number) + direction * difference
    }
  }
}
