// Noise that repeats by construction: (u, v) are in repeats of the picture and every frequency is a whole
// number of lattice cells a repeat, so that u = 0 and u = 1 meet. Gradient noise after K. Perlin (2002),
// cellular noise after S. Worley (1996).

const DIRECTIONS = 256
const COS = Float64Array.from({ length: DIRECTIONS }, (_, i) => Math.cos((i / DIRECTIONS) * Math.PI * 2))
const SIN = Float64Array.from({ length: DIRECTIONS }, (_, i) => Math.sin((i / DIRECTIONS) * Math.PI * 2))

function mixBits(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** Remainder that is never negative. */
export const wrap = (value: number, period: number) => ((value % period) + period) % period

/** 0..1 from two whole numbers and a seed, the same on every machine. */
export function hash(x: number, y: number, seed: number): number {
  return (mixBits(x | 0, y | 0, seed | 0) >>> 0) / 4294967296
}

/** A seed from a name. */
export function seedOf(name: string): number {
  let seed = 2166136261
  for (let i = 0; i < name.length; i++) seed = Math.imul(seed ^ name.charCodeAt(i), 16777619)
  return seed | 0
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Gradient noise, about -1..1; `fu` and `fv` lattice cells a repeat. */
export function noise(u: number, v: number, fu: number, fv: number, seed: number): number {
  const x = u * fu
  const y = v * fv
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const fx = x - x0
  const fy = y - y0
  const left = wrap(x0, fu)
  const right = left + 1 === fu ? 0 : left + 1
  const top = wrap(y0, fv)
  const bottom = top + 1 === fv ? 0 : top + 1
  const a = mixBits(left, top, seed) & 255
  const b = mixBits(right, top, seed) & 255
  const c = mixBits(left, bottom, seed) & 255
  const d = mixBits(right, bottom, seed) & 255
  const sx = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
  const sy = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const na = COS[a]! * fx + SIN[a]! * fy
  const nb = COS[b]! * (fx - 1) + SIN[b]! * fy
  const nc = COS[c]! * fx + SIN[c]! * (fy - 1)
  const nd = COS[d]! * (fx - 1) + SIN[d]! * (fy - 1)
  const upper = na + (nb - na) * sx
  const lower = nc + (nd - nc) * sx
  return (upper + (lower - upper) * sy) * 1.5
}

/** Sum of octaves, about -1..1. */
export function fbm(u: number, v: number, fu: number, fv: number, octaves: number, seed: number): number {
  let sum = 0
  let part = 0.5
  let total = 0
  for (let i = 0; i < octaves; i++) {
    sum += noise(u, v, fu << i, fv << i, seed + i * 101) * part
    total += part
    part *= 0.5
  }
  return sum / total
}

/** Octaves of ridges: 1 on sharp crests, 0 far from them. */
export function ridged(u: number, v: number, fu: number, fv: number, octaves: number, seed: number): number {
  let sum = 0
  let part = 0.5
  let total = 0
  for (let i = 0; i < octaves; i++) {
    sum += (1 - Math.abs(noise(u, v, fu << i, fv << i, seed + i * 211))) * part
    total += part
    part *= 0.5
  }
  return sum / total
}

/** Where a point lies among scattered seeds; distances in lattice cells. */
export interface Cell {
  /** To the nearest seed. */
  near: number
  /** To the second nearest. */
  second: number
  /** 0..1, of the nearest seed. */
  id: number
  /** From the nearest seed to the point. */
  dx: number
  dy: number
}

export const newCell = (): Cell => ({ near: 0, second: 0, id: 0, dx: 0, dy: 0 })

/** Cellular noise with `fu` × `fv` seeds a repeat; `jitter` 0 is a grid, 1 is free. */
export function cells(
  u: number,
  v: number,
  fu: number,
  fv: number,
  seed: number,
  out: Cell,
  jitter = 1,
): void {
  const x = u * fu
  const y = v * fv
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  let near = 1e9
  let second = 1e9
  for (let j = -1; j <= 1; j++)
    for (let i = -1; i <= 1; i++) {
      const cx = wrap(x0 + i, fu)
      const cy = wrap(y0 + j, fv)
      const bits = mixBits(cx, cy, seed)
      const dx = x - (x0 + i + 0.5 + ((bits & 0xffff) / 65536 - 0.5) * jitter)
      const dy = y - (y0 + j + 0.5 + ((bits >>> 16) / 65536 - 0.5) * jitter)
      const d = dx * dx + dy * dy
      if (d < near) {
        second = near
        near = d
        out.id = hash(cx, cy, seed + 7)
        out.dx = dx
        out.dy = dy
      } else if (d < second) second = d
    }
  out.near = Math.sqrt(near)
  out.second = Math.sqrt(second)
}
