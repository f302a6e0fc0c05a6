import type { Raster } from '#kernels/raster.ts'

/** Rec. 709 luma of a pixel, 0..255. */
export const luma = ({ data }: Raster, i: number): number =>
  0.2126 * data[4 * i]! + 0.7152 * data[4 * i + 1]! + 0.0722 * data[4 * i + 2]!

/** Green at a place between pixel centres, which are at whole numbers. */
function greenAt({ data, width }: Raster, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - left, y - top]
  const at = (dx: number, dy: number) => data[4 * ((top + dy) * width + left + dx) + 1]!
  return (1 - v) * ((1 - u) * at(0, 0) + u * at(1, 0)) + v * ((1 - u) * at(0, 1) + u * at(1, 1))
}

/** How much a place looks like the crossing of a checker: its four quarters differ in turn. */
export function crossing(picture: Raster, x: number, y: number): number {
  let sum = 0
  for (let k = 1; k <= 4; k++) {
    const a = greenAt(picture, x - k, y - k) + greenAt(picture, x + k, y + k)
    sum += a - greenAt(picture, x + k, y - k) - greenAt(picture, x - k, y + k)
  }
  return Math.abs(sum)
}

/** Pearson's correlation of two lists of equal length, −1..1. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    ab += (a[i]! - ma) * (b[i]! - mb)
    aa += (a[i]! - ma) ** 2
    bb += (b[i]! - mb) ** 2
  }
  return ab / Math.sqrt(aa * bb)
}
