import { type Face, type Finish, type Hit, type Opening, type Solid, scramble } from './solids.ts'

/** Size of the gaps between leaves, m, and how many there are. */
const LEAF = 0.16
const GAPS = 0.22

/** The ray that is cast now, one at a time; of each axis, 0 where the ray rises along it and 1 where it falls. */
const ray = {
  o: new Float64Array(3),
  d: new Float64Array(3),
  inv: new Float64Array(3),
  falls: new Uint8Array(3),
}
export const span = { from: 0, to: 0, enter: 0, leave: 0 }

/** Whether the ray comes into a box nearer than `best`. */
export function reaches(bounds: Float64Array, at: number, best: number): boolean {
  const { o, inv } = ray
  let from = Number.NEGATIVE_INFINITY
  let to = Number.POSITIVE_INFINITY
  for (let c = 0; c < 3; c++) {
    const a = (bounds[at + c]! - o[c]!) * inv[c]!
    const b = (bounds[at + 3 + c]! - o[c]!) * inv[c]!
    const near = a < b ? a : b
    const far = a < b ? b : a
    if (near > from) from = near
    if (far < to) to = far
    if (!(to > from)) return false
  }
  return to > 1e-6 && from < best
}

/** Where the ray is inside a box, and by which sides it enters and leaves; false where it passes by. */
export function clip(bounds: Float64Array, at: number): boolean {
  const { o, inv, falls } = ray
  let from = Number.NEGATIVE_INFINITY
  let to = Number.POSITIVE_INFINITY
  let enter = 0
  let leave = 0
  for (let c = 0; c < 3; c++) {
    const a = (bounds[at + c]! - o[c]!) * inv[c]!
    const b = (bounds[at + 3 + c]! - o[c]!) * inv[c]!
    const near = a < b ? a : b
    const far = a < b ? b : a
    if (near > from) {
      from = near
      enter = c
    }
    if (far < to) {
      to = far
      leave = c
    }
    if (!(to > from)) return false
  }
  span.from = from
  span.to = to
  span.enter = 2 * enter + falls[enter]!
  span.leave = 2 * leave + 1 - falls[leave]!
  return to > 1e-6
}

const AXES = [
  [1, 2],
  [0, 2],
  [0, 1],
] as const

function openingAt(openings: readonly Opening[] | undefined, face: number, t: number): number {
  if (!openings) return -1
  const [a, b] = AXES[face >> 1]!
  const pa = ray.o[a]! + t * ray.d[a]!
  const pb = ray.o[b]! + t * ray.d[b]!
  for (let i = 0; i < openings.length; i++) {
    const { face: side, from, to } = openings[i]!
    if (side === face && pa > from[0] && pa < to[0] && pb > from[1] && pb < to[1]) return i
  }
  return -1
}

function setFlat(hit: Hit, t: number, face: number, towards: number, surface: number, finish: Finish): void {
  hit.t = t
  hit.nx = hit.ny = hit.nz = 0
  const sign = (face & 1 ? 1 : -1) * towards
  if (face < 2) hit.nx = sign
  else if (face < 4) hit.ny = sign
  else hit.nz = sign
  hit.surface = surface
  hit.finish = finish
}

const FRAME = 0.06

/** From where the ray enters a recess on to its pane, frame or sides. */
function enterOpening(o: Opening, into: number, t: number, base: number, wall: Finish, hit: Hit): void {
  const c = o.face >> 1
  const [a, b] = AXES[c]!
  let end = t + Math.abs(o.depth * ray.inv[c]!)
  let side = -1
  for (const [k, axis] of [a, b].entries()) {
    const edge = ray.d[axis]! > 0 ? o.to[k]! : o.from[k]!
    const far = (edge - ray.o[axis]!) * ray.inv[axis]!
    if (far < end) {
      end = far
      side = 2 * axis + (ray.d[axis]! > 0 ? 1 : 0)
    }
  }
  const reveal: Finish = { ...wall, label: 'opening' }
  if (side >= 0) {
    setFlat(hit, end, side, -1, base + side, reveal)
    return
  }
  const frameAt = [a, b].some((axis, k) => {
    const count = o.panes[k]!
    if (count === 0) return false
    const p = ray.o[axis]! + end * ray.d[axis]! - o.from[k]!
    const step = (o.to[k]! - o.from[k]!) / count
    const off = Math.abs(p - Math.round(p / step) * step)
    const isBorder = p < step / 2 || p > o.to[k]! - o.from[k]! - step / 2
    return off < (isBorder ? FRAME : FRAME / 2)
  })
  setFlat(hit, end, o.face, into, base + (frameAt ? 7 : 6), frameAt ? o.frame : o.pane)
}

function hitBox(solid: Solid & { shape: 'box' | 'room' }, base: number, best: number, hit: Hit): boolean {
  const inside = solid.shape === 'room'
  const t = inside ? span.to : span.from
  const face = (inside ? span.leave : span.enter) as Face
  if (t < 1e-4 || t >= best) return false
  const finish = solid.faces?.[face] ?? solid.finish
  const at = openingAt(solid.openings, face, t)
  if (at < 0) setFlat(hit, t, face, inside ? -1 : 1, base + face, finish)
  else enterOpening(solid.openings![at]!, inside ? -1 : 1, t, base + 8 + 8 * at, finish, hit)
  return hit.t < best
}

function hitConvex(solid: Solid & { shape: 'convex' }, base: number, best: number, hit: Hit): boolean {
  let from = 1e-4
  let to = best
  let face = -1
  for (let i = 0; i < solid.planes.length; i++) {
    const { normal: n, distance } = solid.planes[i]!
    const along = n[0] * ray.d[0]! + n[1] * ray.d[1]! + n[2] * ray.d[2]!
    const off = distance - (n[0] * ray.o[0]! + n[1] * ray.o[1]! + n[2] * ray.o[2]!)
    if (along < -1e-12) {
      if (off / along > from) {
        from = off / along
        face = i
      }
    } else if (along > 1e-12) to = Math.min(to, off / along)
    else if (off < 0) return false
  }
  if (face < 0 || from >= to) return false
  const { normal, finish } = solid.planes[face]!
  hit.t = from
  ;[hit.nx, hit.ny, hit.nz] = normal
  hit.surface = base + face
  hit.finish = finish
  return true
}

const isGap = (t: number) =>
  scramble(
    Math.floor((ray.o[0]! + t * ray.d[0]!) / LEAF),
    Math.floor((ray.o[1]! + t * ray.d[1]!) / LEAF),
    Math.floor((ray.o[2]! + t * ray.d[2]!) / LEAF),
  ) < GAPS

function hitBall(solid: Solid & { shape: 'ball' }, best: number, hit: Hit): boolean {
  let [a, b, c] = [0, 0, -1]
  for (let k = 0; k < 3; k++) {
    const radius = (solid.high[k]! - solid.low[k]!) / 2
    const o = (ray.o[k]! - (solid.high[k]! + solid.low[k]!) / 2) / radius
    const d = ray.d[k]! / radius
    a += d * d
    b += o * d
    c += o * o
  }
  const root = b * b - a * c
  if (root < 0) return false
  let t = (-b - Math.sqrt(root)) / a
  if (solid.leafy && isGap(t)) {
    t = (-b + Math.sqrt(root)) / a
    if (isGap(t)) return false
  }
  if (t < 1e-3 || t >= best) return false
  const n = [0, 1, 2].map((k) => {
    const radius = (solid.high[k]! - solid.low[k]!) / 2
    return (ray.o[k]! + t * ray.d[k]! - (solid.high[k]! + solid.low[k]!) / 2) / (radius * radius)
  })
  const size = Math.hypot(...n)
  hit.t = t
  hit.nx = n[0]! / size
  hit.ny = n[1]! / size
  hit.nz = n[2]! / size
  hit.surface = solid.group
  hit.finish = solid.finish
  return true
}

/** An upright cylinder, or a cone where its top is narrower. */
function hitPost(solid: Solid & { shape: 'post' }, best: number, hit: Hit): boolean {
  const { low, high, topRadius } = solid
  const radius = (high[0] - low[0]) / 2
  const taper = (topRadius - radius) / (high[2] - low[2])
  const ox = ray.o[0]! - (low[0] + high[0]) / 2
  const oy = ray.o[1]! - (low[1] + high[1]) / 2
  const [dx, dy, dz] = [ray.d[0]!, ray.d[1]!, ray.d[2]!]
  const at = radius + taper * (ray.o[2]! - low[2])
  const a = dx * dx + dy * dy - (taper * dz) ** 2
  const b = ox * dx + oy * dy - taper * dz * at
  const c = ox * ox + oy * oy - at * at
  const root = b * b - a * c
  if (root < 0) return false
  const t = (-b - Math.sqrt(root)) / a
  const z = ray.o[2]! + t * dz
  hit.surface = solid.group
  hit.finish = solid.finish
  if (t > 1e-3 && t < best && z > low[2] && z < high[2]) {
    const size = Math.hypot(1, taper) * (radius + taper * (z - low[2]))
    hit.t = t
    hit.nx = (ox + t * dx) / size
    hit.ny = (oy + t * dy) / size
    hit.nz = -taper / Math.hypot(1, taper)
    return true
  }
  const cap = (high[2] - ray.o[2]!) / dz
  if (cap < 1e-3 || cap >= best || Math.hypot(ox + cap * dx, oy + cap * dy) > topRadius) return false
  hit.t = cap
  hit.nx = hit.ny = 0
  hit.nz = 1
  return true
}

/** Sets the ray that `clip` and `meet` work on. */
export function aim(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
  ray.o[0] = ox
  ray.o[1] = oy
  ray.o[2] = oz
  ray.d[0] = dx
  ray.d[1] = dy
  ray.d[2] = dz
  ray.inv[0] = 1 / dx
  ray.inv[1] = 1 / dy
  ray.inv[2] = 1 / dz
  ray.falls[0] = dx > 0 ? 0 : 1
  ray.falls[1] = dy > 0 ? 0 : 1
  ray.falls[2] = dz > 0 ? 0 : 1
}

/** Meets a solid whose bounds were just clipped; true where it is nearer than `best`. */
export function meet(solid: Solid, base: number, best: number, hit: Hit): boolean {
  if (solid.shape === 'ball') return hitBall(solid, best, hit)
  if (solid.shape === 'post') return hitPost(solid, best, hit)
  if (solid.shape === 'convex') return hitConvex(solid, base, best, hit)
  return hitBox(solid, base, best, hit)
}

/** Distance at which a solid whose bounds were just clipped stops the ray; `best` where it does not before. */
export function stopAt(solid: Solid, best: number, probe: Hit): number {
  if (solid.shape !== 'box' && solid.shape !== 'room') return meet(solid, 0, best, probe) ? probe.t : best
  const inside = span.from < 1e-4
  const t = inside ? span.to : span.from
  if (t >= best || (solid.shape === 'room' && !inside)) return best
  if (inside && openingAt(solid.openings, span.leave, t) >= 0) return best
  // From inside of a recess the wall around it is at once there.
  return solid.shape === 'box' && inside ? 0 : t
}
