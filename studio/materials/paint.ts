import { cells, fbm, newCell, noise, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, type Rgb, relief, tint } from './sheet.ts'

/** Rolled wall paint: the orange peel of the roller, and a wall that is never quite even. */
export const rolled =
  (colour: string): Generator =>
  (sheet) => {
    const { seed } = sheet
    const base = hex(colour)
    fill(sheet, (u, v, out) => {
      const broad = fbm(u, v, 2, 2, 4, seed)
      const peel = noise(u, v, 210, 190, seed + 1) * 0.55 + noise(u, v, 420, 380, seed + 2) * 0.45
      const lap = noise(u, v, 8, 1, seed + 3)
      tint(out, base, base, 0, 1 + broad * 0.018 + lap * 0.006)
      out.h = peel * 0.75
    })
    relief(sheet, { light: 0.085 })
  }

/** Lime plaster laid on with a trowel in crossing arcs. */
export const artPlaster: Generator = (sheet) => {
  const { seed } = sheet
  const cell = newCell()
  fill(sheet, (u, v, out) => {
    // Each stroke has its own direction; strokes overlap like scales.
    const wu = u + fbm(u, v, 4, 4, 3, seed) * 0.05
    const wv = v + fbm(u, v, 4, 4, 3, seed + 5) * 0.05
    cells(wu, wv, 7, 8, seed + 1, cell)
    const angle = cell.id * Math.PI
    const across = cell.dx * Math.cos(angle) + cell.dy * Math.sin(angle)
    const along = cell.dy * Math.cos(angle) - cell.dx * Math.sin(angle)
    const ridgeA = noise((across + 9) / 20, (along + 9) / 20, 420, 24, seed + Math.floor(cell.id * 700))
    const border = smooth(0, 0.16, cell.second - cell.near)
    const cloud = fbm(u, v, 3, 3, 5, seed + 2)
    const pit =
      smooth(0.5, 0.8, noise(u, v, 150, 150, seed + 3)) * smooth(0, 0.5, noise(u, v, 12, 12, seed + 4))
    tint(out, hex('#d3c9b9'), hex('#ada291'), 0.45 + cloud * 0.55 + ridgeA * 0.14 + across * 0.16)
    blend(out, hex('#8e8373'), pit * 0.35)
    out.h = ridgeA * 1.6 + (1 - border) * 2.2 + across * 5 - pit * 2.5
  })
  relief(sheet, { light: 0.45 })
}

/** Limewash: thin coats brushed crosswise, cloudy and dry. */
export const limewash: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v, out) => {
    const wu = u + fbm(u, v, 3, 3, 4, seed) * 0.08
    const wv = v + fbm(u, v, 3, 3, 4, seed + 3) * 0.08
    const crossA = noise(wu + wv, wv - wu, 30, 6, seed + 1)
    const crossB = noise(wu - wv, wu + wv, 30, 6, seed + 2)
    const hairs =
      noise(wu + wv, wv - wu, 180, 16, seed + 4) * 0.5 + noise(wu - wv, wu + wv, 180, 16, seed + 5) * 0.5
    const cloud = fbm(u, v, 2, 2, 5, seed + 6)
    tint(out, hex('#eae4d9'), hex('#c5bcab'), 0.45 + cloud * 0.62 + (crossA + crossB) * 0.16 + hairs * 0.14)
    dim(out, 1 + 0.015 * noise(u, v, 400, 400, seed + 7))
  })
}

/** Sprayed stone paint: grains of four colours, thick and rough. */
export const stonePaint: Generator = (sheet) => {
  const { seed } = sheet
  const cell = newCell()
  const fine = newCell()
  const grains: readonly Rgb[] = ['#cdc1ad', '#a8977f', '#eee7da', '#5d554b'].map(hex)
  fill(sheet, (u, v, out) => {
    cells(u, v, 170, 170, seed, cell)
    cells(u, v, 300, 300, seed + 1, fine)
    const pick = cell.id < 0.5 ? 0 : cell.id < 0.78 ? 1 : cell.id < 0.93 ? 2 : 3
    const base = grains[pick]!
    const lump = smooth(0.7, 0.1, cell.near)
    tint(out, base, base, 0, 0.9 + 0.2 * fine.id)
    blend(out, hex('#bfb29c'), 1 - smooth(0, 0.18, cell.second - cell.near))
    const drift = fbm(u, v, 8, 8, 4, seed + 2)
    dim(out, 1 + drift * 0.06)
    out.h = lump * 0.75 + fine.id * 0.2 + drift * 1.2
  })
  relief(sheet, { light: 0.5, hollow: 0.35, reach: 3 })
}
