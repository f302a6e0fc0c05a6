// Lattice noises for procedural textures: quintic value noise with fractal sums (K. Perlin 2002 for the fade curve)
// and cellular noise (S. Worley, "A Cellular Texture Basis Function", 1996).
import { hash01 } from './sampler.ts'

/** Value noise in [0, 1] at a point of the plane. */
export function noise(x: number, y: number, seed: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const fx = x - ix
  const fy = y - iy
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const a = hash01(ix, iy, seed)
  const b = hash01(ix + 1, iy, seed)
  const c = hash01(ix, iy + 1, seed)
  const d = hash01(ix + 1, iy + 1, seed)
  return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v
}

/** Fractal sum of `octaves` value noises, in [0, 1]. */
export function fbm(x: number, y: number, octaves: number, seed: number): number {
  let sum = 0
  let gain = 0.5
  let total = 0
  let px = x
  let py = y
  for (let i = 0; i < octaves; i++) {
    sum += gain * noise(px, py, seed + i * 131)
    total += gain
    gain *= 0.5
    const rx = px * 1.62 - py * 1.21
    py = px * 1.21 + py * 1.62
    px = rx
  }
  return sum / total
}

export interface Cell {
  /** Distances to the nearest and second nearest feature points, in cells. */
  near: number
  second: number
  /** Hash of the nearest cell, [0, 1). */
  id: number
}

/** Cellular noise: fills `out` for a point measured in cells. */
export function worley(x: number, y: number, seed: number, out: Cell): void {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  let near = 9
  let second = 9
  let id = 0
  for (let j = -1; j <= 1; j++) {
    for (let i = -1; i <= 1; i++) {
      const cx = ix + i
      const cy = iy + j
      const px = cx + hash01(cx, cy, seed) - x
      const py = cy + hash01(cx, cy, seed + 17) - y
      const d = px * px + py * py
      if (d < near) {
        second = near
        near = d
        id = hash01(cx, cy, seed + 31)
      } else if (d < second) second = d
    }
  }
  out.near = Math.sqrt(near)
  out.second = Math.sqrt(second)
  out.id = id
}
