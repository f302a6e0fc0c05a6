import { inside, newSpot, rows } from './bonds.ts'
import { fbm, noise, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, relief, tint } from './sheet.ts'

interface PaneSpec {
  readonly deep: string
  readonly bright: string
  /** How much sky is seen in it, 0..1. */
  readonly sky: number
}

/** A glazed pane with its silicone joint: clouds mirrored by glass that is never quite flat. */
export const pane =
  (spec: PaneSpec): Generator =>
  (sheet) => {
    const { mm, size, seed } = sheet
    const [deep, bright] = [hex(spec.deep), hex(spec.bright)]
    const bond = rows(mm, mm / 2, mm, 0, seed)
    const spot = newSpot()
    fill(sheet, (u, v, out) => {
      bond(u, v, spot)
      const lens = (spot.x / mm) * (spot.x / mm) * 0.3 + (spot.y / mm) * (spot.y / mm) * 0.08
      const wu = u + spot.id * 0.06 + lens + noise(u, v, 2, 4, seed) * 0.012
      const wv = v + spot.other * 0.04 + noise(u, v, 3, 9, seed + 1) * 0.008
      const cloud = fbm(wu, wv, 2, 3, 6, seed + 2)
      const mass = smooth(-0.18, 0.5, cloud)
      const fall = 0.5 - spot.y / mm
      tint(out, deep, bright, 0.28 + fall * 0.3 + mass * spec.sky * 0.75)
      const streak = noise(u + v, v, 3, 1, seed + 3)
      dim(out, 1 + 0.035 * smooth(0.2, 0.6, streak))
      const on = inside(spot.edge, 12, mm / size)
      blend(out, [0.1, 0.105, 0.11], 1 - on)
      dim(out, 1 - 0.14 * on * smooth(30, 6, spot.edge))
    })
  }

/** Reeded glass: round flutes that squeeze what is behind them. */
export const fluted: Generator = (sheet) => {
  const { seed } = sheet
  const count = 20
  fill(sheet, (u, v, out) => {
    const k = Math.floor(u * count)
    const x = (u * count - k - 0.5) * 2
    const bent = (k + 0.5) / count + x * 0.11
    const behind = fbm(bent, v, 2, 2, 4, seed) * 0.7 + noise(bent, v, 3, 1, seed + 1) * 0.3
    const rim = 1 - Math.sqrt(Math.max(0, 1 - x * x))
    tint(out, hex('#9db3ae'), hex('#f2f8f6'), 0.62 + behind * 0.55 - rim * 0.5)
    const shine = Math.exp(-(((x + 0.48) / 0.11) ** 2)) + 0.4 * Math.exp(-(((x - 0.62) / 0.08) ** 2))
    blend(out, [1, 1, 1], Math.min(1, shine * 0.6))
    dim(out, 1 - 0.26 * smooth(0.86, 1, Math.abs(x)))
  })
}

/** Etched glass: a fine grain and only shadows behind it. */
export const frosted: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v, out) => {
    const shade = fbm(u, v, 2, 2, 2, seed)
    const grain = noise(u, v, 420, 420, seed + 1) * 0.6 + noise(u, v, 250, 250, seed + 2) * 0.4
    tint(out, hex('#c6d2d1'), hex('#edf3f2'), 0.55 + shade * 0.6 + grain * 0.16)
  })
}

/** Glass blocks of 190 in white joints: thick glass with a rounded lens in each. */
export const glassBlocks: Generator = (sheet) => {
  const { mm, size, seed } = sheet
  const module = mm / 4
  const bond = rows(mm, module, module, 0, seed)
  const spot = newSpot()
  fill(sheet, (u, v, out) => {
    bond(u, v, spot)
    const half = module / 2
    const corner = Math.hypot(
      Math.max(0, Math.abs(spot.x) - half + 16),
      Math.max(0, Math.abs(spot.y) - half + 16),
    )
    const edge = Math.min(spot.edge, 16 - corner + 0)
    const on = inside(edge, 10, mm / size)
    const rim = smooth(24, 8, edge)
    const lens = Math.hypot(spot.x, spot.y) / half
    const bend = 1 - 0.7 * smooth(0.4, 1.2, lens)
    const wu = u + (spot.x / mm) * -1.7 * bend + noise(u, v, 24, 24, seed) * 0.012
    const wv = v + (spot.y / mm) * -1.7 * bend + noise(u, v, 24, 24, seed + 1) * 0.012
    const behind = fbm(wu, wv, 4, 4, 4, seed + Math.floor(spot.id * 60))
    const wave = noise(u, v, 20, 36, seed + 3)
    tint(out, hex('#86a6a5'), hex('#eef7f5'), 0.5 + behind * 0.75 + wave * 0.14 - (spot.y / half) * 0.14)
    dim(out, 1 - 0.3 * rim)
    const glint = smooth(9, 3, Math.abs(edge - 15)) * smooth(0.1, 1.1, -(spot.x + spot.y) / half)
    blend(out, [1, 1, 1], glint * 0.55)
    const far = smooth(9, 3, Math.abs(edge - 15)) * smooth(0.3, 1.2, (spot.x + spot.y) / half)
    blend(out, [0.3, 0.42, 0.42], far * 0.35)
    const grout = 0.88 + noise(u, v, 300, 300, seed + 5) * 0.04
    blend(out, [grout, grout, grout * 0.98], 1 - on)
    out.h = on * 3
  })
  relief(sheet, { light: 0.25, hollow: 0.3, reach: 8 })
}
