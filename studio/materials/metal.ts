import { inside, newSpot, rows } from './bonds.ts'
import { fbm, hash, noise, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, relief, tint } from './sheet.ts'

interface BrushedSpec {
  readonly light: string
  readonly dark: string
  /** Strength of the brush lines, 0..1. */
  readonly brush: number
  /** Strength of the soft reflection, 0..1. */
  readonly sheen: number
  /** Tarnish and its strength, 0..1. */
  readonly patina?: string
  readonly aged?: number
}

/** Brushed metal: long fine lines under a broad, soft reflection. */
export const brushed =
  (spec: BrushedSpec): Generator =>
  (sheet) => {
    const { seed } = sheet
    const [light, dark] = [hex(spec.light), hex(spec.dark)]
    const patina = hex(spec.patina ?? spec.dark)
    const aged = spec.aged ?? 0
    fill(sheet, (u, v, out) => {
      const lines =
        noise(u, v, 3, 512, seed) * 0.4 +
        noise(u, v, 7, 380, seed + 1) * 0.3 +
        noise(u, v, 14, 256, seed + 2) * 0.2 +
        noise(u, v, 2, 150, seed + 3) * 0.25
      const sheen = 0.5 + 0.5 * Math.sin((u + noise(u, v, 1, 2, seed + 4) * 0.06) * Math.PI * 2)
      const scratch = smooth(0.72, 0.9, noise(u, v, 6, 500, seed + 5))
      tint(out, dark, light, 0.5 + lines * spec.brush + (sheen - 0.5) * spec.sheen + scratch * 0.1)
      if (aged > 0) {
        const stain = fbm(u, v, 3, 3, 6, seed + 6)
        blend(out, patina, aged * smooth(-0.25, 0.6, stain) * 0.8)
        dim(out, 1 + aged * 0.1 * fbm(u, v, 14, 14, 4, seed + 7))
      }
    })
  }

/** Polished sheet: a soft mirrored room, gently bent. */
export const mirrorSteel: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v, out) => {
    const bent = v + fbm(u, v, 1, 2, 3, seed) * 0.08 + Math.sin(u * Math.PI * 2) * 0.02
    const room =
      0.5 +
      0.2 * Math.sin(bent * Math.PI * 2) +
      0.08 * Math.sin(bent * Math.PI * 4 + 1.3) +
      0.04 * Math.sin(bent * Math.PI * 10 + 0.4)
    const glow = smooth(0.3, 0.9, noise(u, bent, 2, 3, seed + 1))
    tint(out, hex('#8d949a'), hex('#f4f6f7'), room + glow * 0.25)
    dim(out, 1 + noise(u, v, 2, 500, seed + 2) * 0.012)
  })
}

/** Weathering steel: rust in layers, with runs and darker scale. */
export const corten: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v, out) => {
    const wu = u + fbm(u, v, 6, 6, 4, seed) * 0.03
    const base = fbm(wu, v, 4, 4, 6, seed + 1)
    const bloom = fbm(u, v, 40, 40, 4, seed + 2)
    const speck = noise(u, v, 230, 230, seed + 3) * 0.6 + noise(u, v, 440, 440, seed + 4) * 0.4
    const runs = noise(u, v, 40, 2, seed + 5) * 0.5
    tint(out, hex('#6f3a24'), hex('#a9623a'), 0.5 + base * 0.42 + bloom * 0.42 + runs * 0.07)
    blend(out, hex('#c98347'), smooth(0.2, 0.75, speck + bloom * 0.5) * 0.38)
    blend(out, hex('#43271d'), smooth(0.25, 0.7, -base + bloom * 0.5 + speck * 0.2) * 0.5)
    out.h = bloom * 0.9 + speck * 0.55
  })
  relief(sheet, { light: 0.4 })
}

/** Flat panels with open joints, each with a reflection of its own. */
export const metalPanels: Generator = (sheet) => {
  const { mm, size, seed } = sheet
  const bond = rows(mm, mm, mm / 2, 0, seed)
  const spot = newSpot()
  fill(sheet, (u, v, out) => {
    bond(u, v, spot)
    const own = spot.id - 0.5
    const flake =
      noise(u, v, 500, 500, seed + 2) * 0.5 + hash(Math.floor(u * size), Math.floor(v * size), seed) - 0.5
    const sky = (spot.y / (mm / 2)) * -0.3 + noise(u, v, 1, 1, seed + 3) * 0.12
    tint(out, hex('#aeb3b6'), hex('#dadddf'), 0.5 + own * 0.22 + sky + flake * 0.08)
    const on = inside(spot.edge, 14, mm / size)
    const fold = smooth(7, 10, spot.edge)
    dim(out, (0.17 + 0.83 * on) * (0.93 + 0.07 * fold))
    if (spot.y < -mm / 4 + 10.5) dim(out, 1 + 0.14 * on * smooth(10.5, 8, spot.edge))
  })
}

/** Powder-coated metal: fine, matt and dark. */
export const blackMetal: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v, out) => {
    const peel = fbm(u, v, 130, 130, 3, seed)
    const broad = fbm(u, v, 2, 2, 3, seed + 1)
    tint(out, hex('#222325'), hex('#38393c'), 0.45 + broad * 0.3 + noise(u, v, 480, 480, seed + 2) * 0.12)
    out.h = peel * 0.14
  })
  relief(sheet, { light: 0.8, shine: 0.25 })
}

/** Woven wire: round wires that pass over and under, dark behind. */
export const wireMesh: Generator = (sheet) => {
  const { mm, seed } = sheet
  const count = 16
  const pitch = mm / count
  const radius = pitch * 0.17
  fill(sheet, (u, v, out) => {
    const i = Math.floor(u * count)
    const j = Math.floor(v * count)
    const x = (u * count - i - 0.5) * pitch
    const y = (v * count - j - 0.5) * pitch
    const over = (i + j) % 2 === 0 ? 1 : -1
    // Each wire rises over every second one that it meets.
    const rise = (along: number) => Math.cos((along / pitch) * Math.PI) * over
    const up = Math.abs(x) < radius ? Math.sqrt(radius * radius - x * x) + rise(y) * radius * 0.9 : -99
    const flat = Math.abs(y) < radius ? Math.sqrt(radius * radius - y * y) - rise(x) * radius * 0.9 : -99
    const top = Math.max(up, flat)
    const aside = up > flat ? x : y
    tint(out, hex('#2c2f31'), hex('#393c3e'), 0.5 + noise(u, v, 30, 30, seed) * 0.3)
    if (top > -50) {
      const lit = Math.sqrt(Math.max(0, 1 - (aside / radius) ** 2))
      const side = 0.5 - (aside / radius) * 0.32
      const line = up > flat ? noise(u, v, 500, 30, seed + 2) : noise(u, v, 30, 500, seed + 3)
      tint(out, hex('#5c6165'), hex('#e2e5e7'), lit * side * 1.15 + 0.06 * line + (top / radius) * 0.08)
    }
    out.h = Math.max(top, -radius * 3)
  })
  relief(sheet, { light: 0.12, hollow: 0.5, reach: 5 })
}

/** Standing seams of zinc: pre-weathered sheet, with the seam's light and shadow. */
export const standingSeam: Generator = (sheet) => {
  const { mm, seed } = sheet
  const count = 2
  const module = mm / count
  fill(sheet, (u, v, out) => {
    const k = Math.floor(u * count)
    const x = (u * count - k - 0.5) * module
    const own = hash(k, 2, seed)
    const dent = noise(u, v, 3, 2, seed + k) * 0.5 + noise(u, v, 6, 3, seed + 9) * 0.3
    const film = fbm(u, v, 5, 4, 6, seed + 2)
    const roll = noise(u, v, 420, 6, seed + 3) * 0.5 + noise(u, v, 240, 14, seed + 4) * 0.5
    tint(
      out,
      hex('#6d7377'),
      hex('#939a9e'),
      0.5 + (own - 0.5) * 0.2 + dent * 0.35 + film * 0.24 + roll * 0.14,
    )
    const edge = module / 2 - Math.abs(x)
    // The seam: 12 mm wide, lit on its left face, with its shadow to the right.
    const seam = smooth(7, 5.4, edge)
    dim(out, 1 + seam * (x > 0 ? 0.22 : -0.1))
    if (x < 0) dim(out, 1 - 0.42 * smooth(26, 6, edge) * (1 - seam))
    else dim(out, 1 - 0.12 * smooth(14, 6, edge) * (1 - seam))
    if (Math.abs(edge - 6.2) < 1) dim(out, 0.72)
  })
}
