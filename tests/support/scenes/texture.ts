import { type Finish, type Hit, scramble } from './solids.ts'

/** Value noise 0..1 in two dimensions. */
function noise(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - i, y - j]
  const [s, t] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)]
  const top = scramble(i, j, 7) * (1 - s) + scramble(i + 1, j, 7) * s
  const low = scramble(i, j + 1, 7) * (1 - s) + scramble(i + 1, j + 1, 7) * s
  return top * (1 - t) + low * t
}

const cell = (v: number) => v - Math.floor(v)

/** Bond of pieces of a size, with joints; the share of light that is given back. */
function bond(u: number, v: number, long: number, high: number, joint: number, spread: number): number {
  const row = Math.floor(v / high)
  const shifted = u / long + (row & 1 ? 0.5 : 0)
  const isJoint = cell(shifted) * long < joint || cell(v / high) * high < joint
  return isJoint ? 0.72 : 1 - spread * scramble(Math.floor(shifted), row, 3)
}

/** Brightness of a photograph's material at a point, around 1; (x, y, z) m. */
export function textureAt({ pattern }: Finish, { nx, ny, nz }: Hit, x: number, y: number, z: number): number {
  const isFlat = Math.abs(nz) > 0.5
  const u = isFlat ? x : Math.abs(nx) > Math.abs(ny) ? y : x
  const v = isFlat ? y : z
  const fine = 0.94 + 0.12 * noise(u * 23, v * 23)
  if (pattern === 'planks')
    return bond(v, u, 1.6, 0.14, 0.006, 0.22) * (0.9 + 0.2 * noise(u * 60, v * 3)) * fine
  if (pattern === 'tiles') return bond(u, v, 0.6, 0.6, 0.012, 0.1) * fine
  if (pattern === 'bricks') return bond(u, v, 0.25, 0.075, 0.012, 0.3) * fine
  if (pattern === 'grain') return (0.82 + 0.36 * noise(u * 40, v * 5)) * fine
  if (pattern === 'weave') return (0.9 + 0.2 * scramble(Math.floor(u * 90), Math.floor(v * 90), 1)) * fine
  if (pattern === 'waves') return 0.86 + 0.28 * noise(u * 1.4, v * 3.5)
  if (pattern === 'leaves') return leavesAt(x, y, z)
  if (pattern === 'lawn') return lawnAt(x, y)
  return 0.95 + 0.1 * noise(u * 1.2, v * 1.2)
}

/** Light and dark of leaves, around 1. */
export function leavesAt(x: number, y: number, z: number): number {
  const small = scramble(Math.floor(x * 11), Math.floor(y * 11), Math.floor(z * 11))
  const large = scramble(Math.floor(x * 3), Math.floor(y * 3), Math.floor(z * 3))
  return 0.62 + 0.5 * small + 0.26 * large
}

/** Light and dark of blades of grass or pebbles on the ground, around 1. */
export function lawnAt(x: number, y: number): number {
  const small = scramble(Math.floor(x * 40), Math.floor(y * 25), 5)
  return 0.78 + 0.24 * small + 0.14 * noise(x * 1.6, y * 1.6) + 0.1 * noise(x * 7, y * 7)
}
