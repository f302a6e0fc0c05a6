import { complete, NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { lightAt, lightOf } from './light.ts'
import { HOLE, KNOWN, type Sheet } from './sheet.ts'

/** Difference of small blocks under which a side is plain: paint, plaster. */
const PLAIN = 0.009
/** Side of such a block, px: over it, noise has gone and texture has not. */
const BLOCK = 4
/** Value of "as bright as the light" in the picture of the detail. */
const NEUTRAL = 128

/** Detail of each known pixel: its value in parts of the light's, times NEUTRAL; NEUTRAL elsewhere. */
function detailOf({ rgb, state }: Sheet, light: Float32Array): Uint8ClampedArray {
  const data = new Uint8ClampedArray(4 * state.length).fill(NEUTRAL)
  for (let i = 0; i < state.length; i++) {
    data[4 * i + 3] = 255
    if (state[i] !== KNOWN) continue
    for (let c = 0; c < 3; c++)
      data[4 * i + c] = Math.round((NEUTRAL * (1 + rgb[3 * i + c]!)) / (1 + light[3 * i + c]!))
  }
  return data
}

/** Mean of each block's green, NaN where not all of it is known. */
function blocksOf({ width, height, state }: Sheet, detail: Uint8ClampedArray) {
  const columns = Math.floor(width / BLOCK)
  const rows = Math.floor(height / BLOCK)
  const values = new Float64Array(columns * rows)
  for (let at = 0; at < values.length; at++) {
    const corner = Math.floor(at / columns) * BLOCK * width + (at % columns) * BLOCK
    for (let j = 0; j < BLOCK; j++)
      for (let i = corner + j * width; i < corner + j * width + BLOCK; i++)
        values[at] = values[at]! + (state[i] === KNOWN ? detail[4 * i + 1]! / BLOCK ** 2 : Number.NaN)
  }
  return { columns, rows, values }
}

/**
 * How much texture there is: the mean difference of a block from those around it, in parts of NEUTRAL. Light that
 * changes from block to block as evenly as it does into corners is none.
 */
function textureOf(sheet: Sheet, detail: Uint8ClampedArray): number {
  const { columns, rows, values } = blocksOf(sheet, detail)
  let sum = 0
  let count = 0
  for (let y = 1; y < rows - 1; y++) {
    for (let x = 1; x < columns - 1; x++) {
      const i = y * columns + x
      const around = (values[i - 1]! + values[i + 1]! + values[i - columns]! + values[i + columns]!) / 4
      const off = Math.abs(values[i]! - around) / NEUTRAL
      if (Number.isNaN(off)) continue
      sum += Math.min(0.2, off)
      count++
    }
  }
  return count > 0 ? sum / count : 0
}

/** Light at each pixel of a sheet, encoded values 0..255, three a pixel. */
function lightOver(sheet: Sheet): Float32Array {
  const { width, height } = sheet
  const smooth = lightOf(sheet)
  const light = new Float32Array(3 * width * height)
  const value = new Float32Array(3)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      lightAt(smooth, x, y, value)
      light.set(value, 3 * i)
    }
  return light
}

/** Fills the holes of a side with the light that falls on it, without texture. Changes `sheet.rgb`. */
export function fillLight(sheet: Sheet): void {
  const { rgb, state } = sheet
  const light = lightOver(sheet)
  for (let i = 0; i < state.length; i++)
    if (state[i] === HOLE) rgb.set(light.subarray(3 * i, 3 * i + 3), 3 * i)
}

/**
 * Fills the holes of a side in its own texture: the light over it is smooth and carried on from all sides (Retinex's
 * assumption, Land and McCann 1971), what remains is texture and is completed from the side itself, seen from straight
 * ahead, so that boards and joints go on in perspective. Changes `sheet.rgb`.
 * @param report told 0..1
 * @returns what it was filled with: `plain` paint, whose grain is still missing, the side's own `texture`, or its `light`
 *   alone where nothing of its texture is seen
 */
export function fillSheet(sheet: Sheet, report: (done: number) => void): 'plain' | 'texture' | 'light' {
  const { width, height, rgb, state } = sheet
  const light = lightOver(sheet)
  let data = detailOf(sheet, light)
  const plain = textureOf(sheet, data) < PLAIN
  let filled: ReturnType<typeof fillSheet> = plain ? 'plain' : 'texture'
  if (!state.includes(KNOWN)) filled = 'light'
  if (plain) data.fill(NEUTRAL)
  else {
    const missing = state.map((one) => (one === HOLE ? 255 : 0))
    const blind = state.map((one) => Number(one !== KNOWN && one !== HOLE))
    try {
      data = complete({ width, height, data }, missing, report, 1, blind).data
    } catch (thrown) {
      // Nothing of this side is seen: its light alone is what is known of it.
      if (!(thrown instanceof NothingToCopyError)) throw thrown
      filled = 'light'
    }
  }
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== HOLE) continue
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = (data[4 * i + c]! / NEUTRAL) * (1 + light[3 * i + c]!) - 1
  }
  report(1)
  return filled
}
