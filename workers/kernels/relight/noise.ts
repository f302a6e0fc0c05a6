/** A number 0..1 for a lattice point, the same every time. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(seed | 0, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Value noise 0..1, smooth, with features one unit wide. */
function valueNoise(x: number, y: number, seed: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - x0, y - y0]
  const [su, sv] = [u * u * u * (u * (6 * u - 15) + 10), v * v * v * (v * (6 * v - 15) + 10)]
  const top = hash(x0, y0, seed) + (hash(x0 + 1, y0, seed) - hash(x0, y0, seed)) * su
  const bottom = hash(x0, y0 + 1, seed) + (hash(x0 + 1, y0 + 1, seed) - hash(x0, y0 + 1, seed)) * su
  return top + (bottom - top) * sv
}

/** Fractal sum of value noise, 0..1: `octaves` layers, each half as wide and half as strong. */
export function cloudNoise(x: number, y: number, seed: number, octaves: number): number {
  let [sum, weight, scale, total] = [0, 0.5, 1, 0]
  for (let octave = 0; octave < octaves; octave++) {
    // Turned a little at each octave, so that the lattice does not show.
    const [rx, ry] = [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y]
    ;[x, y] = [rx, ry]
    sum += weight * valueNoise(x * scale, y * scale, seed + octave)
    total += weight
    weight *= 0.5
    scale *= 2
  }
  return sum / total
}
