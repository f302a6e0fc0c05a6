import { type Bond, hexagons, inside, newSpot, rows, scales } from './bonds.ts'
import { fbm, noise, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, type Rgb, relief, type Sheet, tint } from './sheet.ts'

interface GlazedSpec {
  readonly a: string
  readonly b: string
  readonly grout: string
  /** mm. */
  readonly joint: number
  /** 0 machine-made, 1 hand-made: wavy faces, chipped rims, uneven glaze. */
  readonly handmade: number
  /** How much tiles differ, 0..1. */
  readonly vary: number
}

function glaze(sheet: Sheet, bond: Bond, spec: GlazedSpec): void {
  const { mm, size, seed } = sheet
  const pitch = mm / size
  const [a, b, grout] = [hex(spec.a), hex(spec.b), hex(spec.grout)]
  const spot = newSpot()
  fill(sheet, (u, v, out) => {
    bond(u, v, spot)
    const rag = spec.handmade * (noise(u, v, 40, 40, seed) * 0.9 + noise(u, v, 110, 110, seed + 1) * 0.7)
    const edge = spot.edge + rag
    const on = inside(edge, spec.joint, pitch)
    const cloud = fbm(u + spot.id, v + spot.other, 9, 9, 4, seed + 2)
    tint(out, a, b, 0.5 + (spot.id - 0.5) * spec.vary * 1.6 + cloud * (0.1 + spec.handmade * 0.5))
    // Glaze thins at the rim, and each tile sits at its own slight angle to the light.
    const rim = smooth(spec.joint / 2 + 3.2, spec.joint / 2, edge)
    dim(out, 1 - rim * 0.1 * (1 + spec.handmade))
    const tiltX = (spot.id - 0.5) * spot.x
    const tiltY = (spot.other - 0.5) * spot.y
    dim(out, 1 + ((tiltX + tiltY) / 100) * (0.045 + 0.5 * spec.handmade))
    const crackle = spec.handmade * smooth(0.62, 0.8, noise(u, v, 170, 170, seed + 3))
    dim(out, 1 - crackle * 0.12)
    const sand = noise(u, v, 400, 400, seed + 4)
    const joint: Rgb = [
      grout[0] * (1 + sand * 0.06),
      grout[1] * (1 + sand * 0.06),
      grout[2] * (1 + sand * 0.06),
    ]
    blend(out, joint, 1 - on)
    const wave = spec.handmade * (noise(u, v, 26, 26, seed + 5) * 0.6 + noise(u, v, 60, 60, seed + 6) * 0.25)
    out.h = on * (1.1 + smooth(spec.joint / 2, spec.joint / 2 + 3, edge) * 0.8 + wave)
  })
  relief(sheet, { light: 0.42, hollow: 0.25, reach: 3, shine: 0.35 })
}

/** Glazed tiles of w × h in rows. */
export const glazed =
  (w: number, h: number, shift: number, spec: GlazedSpec): Generator =>
  (sheet) =>
    glaze(sheet, rows(sheet.mm, w, h, shift, sheet.seed), spec)

/** Glazed hexagons. */
export const hexagonTiles =
  (spec: GlazedSpec): Generator =>
  (sheet) =>
    glaze(sheet, hexagons(sheet.mm, 7, 8, sheet.seed), spec)

/** Fish-scale tiles. */
export const scaleTiles =
  (spec: GlazedSpec): Generator =>
  (sheet) =>
    glaze(sheet, scales(sheet.mm, 5, sheet.seed), spec)

/** Glass mosaic of 25 mm in five shades. */
export const mosaic =
  (shades: readonly string[]): Generator =>
  (sheet) => {
    const { mm, size, seed } = sheet
    const bond = rows(mm, mm / 20, mm / 20, 0, seed)
    const spot = newSpot()
    const colours = shades.map(hex)
    fill(sheet, (u, v, out) => {
      bond(u, v, spot)
      const edge = spot.edge + noise(u, v, 60, 60, seed) * 0.25
      const on = inside(edge, 2.2, mm / size)
      const base = colours[Math.floor(spot.id * colours.length)]!
      tint(out, base, base, 0, 0.86 + 0.28 * spot.other)
      const swirl = fbm(u + spot.id, v, 50, 50, 3, seed + 1)
      dim(out, 1 + swirl * 0.14)
      const glint = smooth(2.8, 1.2, Math.abs(edge - 3.6)) * smooth(0, 1, -(spot.x + spot.y) / (mm / 20))
      blend(out, [1, 1, 1], glint * 0.3)
      const sand = 1 + noise(u, v, 350, 350, seed + 2) * 0.06
      blend(out, [0.83 * sand, 0.82 * sand, 0.8 * sand], 1 - on)
      out.h = on * (1 + smooth(1.1, 3.5, edge) * 0.5)
    })
    relief(sheet, { light: 0.4, hollow: 0.25, reach: 3, shine: 0.25 })
  }

/** Large porcelain tiles with the look of a quiet grey stone. */
export const stonePorcelain: Generator = (sheet) => {
  const { mm, size, seed } = sheet
  const bond = rows(mm, mm / 2, mm / 2, 0, seed)
  const spot = newSpot()
  fill(sheet, (u, v, out) => {
    bond(u, v, spot)
    // Each tile is printed with another part of the stone.
    const su = u + spot.id
    const sv = v + spot.other
    const wu = su + fbm(su, sv, 3, 3, 4, seed) * 0.06
    const wv = sv + fbm(su, sv, 3, 3, 4, seed + 4) * 0.06
    const cloud = fbm(wu, wv, 3, 4, 6, seed + 1)
    const here = smooth(0, 0.45, noise(wu, wv, 3, 3, seed + 8))
    const thread = here * smooth(0.022, 0.003, Math.abs(noise(wu + wv, wv, 2, 3, seed + 2)))
    const fine = noise(u, v, 320, 320, seed + 3) * 0.5 + fbm(u, v, 60, 60, 3, seed + 6) * 0.5
    tint(out, hex('#b0ada7'), hex('#8b8882'), 0.46 + cloud * 0.62 + fine * 0.18 + (spot.id - 0.5) * 0.12)
    blend(out, hex('#d6d3cd'), thread * 0.3)
    const on = inside(spot.edge, 3, mm / size)
    blend(out, [0.42, 0.41, 0.395], 1 - on)
  })
}

/** One quarter of a cement tile's pattern, mirrored to four: rosettes, petals and a star between tiles. */
function patternAt(x: number, y: number): number {
  const ax = Math.abs(x)
  const ay = Math.abs(y)
  const r = Math.hypot(ax, ay)
  const angle = Math.atan2(Math.min(ax, ay), Math.max(ax, ay))
  const petal = 0.5 + 0.2 * Math.cos(angle * 8)
  const corner = Math.hypot(1 - ax, 1 - ay)
  if (corner < 0.3) return corner < 0.14 ? 3 : corner < 0.22 ? 0 : 2
  if (r < 0.12) return 3
  if (r < petal) return r < petal - 0.13 ? 2 : 0
  if (Math.abs(ax + ay - 1.18) < 0.055) return 3
  if (Math.max(ax, ay) > 0.86 && Math.min(ax, ay) < 0.34) return 1
  return ax + ay > 1.18 ? 1 : 0
}

/** Cement tiles of 200 with an inlaid pattern, worn a little. */
export const cementTiles: Generator = (sheet) => {
  const { mm, size, seed } = sheet
  const bond = rows(mm, mm / 4, mm / 4, 0, seed)
  const half = mm / 8
  const spot = newSpot()
  const inks: readonly Rgb[] = ['#d9d3c6', '#a6a49c', '#5f6f76', '#b07a5a'].map(hex)
  fill(sheet, (u, v, out) => {
    bond(u, v, spot)
    const bleed = 0.012
    const px = spot.x / half + noise(u, v, 90, 90, seed) * bleed
    const py = spot.y / half + noise(u, v, 90, 90, seed + 1) * bleed
    out.r = 0
    out.g = 0
    out.b = 0
    // Four samples soften the inlay's borders.
    for (let k = 0; k < 4; k++) {
      const step = mm / size / half / 4
      const ink = inks[patternAt(px + (k & 1 ? step : -step), py + (k & 2 ? step : -step))]!
      out.r += ink[0] / 4
      out.g += ink[1] / 4
      out.b += ink[2] / 4
    }
    const wear = fbm(u + spot.id, v, 7, 7, 5, seed + 2)
    const fine = noise(u, v, 330, 330, seed + 3)
    dim(out, 1 + wear * 0.1 + fine * 0.035 + (spot.other - 0.5) * 0.08)
    blend(out, hex('#c9c4ba'), smooth(0.1, 0.6, wear) * 0.16)
    const on = inside(spot.edge, 1.8, mm / size)
    blend(out, [0.56, 0.54, 0.51], 1 - on)
  })
}
