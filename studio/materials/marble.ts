// Polished stone: veins are the crests of warped noise, at several scales, that fade in and out.
import { fbm, noise, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, tint } from './sheet.ts'

interface VeinSpec {
  readonly ground: string
  /** The ground's clouds. */
  readonly cloud: string
  readonly vein: string
  /** Colour at the heart of bold veins. */
  readonly heart: string
  /** How many bold veins a repeat, and how strong they are, 0..1. */
  readonly bold: number
  readonly boldness: number
  /** Strength of the fine net, 0..1. */
  readonly fine: number
  /** How wide the haze beside a bold vein is, 0..1. */
  readonly haze: number
}

/** Distance to the nearest zero of a warped field, about 0 on a vein and 1 far from it. */
function veinField(u: number, v: number, f: number, seed: number, sway: number): number {
  const wu = u + fbm(u, v, f, f, 5, seed) * sway
  const wv = v + fbm(u, v, f, f, 5, seed + 50) * sway
  return Math.abs(noise(wu, wv, f, f, seed + 90) * 0.75 + noise(wu, wv, f * 2, f * 2, seed + 91) * 0.25)
}

/** Marble with veins. */
export const veined =
  (spec: VeinSpec): Generator =>
  (sheet) => {
    const { seed } = sheet
    const [ground, cloud, vein, heart] = [spec.ground, spec.cloud, spec.vein, spec.heart].map(hex) as [
      ReturnType<typeof hex>,
      ReturnType<typeof hex>,
      ReturnType<typeof hex>,
      ReturnType<typeof hex>,
    ]
    fill(sheet, (u0, v0, out) => {
      // A shear by whole repeats makes the veins run aslant and still meet at the edges.
      const u = u0 + v0
      const v = v0
      const clouds = 0.5 + 0.5 * fbm(u, v, 3, 3, 6, seed)
      const grain = noise(u, v, 330, 330, seed + 2) * 0.5 + noise(u, v, 160, 160, seed + 3) * 0.5
      tint(out, ground, cloud, smooth(0.25, 0.95, clouds) * 0.8 + grain * 0.05)
      const presence = smooth(-0.25, 0.45, noise(u, v, 3, 2, seed + 5))
      const bold = veinField(u, v, spec.bold, seed + 10, 0.16)
      const width = 0.012 + 0.03 * smooth(-0.2, 0.8, noise(u, v, 5, 5, seed + 6))
      blend(out, vein, spec.boldness * presence * 0.5 * Math.exp(-bold / (0.05 + 0.16 * spec.haze)))
      blend(out, heart, spec.boldness * presence * smooth(width * 1.5, width * 0.3, bold + grain * 0.004))
      const second = veinField(u, v, spec.bold + 2, seed + 30, 0.12)
      const here = smooth(-0.1, 0.5, noise(u, v, 4, 4, seed + 7))
      blend(
        out,
        vein,
        spec.fine * here * (0.35 * Math.exp(-second / 0.05) + 0.5 * smooth(0.018, 0.004, second)),
      )
      const net = veinField(u, v, 9, seed + 60, 0.06)
      const patch = smooth(0.0, 0.5, noise(u, v, 5, 4, seed + 8))
      blend(out, vein, spec.fine * patch * 0.55 * smooth(0.03, 0.005, net))
    })
  }

/** Travertine cut across its layers: bands, and pores that lie in them. */
export const travertine =
  (light: string, dark: string, hole: string): Generator =>
  (sheet) => {
    const { seed } = sheet
    const [a, b, c] = [hex(light), hex(dark), hex(hole)]
    fill(sheet, (u, v, out) => {
      const bend = fbm(u, v, 2, 2, 4, seed) * 0.035 + fbm(u, v, 6, 9, 4, seed + 4) * 0.012
      const y = v + bend
      const bands =
        noise(u, y, 1, 9, seed + 1) * 0.34 +
        noise(u, y, 2, 26, seed + 2) * 0.34 +
        noise(u, y, 3, 70, seed + 3) * 0.26
      const thread = smooth(0.3, 0.75, noise(u, y, 4, 120, seed + 5)) * smooth(-0.2, 0.5, bands)
      const grain = fbm(u, y, 90, 220, 3, seed + 6)
      tint(out, a, b, 0.42 + bands * 0.95 + grain * 0.16 + thread * 0.25)
      // Pores: lenses along the layers, gathered in some of them.
      const row = smooth(0.02, 0.5, noise(u, y, 2, 22, seed + 9))
      const big = noise(u, y, 22, 100, seed + 10) * 0.7 + noise(u, y, 60, 190, seed + 11) * 0.5
      const small = noise(u, y, 70, 240, seed + 12)
      const pore = Math.max(
        smooth(0.42, 0.58, big) * row,
        smooth(0.55, 0.75, small) * (0.35 + 0.65 * row) * 0.8,
      )
      blend(out, c, pore * 0.85)
      out.h = -pore
      dim(out, 1 + 0.02 * noise(u, v, 500, 500, seed + 13))
    })
  }

/** Onyx with the light behind it: folded bands that glow. */
export const onyx: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v0, out) => {
    const v = v0 + u
    const wu = u + fbm(u, v, 2, 2, 5, seed) * 0.14
    const wv = v + fbm(u, v, 2, 2, 5, seed + 9) * 0.2
    const fold = noise(wu, wv, 1, 2, seed + 3) * 3.2 + noise(wu, wv, 2, 3, seed + 4) * 1.3
    const band = 0.5 + 0.5 * Math.sin(fold * 4.2)
    const fine = 0.5 + 0.5 * Math.sin(fold * 22 + noise(wu, wv, 8, 8, seed + 5) * 3)
    tint(out, hex('#f4ead0'), hex('#c7a466'), band * 0.62 + fine * 0.16)
    const rust = smooth(0.1, 0.6, noise(wu, wv, 3, 4, seed + 6))
    blend(out, hex('#a9682f'), rust * smooth(0.82, 1, band) * 0.75)
    const white = smooth(0.08, 0.01, Math.abs(noise(wu, wv, 5, 5, seed + 7)))
    blend(out, hex('#fffaf0'), white * 0.55)
    dim(out, 1 + 0.1 * fbm(u, v, 4, 4, 5, seed + 8))
  })
}
