import type { Raster } from '#kernels/raster.ts'

/** Reach of the mean, in parts of the longer side: wider than boards and joints are near the camera. */
const REACH = 0.1
/** Passes of the mean: three come close to a Gaussian. */
const PASSES = 3

/** Writes the sums of a plane, where `inside` is 1, over all that is above and left of each place. */
function sumUp(values: Float64Array, inside: Uint8Array, width: number, out: Float64Array): void {
  const height = values.length / width
  for (let y = 0; y < height; y++) {
    const above = y * (width + 1)
    let row = 0
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (inside[i]) row += values[i]!
      out[above + width + 2 + x] = out[above + x + 1]! + row
    }
  }
}

/** Means of a plane around each place where `inside` is 1, over such places alone. */
function smooth(values: Float64Array, inside: Uint8Array, width: number, reach: number, room: Room): void {
  const height = values.length / width
  const row = width + 1
  const { sums, counts } = room
  sumUp(values, inside, width, sums)
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach) * row
    const bottom = Math.min(height, y + reach + 1) * row
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (!inside[i]) continue
      const left = Math.max(0, x - reach)
      const right = Math.min(width, x + reach + 1)
      const sum = sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!
      const count =
        counts[bottom + right]! - counts[bottom + left]! - counts[top + right]! + counts[top + left]!
      values[i] = sum / count
    }
  }
}

/** Memory that is used again and again. */
interface Room {
  sums: Float64Array
  counts: Float64Array
}

/**
 * Leaves of each side of a room only its smooth light: boards, joints and stains go, so that another finish can be laid.
 * @param sides which side each pixel shows, as sidesOf tells
 * @param foreign 1 where something else shows, which stays as it is
 */
export function smoothSides(picture: Raster, sides: Uint8Array, foreign: Uint8Array): Raster {
  const { width, height } = picture
  const data = picture.data.slice()
  const reach = Math.max(2, Math.round(REACH * Math.max(width, height)))
  const size = (width + 1) * (height + 1)
  const room = { sums: new Float64Array(size), counts: new Float64Array(size) }
  const values = new Float64Array(width * height)
  const inside = new Uint8Array(width * height)
  const ones = new Float64Array(width * height).fill(1)
  for (const side of new Set(sides)) {
    for (let i = 0; i < inside.length; i++) inside[i] = sides[i] === side && !foreign[i] ? 1 : 0
    sumUp(ones, inside, width, room.counts)
    for (let c = 0; c < 3; c++) {
      for (let i = 0; i < inside.length; i++) values[i] = data[4 * i + c]!
      for (let pass = 0; pass < PASSES; pass++) smooth(values, inside, width, reach, room)
      for (let i = 0; i < inside.length; i++) if (inside[i]) data[4 * i + c] = values[i]!
    }
  }
  return { width, height, data }
}
