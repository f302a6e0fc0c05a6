import type { Raster } from '#kernels/raster.ts'

/** Part of what an enlargement lost that is given back: less at ×4, where the source's own blur would show. */
export const FIDELITY = { 2: 0.8, 4: 0.5 } as const

/** Half the taps of the cubic that spreads a correction. */
const REACH = 2

/** Catmull-Rom weights of the four source pixels around each of the `factor` positions in a pixel. */
function phases(factor: number): { start: number; weights: readonly number[] }[] {
  const cubic = (x: number) =>
    x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  return Array.from({ length: factor }, (_, phase) => {
    const centre = (phase + 0.5) / factor - 0.5
    const start = Math.floor(centre) - 1
    return { start, weights: [0, 1, 2, 3].map((k) => cubic(Math.abs(start + k - centre))) }
  })
}

/**
 * What each source pixel differs by from the mean of the pixels that it became, times strength: three values a
 * pixel, in steps of 255. Hidden pixels count for nothing.
 */
function findLoss(out: Raster, source: Raster, factor: number, strength: number): Int16Array {
  const { width, height, data } = source
  const loss = new Int16Array(3 * width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (data[i * 4 + 3] === 0) continue
      let visible = 0
      let red = 0
      let green = 0
      let blue = 0
      for (let v = 0; v < factor; v++) {
        let at = ((y * factor + v) * out.width + x * factor) * 4
        for (let u = 0; u < factor; u++, at += 4) {
          const alpha = out.data[at + 3] as number
          visible += alpha
          red += alpha * (out.data[at] as number)
          green += alpha * (out.data[at + 1] as number)
          blue += alpha * (out.data[at + 2] as number)
        }
      }
      if (visible === 0) continue
      loss[i * 3] = Math.round(strength * ((data[i * 4] as number) - red / visible))
      loss[i * 3 + 1] = Math.round(strength * ((data[i * 4 + 1] as number) - green / visible))
      loss[i * 3 + 2] = Math.round(strength * ((data[i * 4 + 2] as number) - blue / visible))
    }
  }
  return loss
}

/** A row of losses between the source's rows: `REACH` pixels more at both ends, the outermost repeated. */
function mixRows(
  loss: Int16Array,
  { width, height }: Raster,
  y: number,
  weights: readonly number[],
  row: Float32Array,
): void {
  row.fill(0)
  for (const [k, weight] of weights.entries()) {
    const from = Math.min(Math.max(y + k, 0), height - 1) * width
    for (let x = -REACH; x < width + REACH; x++) {
      const at = (from + Math.min(Math.max(x, 0), width - 1)) * 3
      const to = (x + REACH) * 3
      for (let c = 0; c < 3; c++) row[to + c] = (row[to + c] as number) + weight * (loss[at + c] as number)
    }
  }
}

/**
 * Gives an enlargement back what the network took for noise (M. Irani, S. Peleg, "Improving resolution by image
 * registration", 1991): the enlargement, scaled down, is compared with the source, and the difference is spread
 * over it. Fabric, foliage and thin lines stay, colours do not drift, and nothing can appear that the source
 * denies.
 * @param out the enlargement, changed in place; straight alpha, left as it is
 * @param source the picture before it
 * @param strength 0 leaves it, 1 makes the scaled-down result the source
 */
export function backProject(out: Raster, source: Raster, factor: number, strength: number): void {
  const loss = findLoss(out, source, factor, strength)
  const steps = phases(factor)
  const row = new Float32Array(3 * (source.width + 2 * REACH))
  for (let y = 0; y < out.height; y++) {
    const down = steps[y % factor] as (typeof steps)[number]
    mixRows(loss, source, Math.floor(y / factor) + down.start, down.weights, row)
    for (let x = 0, to = y * out.width * 4; x < out.width; x++, to += 4) {
      if (out.data[to + 3] === 0) continue
      const { start, weights } = steps[x % factor] as (typeof steps)[number]
      const from = (Math.floor(x / factor) + start + REACH) * 3
      for (let c = 0; c < 3; c++) {
        let sum = out.data[to + c] as number
        for (let k = 0; k < 4; k++) sum += (weights[k] as number) * (row[from + 3 * k + c] as number)
        out.data[to + c] = sum
      }
    }
  }
}
