import { inside, newSpot, rows } from './bonds.ts'
import { cells, fbm, hash, newCell, noise, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, type Rgb, relief, type Sheet, tint } from './sheet.ts'
import { scatter, stamp } from './stamps.ts'

/** Asphalt: dark binder, small stones of many greys at its face. */
export const asphalt: Generator = (sheet) => {
  const { seed } = sheet
  const big = newCell()
  const small = newCell()
  fill(sheet, (u, v, out) => {
    cells(u, v, 110, 110, seed, big)
    cells(u, v, 240, 240, seed + 1, small)
    const wear = 0.5 + 0.5 * fbm(u, v, 4, 4, 5, seed + 2)
    const shows = big.id > 0.42 ? smooth(0.5, 0.28, big.near) : 0
    const grit = small.id > 0.35 ? smooth(0.55, 0.25, small.near) : 0
    tint(out, hex('#343536'), hex('#454648'), wear)
    const tone = 0.36 + 0.3 * big.id + (big.id > 0.9 ? 0.12 : 0)
    blend(out, [tone, tone * 0.985, tone * 0.96], shows * 0.6)
    blend(
      out,
      [0.47 * small.id + 0.12, 0.46 * small.id + 0.12, 0.45 * small.id + 0.12],
      grit * 0.6 * (1 - shows),
    )
    out.h = shows * 1.4 + grit * 0.7
  })
  relief(sheet, { light: 0.4, hollow: 0.45, reach: 3 })
}

/** Permeable pavers of 200 × 100 in three tones, running bond. */
export const permeablePavers: Generator = (sheet) => {
  const { mm, size, seed } = sheet
  const bond = rows(mm, 200, 100, 0.5, seed)
  const spot = newSpot()
  const grain = newCell()
  const tones: readonly Rgb[] = ['#b3aca0', '#9b948a', '#877f76'].map(hex)
  fill(sheet, (u, v, out) => {
    bond(u, v, spot)
    const corner = Math.max(0, Math.abs(spot.x) - 92) + Math.max(0, Math.abs(spot.y) - 42)
    const edge = spot.edge + noise(u, v, 130, 130, seed) * 0.7 - corner * 0.12
    const on = inside(edge, 4.5, (mm / size) * 1.4)
    cells(u, v, 200, 200, seed + 1, grain)
    const base = tones[spot.id < 0.5 ? 0 : spot.id < 0.82 ? 1 : 2]!
    const lump = smooth(0.75, 0.1, grain.near)
    tint(out, base, base, 0, 0.76 + 0.34 * grain.id + fbm(u, v, 8, 8, 4, seed + 2) * 0.08)
    const gap = smooth(0.1, 0.0, grain.second - grain.near)
    dim(out, 1 - gap * 0.36)
    const sand = noise(u, v, 420, 420, seed + 3)
    blend(out, [0.52 + sand * 0.09, 0.48 + sand * 0.08, 0.41 + sand * 0.07], 1 - on)
    out.h = on * (3 + smooth(2, 8, edge) * 2 + lump * 1.1) + (1 - on) * sand * 0.4
  })
  relief(sheet, { light: 0.34, hollow: 0.45, reach: 6 })
}

interface StonesSpec {
  readonly colours: readonly string[]
  /** Half length of the largest and the smallest, mm. */
  readonly large: number
  readonly small: number
  readonly count: number
  /** 1 smooth and round, 0 broken. */
  readonly round: number
}

function layStone(
  sheet: Sheet,
  spec: StonesSpec,
  x: number,
  y: number,
  random: () => number,
  part: number,
): void {
  const perMm = sheet.size / sheet.mm
  const long = (spec.small + (spec.large - spec.small) * (1 - part) ** 1.2 * (0.55 + 0.45 * random())) * perMm
  const wide = long * (0.6 + 0.34 * random())
  const base = hex(spec.colours[Math.floor(random() * spec.colours.length)]!)
  const tone = 0.84 + 0.3 * random()
  const angle = random() * Math.PI
  const own = Math.floor(random() * 9999)
  const power = spec.round > 0.5 ? 2.3 : 2.6
  const facet = random() * 6.3
  const level = part * spec.large * 0.6
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const perPx = 1 / sheet.size
  stamp(sheet, { x, y, long, wide, angle }, (along, across, out) => {
    const nu = (x + along * long) * perPx
    const nv = (y + across * wide) * perPx
    const rag = noise(nu, nv, 60, 60, own) * (0.05 + 0.16 * (1 - spec.round))
    const d = (Math.abs(along) ** power + Math.abs(across) ** power) ** (1 / power) + rag
    out.cover = smooth(0.99, 0.99 - 1.6 / wide, d)
    if (out.cover <= 0) return
    const dome = Math.sqrt(Math.max(0, 1 - Math.min(1, d) ** 2))
    // Light from the upper left over a dome, or over a broken face.
    const nx = (along * cos - across * sin) * 0.9
    const ny = (along * sin + across * cos) * 0.9
    const broken = Math.cos(facet) * nx + Math.sin(facet) * ny > 0.1 ? -0.13 : 0.08
    const lit =
      0.8 + 0.3 * dome - 0.34 * (nx * 0.62 + ny * 0.78) * (0.4 + d * 0.6) + broken * (1 - spec.round)
    const speck = noise(nu, nv, 300, 300, own + 3) * 0.5 + noise(nu, nv, 140, 140, own + 4) * 0.5
    const band = noise(nu + nv * 2, nv, 40, 12, own + 5)
    const gain = Math.max(0.2, lit) * tone * (1 + speck * 0.1 + band * 0.08)
    out.r = base[0] * gain
    out.g = base[1] * gain
    out.b = base[2] * gain
    out.h = level + dome * long * 0.6
  })
}

/** Loose stones that lie over each other. */
export const stones =
  (spec: StonesSpec, bed: string): Generator =>
  (sheet) => {
    const { seed } = sheet
    const ground = hex(bed)
    fill(sheet, (u, v, out) => {
      tint(out, ground, ground, 0, 0.5 + 0.25 * noise(u, v, 200, 200, seed))
      out.h = -spec.large * 0.8
    })
    scatter(sheet, spec.count, 11, (x, y, random, part) => layStone(sheet, spec, x, y, random, part))
    relief(sheet, { light: 0, hollow: 0.5, reach: spec.large * 1.3 })
  }

/** Sand with the ripples that wind leaves. */
export const sand: Generator = (sheet) => {
  const { size, seed } = sheet
  fill(sheet, (u, v, out) => {
    const wu = u + fbm(u, v, 3, 3, 4, seed) * 0.035
    const wv = v + fbm(u, v, 3, 3, 4, seed + 2) * 0.045
    const phase = wv * 16 + noise(wu, wv, 3, 2, seed + 3) * 1.2
    const part = phase - Math.floor(phase)
    const ripple = part < 0.68 ? smooth(0, 0.68, part) : 1 - smooth(0.68, 1, part)
    const strength = 0.35 + 0.65 * smooth(-0.5, 0.4, noise(u, v, 3, 3, seed + 4))
    const speck = hash(Math.floor(u * size), Math.floor(v * size), seed)
    const fine = noise(u, v, 440, 440, seed + 5)
    tint(
      out,
      hex('#cdb88c'),
      hex('#e2d1ac'),
      0.4 + ripple * 0.22 * strength + fine * 0.22 + fbm(u, v, 5, 5, 4, seed + 6) * 0.2,
    )
    dim(out, 0.95 + 0.1 * speck - (speck > 0.985 ? 0.22 : 0))
    out.h = ripple * 9 * strength + fine * 0.6
  })
  relief(sheet, { light: 0.75 })
}

/** Rubber granules bound together, with a few of another colour. */
export const rubberGranules: Generator = (sheet) => {
  const { seed } = sheet
  const cell = newCell()
  fill(sheet, (u, v, out) => {
    cells(u + noise(u, v, 90, 90, seed + 4) * 0.002, v, 190, 190, seed, cell)
    const lump = smooth(0.8, 0.1, cell.near)
    const gap = smooth(0.16, 0.0, cell.second - cell.near)
    const base = cell.id > 0.965 ? hex('#d8a48f') : cell.id < 0.03 ? hex('#5f2b24') : hex('#b0503e')
    tint(out, base, base, 0, 0.82 + 0.32 * cell.id + fbm(u, v, 5, 5, 4, seed + 1) * 0.07)
    dim(out, 1 - gap * 0.34)
    out.h = lump * 1.5
  })
  relief(sheet, { light: 0.4, hollow: 0.4, reach: 4 })
}

/** Poured resin floor: almost even, with a soft mirrored light. */
export const epoxy: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v, out) => {
    const cloud = fbm(u, v, 2, 2, 5, seed)
    const glow = fbm(u, v, 1, 2, 3, seed + 1)
    const fleck = smooth(0.68, 0.8, noise(u, v, 230, 230, seed + 2))
    tint(out, hex('#a9adaf'), hex('#c9cdcf'), 0.5 + cloud * 0.4 + glow * 0.5)
    dim(out, 1 + fleck * 0.03 + noise(u, v, 400, 400, seed + 3) * 0.008)
  })
}

/** Rubberised or stone flags are laid elsewhere; this is granite setts in rows, with moss in the joints. */
export const setts: Generator = (sheet) => {
  const { mm, size, seed } = sheet
  const bond = rows(mm, 100, 100, 0.5, seed)
  const spot = newSpot()
  fill(sheet, (u, v, out) => {
    bond(u + noise(u, v, 14, 14, seed) * 0.003, v + noise(u, v, 14, 14, seed + 1) * 0.003, spot)
    const corner = Math.hypot(Math.max(0, Math.abs(spot.x) - 32), Math.max(0, Math.abs(spot.y) - 32))
    const edge = Math.min(spot.edge, 18 - corner) + noise(u, v, 70, 70, seed + 2) * 2.2
    const on = inside(edge, 9, (mm / size) * 2)
    const grit = noise(u, v, 300, 300, seed + 3) * 0.6 + noise(u, v, 170, 170, seed + 4) * 0.5
    const face = fbm(u, v, 30, 30, 4, seed + Math.floor(spot.id * 200))
    tint(out, hex('#77767a'), hex('#aaa7a2'), spot.id * 0.8 + 0.1 + face * 0.3 + grit * 0.26)
    const moss = smooth(-0.1, 0.5, noise(u, v, 7, 7, seed + 5))
    const soil: Rgb = [0.33 - moss * 0.05, 0.31 + moss * 0.04, 0.26 - moss * 0.1]
    blend(out, soil, (1 - on) * 0.95)
    out.h = on * (5 + smooth(4, 18, edge) * 6 + face * 2.6 + grit * 0.6) + (1 - on) * grit
  })
  relief(sheet, { light: 0.4, hollow: 0.55, reach: 12 })
}
