import { BINS, binOf, toPoint } from './colour-bins.ts'

/** Index of the palette entry that looks nearest to a colour, 0..255 each with straight alpha. */
export type FindColour = (r: number, g: number, b: number, a: number) => number

function distance(p: Float32Array, o: number, q: Float32Array, u: number): number {
  let sum = 0
  for (let c = 0; c < 4; c++) {
    const d = (p[o + c] ?? 0) - (q[u + c] ?? 0)
    sum += d * d
  }
  return Math.sqrt(sum)
}

/** Middle and radius, in the space of toPoint, of the colours of one bin. */
function boundBin(bin: number, middle: Float32Array): number {
  const r = (bin >> 13) << 3
  const g = ((bin >> 8) & 31) << 3
  const b = ((bin >> 3) & 31) << 3
  const a = (bin & 7) << 5
  toPoint(r + 4, g + 4, b + 4, a + 16, middle, 0)
  const corner = new Float32Array(4)
  let radius = 0
  for (let k = 0; k < 16; k++) {
    toPoint(r + (k & 1) * 7, g + ((k >> 1) & 1) * 7, b + ((k >> 2) & 1) * 7, a + (k >> 3) * 31, corner, 0)
    radius = Math.max(radius, distance(corner, 0, middle, 0))
  }
  return radius
}

/**
 * Makes a search over a palette that is exact and still fast: for each bin of colours it remembers the few
 * entries that can be nearest to any colour in it (those within twice the bin's radius of the best one).
 * @param palette 4 bytes a colour: R, G, B, A, straight alpha
 */
export function makeFinder(palette: Uint8Array): FindColour {
  const size = palette.length / 4
  const points = new Float32Array(4 * size)
  for (let j = 0; j < size; j++) {
    const [r = 0, g = 0, b = 0, a = 0] = palette.subarray(4 * j, 4 * j + 4)
    toPoint(r, g, b, a, points, 4 * j)
  }
  const known = new Array<Uint8Array | undefined>(BINS)
  const middle = new Float32Array(4)
  const probe = new Float32Array(4)

  const candidates = (bin: number): Uint8Array => {
    const radius = boundBin(bin, middle)
    const distances = Float64Array.from({ length: size }, (_, j) => distance(points, 4 * j, middle, 0))
    const reach = distances.reduce((least, d) => Math.min(least, d), Number.POSITIVE_INFINITY) + 2 * radius
    const near: number[] = []
    distances.forEach((d, j) => {
      if (d <= reach) near.push(j)
    })
    return Uint8Array.from(near)
  }

  return (r, g, b, a) => {
    const bin = binOf(r, g, b, a)
    let near = known[bin]
    if (!near) {
      near = candidates(bin)
      known[bin] = near
    }
    if (near.length === 1) return near[0] ?? 0
    toPoint(r, g, b, a, probe, 0)
    const p0 = probe[0] ?? 0
    const p1 = probe[1] ?? 0
    const p2 = probe[2] ?? 0
    const p3 = probe[3] ?? 0
    let best = Number.POSITIVE_INFINITY
    let index = 0
    for (let n = 0; n < near.length; n++) {
      const j = near[n] ?? 0
      const d0 = p0 - (points[4 * j] ?? 0)
      const d1 = p1 - (points[4 * j + 1] ?? 0)
      const d2 = p2 - (points[4 * j + 2] ?? 0)
      const d3 = p3 - (points[4 * j + 3] ?? 0)
      const d = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3
      if (d < best) {
        best = d
        index = j
      }
    }
    return index
  }
}
