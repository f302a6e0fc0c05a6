import {
  type Code,
  countDown,
  func,
  i8x16,
  i32,
  i32x4,
  type Local,
  moduleOf,
  narrow32,
  v128,
} from './assembler.ts'

/** Weights are whole numbers of 1 / 2^14: they fill the signed 16 bits that the dot product takes. */
export const WEIGHT_BITS = 14
/** Filtered rows keep 6 bits behind the point, so that rounding twice is not seen. */
const ROW_BITS = 6
/** Taps of a row are padded to this; four pixels fill a vector. */
export const ROW_UNIT = 4
/** Pixels of a column pass that are written at once. */
export const COLUMN_UNIT = 4

const ZERO = 0x80

/** Channels of two neighbouring pixels, from byte `at`, side by side in 16 bits: r0 r1 g0 g1 b0 b1 a0 a1. */
function pairUp(at: number): Code {
  return v128.const([0, 1, 2, 3].flatMap((channel) => [at + channel, ZERO, at + 4 + channel, ZERO]))
}

const LOW = [0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23]
const HIGH = LOW.map((lane) => lane + 8)

const half = (bits: number) => i32x4.splat(1 << (bits - 1))
const step = (local: Local, bytes: number) => local.set(i32.add(local.get, i32.const(bytes)))

/**
 * row(source, target, table, pixels, quads): filters a row. The table holds for each pixel the place of its
 * first tap in the row, in bytes, and 4 · quads weights. Writes four signed 16-bit channels a pixel.
 */
const row = func(
  'row',
  [5, 2, 3],
  ([source, target, table, pixels, quads], [at, left], [sum, other, taps]) => {
    if (!source || !target || !table || !pixels || !quads || !at || !left || !sum || !other || !taps)
      return []
    const add = (acc: Local, from: number, offset: number) =>
      acc.set(
        i32x4.add(
          acc.get,
          i32x4.dot(i8x16.swizzle(taps.get, pairUp(from)), v128.load32Splat(table.get, offset)),
        ),
      )
    const shift = WEIGHT_BITS - ROW_BITS
    const total = i32x4.shiftRight(i32x4.add(sum.get, other.get), shift)
    return [
      countDown(
        pixels,
        at.set(i32.add(source.get, i32.load(table.get))),
        step(table, 4),
        sum.set(half(shift)),
        other.set(i32x4.splat(0)),
        left.set(quads.get),
        countDown(
          left,
          taps.set(v128.load(at.get)),
          add(sum, 0, 0),
          add(other, 8, 4),
          step(at, 16),
          step(table, 8),
        ),
        v128.store64(target.get, narrow32(total, total)),
        step(target, 8),
      ),
    ]
  },
)

/**
 * column(target, table, units, pairs): adds up filtered rows. The table holds for each pair of rows their two
 * addresses and their two weights. Writes four RGBA pixels a unit.
 */
const column = func('column', [4, 5, 8], ([target, table, units, pairs], integers, vectors) => {
  const [offset, entry, left, first, second] = integers
  const [a, b, c, d, weights, upper, lower] = vectors
  if (!target || !table || !units || !pairs || !offset || !entry || !left || !first || !second) return []
  if (!a || !b || !c || !d || !weights || !upper || !lower) return []
  const add = (acc: Local, lanes: readonly number[]) =>
    acc.set(i32x4.add(acc.get, i32x4.dot(i8x16.shuffle(upper.get, lower.get, lanes), weights.get)))
  const eight = (low: Local, high: Local, at: number): Code[] => [
    upper.set(v128.load(first.get, at)),
    lower.set(v128.load(second.get, at)),
    add(low, LOW),
    add(high, HIGH),
  ]
  const shift = WEIGHT_BITS + ROW_BITS
  const whole = (acc: Local) => i32x4.shiftRight(acc.get, shift)
  return [
    offset.set(i32.const(0)),
    countDown(
      units,
      ...[a, b, c, d].map((acc) => acc.set(half(shift))),
      entry.set(table.get),
      left.set(pairs.get),
      countDown(
        left,
        first.set(i32.add(i32.load(entry.get, 0), offset.get)),
        second.set(i32.add(i32.load(entry.get, 4), offset.get)),
        weights.set(v128.load32Splat(entry.get, 8)),
        ...eight(a, b, 0),
        ...eight(c, d, 16),
        step(entry, 12),
      ),
      v128.store(target.get, i8x16.narrow(narrow32(whole(a), whole(b)), narrow32(whole(c), whole(d)))),
      step(target, 16),
      step(offset, 32),
    ),
  ]
})

/** The resampler's module: functions `row` and `column` over `env.memory`. */
export const PROGRAM = moduleOf([row, column])
