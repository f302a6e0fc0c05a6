import { type Bond, inside, newSpot, rows } from './bonds.ts'
import { fbm, hash, noise, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, type Rgb, relief, tint } from './sheet.ts'

interface BrickSpec {
  /** Two ends of the colours of bricks, and the odd one out. */
  readonly a: string
  readonly b: string
  readonly odd: string
  readonly mortar: string
  /** 0 sharp and even, 1 hand-made and worn. */
  readonly worn: number
  /** Paint over everything: mortar takes the colour and joints fill up. */
  readonly painted?: boolean
}

/** Bricks of 240 × 53 (module 250 × 62.5) in running bond, joints raked back. */
export const brickwork =
  (spec: BrickSpec): Generator =>
  (sheet) => {
    const { mm, size, seed } = sheet
    const bond: Bond = rows(mm, 250, 62.5, 0.5, seed)
    const spot = newSpot()
    const [a, b, odd, mortar] = [hex(spec.a), hex(spec.b), hex(spec.odd), hex(spec.mortar)]
    const pitch = mm / size
    fill(sheet, (u, v, out) => {
      const rag = spec.worn * (noise(u, v, 90, 90, seed + 1) * 1.8 + noise(u, v, 24, 24, seed + 2) * 1.6)
      bond(u, v, spot)
      const round = Math.max(0, Math.abs(spot.x) - 112) + Math.max(0, Math.abs(spot.y) - 18)
      const edge = spot.edge + rag - (round > 10 ? (round - 10) * 0.25 : 0)
      const on = inside(edge, 9.5, pitch * 1.6)
      const body = fbm(u, v, 26, 40, 5, seed + Math.floor(spot.id * 512))
      const pore = noise(u, v, 330, 330, seed + 3)
      tint(out, a, b, spot.id * 0.85 + body * 0.42 + pore * 0.1, 0.93 + 0.14 * spot.other)
      if (spot.other > 0.86) blend(out, odd, 0.62)
      const chip = smooth(0.55, 0.75, noise(u, v, 120, 120, seed + 4)) * spec.worn
      dim(out, 1 - chip * 0.16)
      const sand = noise(u, v, 420, 420, seed + 5) * 0.6 + noise(u, v, 210, 210, seed + 6) * 0.4
      const grit = 1 + sand * 0.13 + fbm(u, v, 8, 8, 3, seed + 7) * 0.08
      const joint: Rgb = [mortar[0] * grit, mortar[1] * grit, mortar[2] * grit]
      blend(out, joint, (1 - on) * (spec.painted ? 0.55 : 1))
      const bloom = smooth(0.35, 0.8, fbm(u, v, 4, 5, 4, seed + 8))
      if (!spec.painted) blend(out, hex('#d8d2c8'), bloom * 0.1)
      const depth = spec.painted ? 2.4 : 4.4
      const cushion = smooth(3, 11, edge)
      out.h =
        on * (depth + cushion * 0.7) +
        body * 0.8 * on +
        pore * 0.3 -
        chip * 1.2 +
        (spot.other - 0.5) * 0.8 * on +
        (1 - on) * sand * 0.35
    })
    relief(sheet, { light: spec.painted ? 0.75 : 0.5, hollow: 0.55, reach: 7 })
  }

/** A screen of bricks with openings between them, dark behind. */
export const brickScreen: Generator = (sheet) => {
  const { mm, size, seed } = sheet
  const pitch = mm / size
  const bond = rows(mm, mm / 4, mm / 16, 0.5, seed)
  const spot = newSpot()
  const w = mm / 4
  const h = mm / 16
  fill(sheet, (u, v, out) => {
    bond(u, v, spot)
    // Each brick bears on a quarter of its length at both ends; the middle between two is open.
    const half = w * 0.345
    const isBrick = smooth(half + pitch, half - pitch, Math.abs(spot.x) + noise(u, v, 60, 60, seed) * 0.5)
    const bed = inside(h / 2 - Math.abs(spot.y) + noise(u, v, 80, 80, seed + 1) * 0.6, 6, pitch * 1.5)
    const body = fbm(u, v, 20, 34, 5, seed + Math.floor(spot.id * 300))
    tint(out, hex('#a06a48'), hex('#c89672'), spot.id * 0.8 + body * 0.5, 0.95 + 0.1 * spot.other)
    blend(out, hex('#b8ad9c'), (1 - bed) * 0.9)
    const depthInto = Math.abs(spot.x) - half
    const under = smooth(h / 2, -h / 2, spot.y)
    const dark = 0.09 + 0.1 * smooth(0.5, 0, under) + 0.04 * noise(u, v, 30, 30, seed + 4)
    const reveal = spot.x < 0 ? smooth(9, 0, depthInto) * 0.16 : smooth(5, 0, depthInto) * 0.05
    blend(out, [dark + reveal * 1.3, dark * 0.86 + reveal, dark * 0.74 + reveal * 0.75], 1 - isBrick)
    out.h = isBrick * (3 * bed + body) - (1 - isBrick) * 5
  })
  relief(sheet, { light: 0.4, hollow: 0.35, reach: 9 })
}

/** Extruded terracotta panels with fine ribs and open joints. */
export const terracottaPanels: Generator = (sheet) => {
  const { mm, size, seed } = sheet
  const h = mm / 4
  const bond = rows(mm, mm, h, 0.5, seed)
  const spot = newSpot()
  fill(sheet, (u, v, out) => {
    bond(u, v, spot)
    const on = inside(spot.edge, 8, mm / size)
    const drag =
      noise(u, v, 3, 260, seed + Math.floor(spot.id * 99)) * 0.6 + noise(u, v, 9, 480, seed + 1) * 0.4
    const cloud = fbm(u, v, 5, 5, 4, seed + 2)
    tint(out, hex('#a9693f'), hex('#c48a66'), 0.5 + (spot.id - 0.5) * 0.5 + drag * 0.3 + cloud * 0.3)
    const speck = hash(Math.floor(u * size), Math.floor(v * size), seed)
    if (speck > 0.992) dim(out, 0.78)
    dim(out, 0.16 + 0.84 * on)
    const rib = Math.abs(Math.sin(((spot.y / h) * 9 + 0.5) * Math.PI)) ** 0.6
    out.h = on * (2 + rib * 3.2) + drag * 0.12
  })
  relief(sheet, { light: 0.4, hollow: 0.4, reach: 5 })
}
