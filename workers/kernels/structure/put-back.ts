import { type Box, partOf } from '#contracts/structure.ts'
import { cellMeans } from '#kernels/raster/cell-means.ts'
import { PlaneRow } from '#kernels/raster/plane-row.ts'
import { scaledTo } from '#kernels/raster/resample.ts'
import type { Plane, Raster } from '#kernels/raster.ts'

/** Over how much of what is around it a place passes into the picture. */
const FEATHER = 0.5
/** Cells of the grid that the difference of colours is carried inwards on, at most along a side. */
const CELLS = 48
/** Rounds of relaxation: enough for CELLS to settle. */
const ROUNDS = 120

function cut({ width, data }: Raster, part: ReturnType<typeof partOf>): Raster {
  const out = new Uint8ClampedArray(4 * part.width * part.height)
  for (let y = 0; y < part.height; y++) {
    const from = 4 * ((part.top + y) * width + part.left)
    out.set(data.subarray(from, from + 4 * part.width), 4 * y * part.width)
  }
  return { width: part.width, height: part.height, data: out }
}

/**
 * Carries what stands in the outermost cells inwards, as smoothly as can be (Laplace's equation, successive
 * over-relaxation). Cells of `free` sides have nothing to go by and are carried to as well.
 */
function carryInwards({ width, height, data }: Plane, free: Sides): void {
  const [from, to] = [free.left ? 0 : 1, width - (free.right ? 0 : 1)]
  const [top, bottom] = [free.top ? 0 : 1, height - (free.bottom ? 0 : 1)]
  for (let round = 0; round < ROUNDS; round++)
    for (let y = top; y < bottom; y++)
      for (let x = from; x < to; x++) {
        const i = y * width + x
        const mean =
          (data[x > 0 ? i - 1 : i + 1]! +
            data[x < width - 1 ? i + 1 : i - 1]! +
            data[y > 0 ? i - width : i + width]! +
            data[y < height - 1 ? i + width : i - width]!) /
          4
        data[i] = data[i]! + 1.8 * (mean - data[i]!)
      }
}

interface Sides {
  left: boolean
  right: boolean
  top: boolean
  bottom: boolean
}

/** How the colours of one part differ from another's along its border, carried over all of it: a plane a channel. */
function differences(there: Raster, here: Raster, free: Sides): Plane[] {
  const cell = Math.max(there.width, there.height) / CELLS
  const size = {
    width: Math.min(there.width, Math.max(3, Math.round(there.width / cell))),
    height: Math.min(there.height, Math.max(3, Math.round(there.height / cell))),
  }
  const [after, before] = [cellMeans(there, size), cellMeans(here, size)]
  return [0, 1, 2].map((c) => {
    const data = Float32Array.from({ length: size.width * size.height }, (_, i) => {
      const [x, y] = [i % size.width, Math.floor(i / size.width)]
      const isBorder = x === 0 || y === 0 || x === size.width - 1 || y === size.height - 1
      return isBorder ? after[3 * i + c]! - before[3 * i + c]! : 0
    })
    const plane = { ...size, data }
    carryInwards(plane, free)
    return plane
  })
}

/**
 * Puts places of a source back into what was made of it: what the source shows there comes in the colours and the light
 * that its surroundings have in the result, and passes into it at the border (Pérez, Gangnet, Blake: Poisson Image
 * Editing, SIGGRAPH 2003). Everything else stays as it is to the bit.
 * @param source of the same shape, any size
 * @param boxes places, see StructureChange
 */
export function putBack(result: Raster, source: Raster, boxes: readonly Box[]): Raster {
  const { width, height } = result
  const whole = scaledTo(source, result)
  const data = result.data.slice()
  for (const box of boxes) {
    const part = partOf(result, box)
    const free: Sides = {
      left: part.left === 0,
      top: part.top === 0,
      right: part.left + part.width === width,
      bottom: part.top + part.height === height,
    }
    const here = cut(whole, part)
    const rows = differences(cut({ width, height, data }, part), here, free).map(
      (plane) => new PlaneRow(plane, part.width, part.height),
    )
    const soft = FEATHER * part.around
    for (let y = 0; y < part.height; y++) {
      for (const row of rows) row.read(y)
      for (let x = 0; x < part.width; x++) {
        const deep = Math.min(
          free.left ? Infinity : x + 0.5,
          free.right ? Infinity : part.width - x - 0.5,
          free.top ? Infinity : y + 0.5,
          free.bottom ? Infinity : part.height - y - 0.5,
        )
        const t = Math.min(1, deep / soft)
        const share = t * t * (3 - 2 * t)
        const p = 4 * ((part.top + y) * width + part.left + x)
        for (let c = 0; c < 3; c++) {
          const own = here.data[4 * (y * part.width + x) + c]! + rows[c]!.values[x]!
          data[p + c] = data[p + c]! + share * (own - data[p + c]!)
        }
      }
    }
  }
  return { width, height, data }
}
