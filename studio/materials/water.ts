import { type Cell, cells, fbm, newCell, noise, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, tint } from './sheet.ts'

/** Light that ripples gather on a pool's floor: a net of bright lines, drawn out and uneven. */
function caustic(u: number, v: number, f: number, seed: number, cell: Cell): number {
  const wu = u + noise(u, v, f, f, seed) * 0.05 + noise(u, v, f * 3, f * 3, seed + 1) * 0.022
  const wv = v + noise(u, v, f, f, seed + 2) * 0.05 + noise(u, v, f * 3, f * 3, seed + 3) * 0.022
  cells(wu, wv, f * 2, f * 3, seed + 4, cell)
  const line = cell.second - cell.near
  const bright = 0.55 + 0.45 * noise(wu, wv, f * 2, f * 2, seed + 5)
  return bright * (Math.exp(-line / 0.045) + 0.4 * Math.exp(-line / 0.16))
}

/** A pool from above: tiled floor seen through moving water. */
export const pool: Generator = (sheet) => {
  const { seed } = sheet
  const tiles = 12
  const cell = newCell()
  fill(sheet, (u, v, out) => {
    const bu = u + noise(u, v, 6, 6, seed) * 0.01 + noise(u, v, 15, 15, seed + 1) * 0.003
    const bv = v + noise(u, v, 6, 6, seed + 2) * 0.01 + noise(u, v, 15, 15, seed + 3) * 0.003
    const x = bu * tiles - Math.floor(bu * tiles)
    const y = bv * tiles - Math.floor(bv * tiles)
    const joint = smooth(0.035, 0.015, Math.min(x, 1 - x, y, 1 - y))
    tint(out, hex('#4fa5bb'), hex('#6cbccd'), 0.5 + fbm(u, v, 2, 2, 4, seed + 4) * 0.6)
    blend(out, hex('#8fd3de'), joint * 0.4)
    const light = caustic(bu, bv, 3, seed + 10, cell) * 0.8 + caustic(bu, bv, 5, seed + 40, cell) * 0.5
    blend(out, hex('#e9fbfb'), Math.min(1, light * 0.72))
    const sky = smooth(0.3, 0.75, noise(u, v, 9, 22, seed + 20))
    blend(out, [0.93, 0.98, 1], sky * 0.14)
  })
}

interface LakeSpec {
  readonly deep: string
  readonly sky: string
  /** Ripples a repeat. */
  readonly ripples: number
  /** Strength of the sky's reflection on their slopes, 0..1. */
  readonly slope: number
}

/** Open water: small waves whose slopes mirror the sky. */
export const lake =
  (spec: LakeSpec): Generator =>
  (sheet) => {
    const { seed } = sheet
    const [deep, sky] = [hex(spec.deep), hex(spec.sky)]
    const n = spec.ripples
    const wave = (u: number, v: number) =>
      noise(u, v, n, n * 2, seed) * 0.45 +
      noise(u, v, n * 2, n * 4, seed + 1) * 0.3 +
      noise(u, v, n * 4, n * 7, seed + 2) * 0.17 +
      noise(u, v, n * 8, n * 13, seed + 3) * 0.08
    fill(sheet, (u0, v0, out) => {
      const u = u0 + fbm(u0, v0, 3, 3, 3, seed + 7) * 0.03
      const v = v0 + fbm(u0, v0, 3, 3, 3, seed + 8) * 0.02
      const step = 0.0015
      const slope = (wave(u, v + step) - wave(u, v - step)) / (2 * step * n)
      const side = (wave(u + step, v) - wave(u - step, v)) / (2 * step * n)
      const calm = 0.6 + 0.4 * smooth(-0.5, 0.4, noise(u0, v0, 2, 3, seed + 9))
      const facing = 0.42 + slope * spec.slope * calm * 0.5 + side * spec.slope * calm * 0.18
      tint(out, deep, sky, facing + fbm(u0, v0, 2, 2, 3, seed + 10) * 0.12)
      const glint = smooth(0.92, 1.3, facing)
      blend(out, [0.96, 0.98, 0.99], glint * 0.7)
      dim(out, 1 - 0.25 * smooth(0.12, -0.2, facing))
    })
  }
