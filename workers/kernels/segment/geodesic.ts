import type { Raster } from '#kernels/raster.ts'

/**
 * Distance from seeds along paths that avoid edges (Criminisi, Sharp, Blake: GeoS, ECCV 2008), by raster
 * sweeps to and fro.
 * @param seeds 1 where the distance is 0
 * @param perColour what a colour difference of 1 costs, in px
 * @returns width·height distances, px; Infinity when there is no seed
 */
export function geodesicDistance(picture: Raster, seeds: Uint8Array, perColour: number): Float32Array {
  const { width, height, data } = picture
  const distance = Float32Array.from(seeds, (seed) => (seed ? 0 : Number.POSITIVE_INFINITY))
  const relax = (i: number, j: number, step: number) => {
    const [a, b] = [4 * i, 4 * j]
    const r = (data[a] as number) - (data[b] as number)
    const g = (data[a + 1] as number) - (data[b + 1] as number)
    const bl = (data[a + 2] as number) - (data[b + 2] as number)
    const through = (distance[j] as number) + step + perColour * Math.sqrt(r * r + g * g + bl * bl)
    if (through < (distance[i] as number)) distance[i] = through
  }
  const diagonal = Math.SQRT2
  for (let sweep = 0; sweep < 3; sweep++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const i = y * width + x
        if (x > 0) relax(i, i - 1, 1)
        if (y > 0) relax(i, i - width, 1)
        if (x > 0 && y > 0) relax(i, i - width - 1, diagonal)
        if (x + 1 < width && y > 0) relax(i, i - width + 1, diagonal)
      }
    }
    for (let y = height - 1; y >= 0; y--) {
      for (let x = width - 1; x >= 0; x--) {
        const i = y * width + x
        if (x + 1 < width) relax(i, i + 1, 1)
        if (y + 1 < height) relax(i, i + width, 1)
        if (x + 1 < width && y + 1 < height) relax(i, i + width + 1, diagonal)
        if (x > 0 && y + 1 < height) relax(i, i + width - 1, diagonal)
      }
    }
  }
  return distance
}
