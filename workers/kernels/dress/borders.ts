import type { Prepared } from './prepare.ts'

/** Difference of encoded luma at which a neighbour counts half. */
const ALIKE = 0.06

/**
 * Smooths the steps between regions as the source has them smooth: a pixel on a border takes from its neighbours by
 * how alike they are in the source; in place.
 */
export function smoothBorders({ border, geometry, source }: Prepared, rgb: Float32Array): void {
  const { width } = geometry.view
  const { luma, kind } = source
  const made = new Float32Array(3 * border.length)
  for (let n = 0; n < border.length; n++) {
    const i = border[n]!
    const here = Math.sqrt(luma[i]!)
    let [r, g, b, total] = [0, 0, 0, 0]
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const k = i + dy * width + dx
        const away = kind === 'drawing' ? 0 : (Math.sqrt(luma[k]!) - here) / ALIKE
        const weight = (dx === 0 ? 1 : 0.5) * (dy === 0 ? 1 : 0.5) * (1 / (1 + away * away))
        total += weight
        r += weight * rgb[3 * k]!
        g += weight * rgb[3 * k + 1]!
        b += weight * rgb[3 * k + 2]!
      }
    made[3 * n] = r / total
    made[3 * n + 1] = g / total
    made[3 * n + 2] = b / total
  }
  for (let n = 0; n < border.length; n++)
    for (let c = 0; c < 3; c++) rgb[3 * border[n]! + c] = made[3 * n + c]!
}
