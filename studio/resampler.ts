import { LANES, ROW_BITS, WEIGHT_BITS } from '#kernels/raster/program.ts'
import {
  type Code,
  type Func,
  I32,
  i8x16,
  i32,
  i32x4,
  Locals,
  moduleOf,
  narrow32,
  V128,
  v128,
} from './wasm-assembler.ts'

/**
 * The program of `workers/kernels/raster/resampler.ts`. `node studio/resampler.ts` prints it as it stands in
 * program.ts there.
 */

const ZERO = 0x80

/** Channels of two neighbouring pixels, from byte `at`, side by side in 16 bits: r0 r1 g0 g1 b0 b1 a0 a1. */
function pairUp(at: number): Code {
  return v128.const([0, 1, 2, 3].flatMap((channel) => [at + channel, ZERO, at + 4 + channel, ZERO]))
}

const LOW = [0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23]
const HIGH = LOW.map((lane) => lane + 8)

const half = (bits: number) => i32x4.splat(1 << (bits - 1))
/** Moves an address on. */
const step = (l: Locals, name: string, bytes: number) => l.set(name, i32.add(l.get(name), i32.const(bytes)))

/**
 * row(source, target, table, pixels, quads): filters a row. The table holds for each pixel the place of its
 * first tap in the row, in bytes, and 4 · quads weights. Writes four signed 16-bit channels a pixel.
 */
function row(): Func {
  const l = new Locals()
  l.param(I32, 'source', 'target', 'table', 'pixels', 'quads')
  l.declare(I32, 'at', 'left')
  l.declare(V128, 'sum', 'other', 'taps')
  const add = (sum: string, from: number, offset: number) => {
    const pair = i8x16.swizzle(l.get('taps'), pairUp(from))
    return l.set(sum, i32x4.add(l.get(sum), i32x4.dot(pair, v128.load32Splat(l.get('table'), offset))))
  }
  const shift = WEIGHT_BITS - ROW_BITS
  const total = i32x4.shiftRight(i32x4.add(l.get('sum'), l.get('other')), shift)
  const body = l.countDown(
    'pixels',
    l.set('at', i32.add(l.get('source'), i32.load(l.get('table')))),
    step(l, 'table', 4),
    l.set('sum', half(shift)),
    l.set('other', i32x4.splat(0)),
    l.set('left', l.get('quads')),
    l.countDown(
      'left',
      l.set('taps', v128.load(l.get('at'))),
      add('sum', 0, 0),
      add('other', 8, 4),
      step(l, 'at', 4 * LANES),
      step(l, 'table', 2 * LANES),
    ),
    v128.store64(l.get('target'), narrow32(total, total)),
    step(l, 'target', 8),
  )
  return { name: 'row', locals: l, body }
}

/**
 * column(target, table, units, pairs): adds up filtered rows. The table holds for each pair of rows their two
 * addresses and their two weights. Writes four RGBA pixels a unit.
 */
function column(): Func {
  const l = new Locals()
  l.param(I32, 'target', 'table', 'units', 'pairs')
  l.declare(I32, 'offset', 'entry', 'left', 'first', 'second')
  l.declare(V128, 'a', 'b', 'c', 'd', 'weights', 'upper', 'lower')
  const add = (sum: string, lanes: readonly number[]) => {
    const pair = i8x16.shuffle(l.get('upper'), l.get('lower'), lanes)
    return l.set(sum, i32x4.add(l.get(sum), i32x4.dot(pair, l.get('weights'))))
  }
  const eight = (low: string, high: string, at: number): Code => [
    ...l.set('upper', v128.load(l.get('first'), at)),
    ...l.set('lower', v128.load(l.get('second'), at)),
    ...add(low, LOW),
    ...add(high, HIGH),
  ]
  const shift = WEIGHT_BITS + ROW_BITS
  const whole = (sum: string) => i32x4.shiftRight(l.get(sum), shift)
  const bytes = i8x16.narrow(narrow32(whole('a'), whole('b')), narrow32(whole('c'), whole('d')))
  const body = [
    ...l.set('offset', i32.const(0)),
    ...l.countDown(
      'units',
      ...['a', 'b', 'c', 'd'].map((sum) => l.set(sum, half(shift))),
      l.set('entry', l.get('table')),
      l.set('left', l.get('pairs')),
      l.countDown(
        'left',
        l.set('first', i32.add(i32.load(l.get('entry'), 0), l.get('offset'))),
        l.set('second', i32.add(i32.load(l.get('entry'), 4), l.get('offset'))),
        l.set('weights', v128.load32Splat(l.get('entry'), 8)),
        eight('a', 'b', 0),
        eight('c', 'd', 16),
        step(l, 'entry', 12),
      ),
      v128.store(l.get('target'), bytes),
      step(l, 'target', 4 * LANES),
      step(l, 'offset', 8 * LANES),
    ),
  ]
  return { name: 'column', locals: l, body }
}

/** The resampler's module: functions `row` and `column` over `env.memory`. */
export const resamplerProgram = () => moduleOf([row(), column()])

if (import.meta.main) console.log(resamplerProgram().toBase64())
