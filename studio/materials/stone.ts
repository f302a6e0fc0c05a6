import { cells, fbm, newCell, noise, ridged, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, type Rgb, relief, tint } from './sheet.ts'

interface GraniteSpec {
  /** Feldspar, quartz and mica. */
  readonly pale: string
  readonly mid: string
  readonly dark: string
  /** Share of the dark grains, 0..1. */
  readonly share: number
}

/** Grains of three minerals, each with its own face. */
export const granite =
  (spec: GraniteSpec): Generator =>
  (sheet) => {
    const { seed } = sheet
    const kinds: readonly Rgb[] = [hex(spec.pale), hex(spec.mid), hex(spec.dark)]
    const coarse = newCell()
    const small = newCell()
    fill(sheet, (u, v, out) => {
      const wu = u + noise(u, v, 120, 120, seed) * 0.0022
      const wv = v + noise(u, v, 120, 120, seed + 1) * 0.0022
      cells(wu, wv, 150, 150, seed + 2, coarse)
      cells(wu, wv, 260, 260, seed + 3, small)
      const dense = spec.share * (1 + 0.5 * noise(u, v, 9, 9, seed + 4))
      const kind = coarse.id < dense * 0.75 ? 2 : coarse.id < dense + 0.34 ? 1 : 0
      const base = kinds[kind]!
      tint(out, base, base, 0, 0.86 + 0.28 * small.id)
      if (small.id > 1 - dense * 0.5) blend(out, kinds[2]!, 0.8)
      const cleave = noise(u, v, 420, 420, seed + 6)
      dim(out, 1 + 0.1 * cleave + 0.04 * fbm(u, v, 6, 6, 4, seed + 7))
      // A flamed face: quartz has burst away.
      out.h = (small.id - 0.5) * 0.5 + cleave * 0.2 - (kind === 2 ? 0.3 : 0)
    })
    relief(sheet, { light: 0.35 })
  }

/** Split slate: thin steps where layers have come off. */
export const slate: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v, out) => {
    const wu = u + fbm(u, v, 5, 5, 4, seed) * 0.05
    const wv = v + fbm(u, v, 5, 5, 4, seed + 8) * 0.05
    const field = fbm(wu, wv, 2, 4, 5, seed + 1) * 4.2
    const step = Math.floor(field)
    const ledge = field - step + noise(u, v, 160, 160, seed + 4) * 0.05
    const face = fbm(wu, wv, 16, 60, 4, seed + 2)
    const fine = fbm(u, v, 120, 200, 2, seed + 3)
    tint(out, hex('#4d575c'), hex('#7b858a'), 0.45 + face * 0.5 + fine * 0.22 + (step % 2) * 0.07)
    const rust = smooth(0.3, 0.8, fbm(u, v, 4, 4, 4, seed + 6))
    blend(out, hex('#7c6a56'), rust * 0.35)
    out.h = step * 1.5 + smooth(0.9, 1, ledge) * 1.5 + face * 1.1 + fine * 0.35
  })
  relief(sheet, { light: 0.75, hollow: 0.25, reach: 8 })
}

/** Sandstone: bedding of grains, with iron in some beds. */
export const sandstone: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v0, out) => {
    const v = v0 + fbm(u, v0, 2, 2, 4, seed) * 0.05
    const beds =
      noise(u, v, 1, 7, seed + 1) * 0.45 +
      noise(u, v, 2, 23, seed + 2) * 0.3 +
      noise(u, v, 3, 61, seed + 3) * 0.2
    const sand = noise(u, v0, 480, 480, seed + 4) * 0.6 + noise(u, v0, 250, 250, seed + 5) * 0.5
    tint(out, hex('#dcc196'), hex('#a97b4a'), 0.36 + beds * 0.85 + sand * 0.16)
    const iron = smooth(0.3, 0.6, noise(u, v, 2, 18, seed + 6))
    blend(out, hex('#9a5c34'), iron * 0.3)
    const pit = smooth(0.6, 0.8, noise(u, v0, 130, 130, seed + 7))
    dim(out, 1 - pit * 0.14)
    out.h = sand * 0.4 + beds * 0.5 - pit * 0.5
  })
  relief(sheet, { light: 0.45 })
}

/** Honed limestone: pale, with shells and fine stylolites. */
export const limestone: Generator = (sheet) => {
  const { seed } = sheet
  const cell = newCell()
  fill(sheet, (u, v, out) => {
    const cloud = fbm(u, v, 3, 3, 6, seed)
    const fine = fbm(u, v, 70, 70, 3, seed + 1)
    tint(out, hex('#e2dbcb'), hex('#c2b7a2'), 0.42 + cloud * 0.55 + fine * 0.22)
    const wu = u + noise(u, v, 26, 26, seed + 2) * 0.008
    cells(wu, v, 46, 46, seed + 3, cell)
    const shape = cell.near + noise(u, v, 180, 180, seed + 4) * 0.1
    if (cell.id > 0.68) {
      const shell = smooth(0.36 * cell.id, 0.2 * cell.id, shape)
      const ring = smooth(0.06, 0.02, Math.abs(shape - 0.27 * cell.id))
      blend(out, cell.id > 0.78 ? hex('#efe9dc') : hex('#a99c86'), 0.26 * shell + 0.18 * ring)
    }
    const wv = v + fbm(u, v, 9, 3, 5, seed + 6) * 0.02
    const stylolite = smooth(0.012, 0.002, Math.abs(noise(u, wv, 1, 5, seed + 7)))
    blend(out, hex('#8d7f69'), stylolite * 0.3 * smooth(-0.2, 0.4, noise(u, v, 7, 5, seed + 8)))
    dim(out, 1 - 0.22 * smooth(0.66, 0.82, noise(u, v, 210, 210, seed + 9)))
  })
}

/** A wall of rough field stones in deep mortar. */
export const rubble: Generator = (sheet) => {
  const { seed } = sheet
  const cell = newCell()
  const facet = newCell()
  fill(sheet, (u, v, out) => {
    const wu = u + fbm(u, v, 9, 9, 3, seed) * 0.02
    const wv = v + fbm(u, v, 9, 9, 3, seed + 3) * 0.02
    cells(wu, wv, 6, 10, seed + 1, cell, 0.85)
    const border = (cell.second - cell.near) * 0.5
    const on = smooth(0.045, 0.085, border)
    const dome = smooth(0.04, 0.26, border)
    cells(wu + cell.id, wv, 17, 21, seed + 2, facet)
    const slope = (facet.dx * (facet.id - 0.5) + facet.dy * (0.5 - facet.id)) * 20
    const rough = fbm(u, v, 24, 24, 5, seed + Math.floor(cell.id * 900))
    const tone = cell.id * 0.9
    tint(out, hex('#7d776d'), hex('#b3a894'), tone + rough * 0.5)
    if (cell.id > 0.72) blend(out, hex('#8a6f55'), 0.45)
    const lichen = smooth(0.35, 0.7, fbm(u, v, 13, 13, 4, seed + 5))
    blend(out, hex('#c3beae'), lichen * 0.25)
    const sand = noise(u, v, 380, 380, seed + 6)
    const mortar: Rgb = [0.62 + sand * 0.07, 0.59 + sand * 0.07, 0.54 + sand * 0.06]
    blend(out, mortar, 1 - on)
    out.h =
      on * (8 + dome * 22 + slope * 0.6 + rough * 9) +
      (1 - on) * sand * 0.8 +
      ridged(u, v, 30, 30, 3, seed + 8) * on * 4
  })
  relief(sheet, { light: 0.62, hollow: 0.7, reach: 26 })
}
