import type { Plane } from '#kernels/raster.ts'

/** Sums over squares of 2·radius + 1 px, divided by the pixels that lie in the picture. */
function boxMean(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = new Float32Array(source.length)
  const out = new Float32Array(source.length)
  const sums = new Float64Array(Math.max(width, height) + 1)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) sums[x + 1] = (sums[x] as number) + (source[y * width + x] as number)
    for (let x = 0; x < width; x++) {
      const [a, b] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)]
      rows[y * width + x] = ((sums[b] as number) - (sums[a] as number)) / (b - a)
    }
  }
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) sums[y + 1] = (sums[y] as number) + (rows[y * width + x] as number)
    for (let y = 0; y < height; y++) {
      const [a, b] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)]
      out[y * width + x] = ((sums[b] as number) - (sums[a] as number)) / (b - a)
    }
  }
  return out
}

/**
 * Smooths a plane along the edges of another: guided filter (He, Sun, Tang: Guided Image Filtering, PAMI 2013).
 * @param guide values 0..1
 * @param epsilon variance of the guide, 0..1², below which it counts as flat
 */
export function guidedFilter(guide: Plane, source: Plane, radius: number, epsilon: number): Plane {
  const { width, height, data: g } = guide
  const p = source.data
  const mean = (plane: Float32Array) => boxMean(plane, width, height, radius)
  const meanG = mean(g)
  const meanP = mean(p)
  const meanGg = mean(g.map((value) => value * value))
  const meanGp = mean(g.map((value, i) => value * (p[i] as number)))
  const a = new Float32Array(g.length)
  const b = new Float32Array(g.length)
  for (let i = 0; i < g.length; i++) {
    const variance = (meanGg[i] as number) - (meanG[i] as number) ** 2
    const covariance = (meanGp[i] as number) - (meanG[i] as number) * (meanP[i] as number)
    a[i] = covariance / (variance + epsilon)
    b[i] = (meanP[i] as number) - (a[i] as number) * (meanG[i] as number)
  }
  const meanA = mean(a)
  const meanB = mean(b)
  const data = new Float32Array(g.length)
  for (let i = 0; i < g.length; i++) data[i] = (meanA[i] as number) * (g[i] as number) + (meanB[i] as number)
  return { width, height, data }
}
