import type { Cube } from './cube.ts'

/** Changes the colour at `at` of `rgb` (three values, encoded 0..1) in place. */
export type ColourTable = (rgb: Float32Array, at: number) => void

function oneDimension({ size, low, high, table }: Cube, strength: number): ColourTable {
  return (rgb, at) => {
    for (let c = 0; c < 3; c++) {
      const v = rgb[at + c]!
      const x = Math.min(1, Math.max(0, (v - low[c]!) / (high[c]! - low[c]!))) * (size - 1)
      const i = Math.min(size - 2, Math.floor(x))
      const from = table[3 * i + c]!
      const to = table[3 * i + 3 + c]!
      rgb[at + c] = v + strength * (from + (x - i) * (to - from) - v)
    }
  }
}

function threeDimensions({ size, low, high, table }: Cube, strength: number): ColourTable {
  const top = size - 1
  const [kr, kg, kb] = [0, 1, 2].map((c) => top / (high[c]! - low[c]!)) as [number, number, number]
  const [lr, lg, lb] = low
  const stepG = 3 * size
  const stepB = 3 * size * size
  return (rgb, at) => {
    let r = (rgb[at]! - lr) * kr
    let g = (rgb[at + 1]! - lg) * kg
    let b = (rgb[at + 2]! - lb) * kb
    r = r < 0 ? 0 : r > top ? top : r
    g = g < 0 ? 0 : g > top ? top : g
    b = b < 0 ? 0 : b > top ? top : b
    const ir = Math.min(top - 1, r | 0)
    const ig = Math.min(top - 1, g | 0)
    const ib = Math.min(top - 1, b | 0)
    const fr = r - ir
    const fg = g - ig
    const fb = b - ib
    const p0 = 3 * ir + stepG * ig + stepB * ib
    const p3 = p0 + 3 + stepG + stepB
    // The tetrahedron that holds the point: along the axis of the largest part first, then of the second.
    const first = fr >= fg ? (fr >= fb ? 3 : stepB) : fg >= fb ? stepG : stepB
    const last = fr < fg ? (fr < fb ? 3 : stepB) : fg < fb ? stepG : stepB
    const p1 = p0 + first
    const p2 = p3 - last
    const high = Math.max(fr, fg, fb)
    const least = Math.min(fr, fg, fb)
    const middle = fr + fg + fb - high - least
    for (let c = 0; c < 3; c++) {
      const v =
        (1 - high) * table[p0 + c]! +
        (high - middle) * table[p1 + c]! +
        (middle - least) * table[p2 + c]! +
        least * table[p3 + c]!
      rgb[at + c] = rgb[at + c]! + strength * (v - rgb[at + c]!)
    }
  }
}

/**
 * A colour table as a function: linear for 1D, tetrahedral for 3D (Kasson, Nin, Plouffe, Hafner 1995), which keeps
 * greys grey where the table does.
 * @param strength 0 leaves the colour, 1 is the table's
 */
export function colourTable(cube: Cube, strength: number): ColourTable {
  return cube.dimensions === 1 ? oneDimension(cube, strength) : threeDimensions(cube, strength)
}
