import type { Vector3 } from '#kernels/seeing/scene.ts'
import { emptyHit, type Hit, scramble } from './solids.ts'
import { blockedAt, cast, isFree, type World } from './world.ts'

/** First hits of all pixels. */
export interface Field {
  width: number
  height: number
  surface: Int32Array
  /** World coordinates, three a pixel. */
  at: Float32Array
  normal: Float32Array
}

/** Sixteen pixels share this many directions: a window of 4 × 4 averages over them all. */
const RAYS = 3
const TILE = 16
const LIFT = 2e-3

/** Cosine-spread directions over a hemisphere around +z. */
const DIRECTIONS: readonly Vector3[] = Array.from({ length: RAYS * TILE }, (_, i) => {
  const share = (i + 0.5) / (RAYS * TILE)
  const turn = i * Math.PI * (3 - Math.sqrt(5))
  return [Math.sqrt(share) * Math.cos(turn), Math.sqrt(share) * Math.sin(turn), Math.sqrt(1 - share)]
})

/** Mean of 4 × 4 pixels on the same surface. */
function smooth(values: Float32Array, { width, height, surface }: Field): Float32Array {
  const out = new Float32Array(values.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let sum = 0
      let count = 0
      for (let v = Math.max(0, y - 1); v < Math.min(height, y + 3); v++) {
        for (let j = v * width + Math.max(0, x - 1), end = v * width + Math.min(width, x + 3); j < end; j++) {
          if (surface[j] !== surface[i]) continue
          sum += values[j]!
          count++
        }
      }
      out[i] = sum / count
    }
  }
  return out
}

/** Order of a 4 × 4 tile's pixels that spreads neighbours over the directions. */
const ORDER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/**
 * Ambient light that reaches each pixel, 0..1, from nearby surroundings.
 * @param reach m
 */
export function ambient(world: World, field: Field, reach: number): Float32Array {
  const { width, surface, at, normal } = field
  const open = new Float32Array(surface.length).fill(1)
  for (let i = 0; i < open.length; i++) {
    if (surface[i] === -1) continue
    const [nx, ny, nz] = [normal[3 * i]!, normal[3 * i + 1]!, normal[3 * i + 2]!]
    // Frame of Duff et al. 2017 around the normal.
    const sign = nz >= 0 ? 1 : -1
    const a = -1 / (sign + nz)
    const b = nx * ny * a
    const k = RAYS * ORDER[((i % width) & 3) + 4 * (Math.floor(i / width) & 3)]!
    let sum = 0
    for (let r = 0; r < RAYS; r++) {
      const [dx, dy, dz] = DIRECTIONS[(k + r * 17) % DIRECTIONS.length]!
      const free = blockedAt(
        world,
        [at[3 * i]! + LIFT * nx, at[3 * i + 1]! + LIFT * ny, at[3 * i + 2]! + LIFT * nz],
        dx * (1 + sign * nx * nx * a) + dy * b + dz * nx,
        dx * sign * b + dy * (sign + ny * ny * a) + dz * ny,
        -dx * sign * nx - dy * ny + dz * nz,
        reach,
      )
      sum += Math.sqrt(free / reach)
    }
    open[i] = sum / RAYS
  }
  return smooth(smooth(open, field), field)
}

/** Share of the sun that each pixel sees, 0..1, times the cosine to it. @param soft half width of the sun */
export function sunlight(world: World, field: Field, sun: Vector3, soft: number): Float32Array {
  const { width, surface, at, normal } = field
  const seen = new Float32Array(surface.length)
  const size = Math.hypot(...sun)
  for (let i = 0; i < seen.length; i++) {
    if (surface[i] === -1) continue
    const [nx, ny, nz] = [normal[3 * i]!, normal[3 * i + 1]!, normal[3 * i + 2]!]
    if (nx * sun[0] + ny * sun[1] + nz * sun[2] <= 0) continue
    const k = ORDER[((i % width) & 3) + 4 * (Math.floor(i / width) & 3)]!
    const [p, q] = [soft * (scramble(k, 1, 2) - 0.5), soft * (scramble(k, 3, 5) - 0.5)]
    const free = isFree(
      world,
      [at[3 * i]! + LIFT * nx, at[3 * i + 1]! + LIFT * ny, at[3 * i + 2]! + LIFT * nz],
      sun[0] / size + p,
      sun[1] / size + q,
      sun[2] / size,
      200,
    )
    seen[i] = free ? 1 : 0
  }
  const out = smooth(seen, field)
  for (let i = 0; i < out.length; i++) {
    const cosine =
      (normal[3 * i]! * sun[0] + normal[3 * i + 1]! * sun[1] + normal[3 * i + 2]! * sun[2]) / size
    out[i] = out[i]! * Math.max(0, cosine)
  }
  return out
}

/**
 * Light of a window that each pixel sees, about 0..1: what the window faces and is near to it is bright, the rest is
 * lit by the room's walls.
 * @param from, to corners of the window, a little inside of the room
 * @param open as of `ambient`
 */
export function windowLight(
  world: World,
  field: Field,
  from: Vector3,
  to: Vector3,
  open: Float32Array,
): Float32Array {
  const { width, surface, at, normal } = field
  const seen = new Float32Array(surface.length)
  for (let i = 0; i < seen.length; i++) {
    if (surface[i] === -1) continue
    const k = ORDER[((i % width) & 3) + 4 * (Math.floor(i / width) & 3)]!
    const way = [0, 1, 2].map((c) => {
      const place = from[c]! + (to[c]! - from[c]!) * scramble(k, c === 2 ? 4 : 2, 9)
      return place - at[3 * i + c]!
    }) as [number, number, number]
    const far = Math.hypot(...way)
    const [dx, dy, dz] = way.map((v) => v / far) as [number, number, number]
    const [nx, ny, nz] = [normal[3 * i]!, normal[3 * i + 1]!, normal[3 * i + 2]!]
    const cosine = nx * dx + ny * dy + nz * dz
    if (cosine <= 0) continue
    const eye: Vector3 = [at[3 * i]! + LIFT * nx, at[3 * i + 1]! + LIFT * ny, at[3 * i + 2]! + LIFT * nz]
    if (isFree(world, eye, dx, dy, dz, far)) seen[i] = cosine / (1 + far * far * 0.12)
  }
  const out = smooth(smooth(seen, field), field)
  for (let i = 0; i < out.length; i++) out[i] = Math.min(1, 0.45 * open[i]! + 0.9 * out[i]!)
  return out
}

const met = emptyHit()

/** Rounds of evening out, each twice as far as the one before, and what counts as the same place: m off its plane. */
const EVENINGS = 4
const OFF = 0.06
/** A kernel of binomial weights. */
const BINOMIAL = [1, 4, 6, 4, 1] as const

/** Evens light out over what lies in one plane (edge-avoiding à-trous wavelets, Dammertz et al. 2010). */
function evened(values: Float32Array, { width, height, surface, at, normal }: Field): Float32Array {
  let from = values
  for (let round = 0; round < EVENINGS; round++) {
    const step = 1 << round
    const to = new Float32Array(values.length)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (surface[i] === -1) continue
        const [nx, ny, nz] = [normal[3 * i]!, normal[3 * i + 1]!, normal[3 * i + 2]!]
        const [px, py, pz] = [at[3 * i]!, at[3 * i + 1]!, at[3 * i + 2]!]
        let sum = 0
        let total = 0
        for (let v = -2; v <= 2; v++) {
          const row = y + v * step
          if (row < 0 || row >= height) continue
          for (let u = -2; u <= 2; u++) {
            const column = x + u * step
            if (column < 0 || column >= width) continue
            const j = row * width + column
            if (surface[j] === -1) continue
            const alike = nx * normal[3 * j]! + ny * normal[3 * j + 1]! + nz * normal[3 * j + 2]!
            if (alike < 0.9) continue
            const off = nx * (at[3 * j]! - px) + ny * (at[3 * j + 1]! - py) + nz * (at[3 * j + 2]! - pz)
            if (Math.abs(off) > OFF) continue
            const weight = BINOMIAL[u + 2]! * BINOMIAL[v + 2]! * (surface[j] === surface[i] ? 1 : 0.25)
            sum += weight * from[j]!
            total += weight
          }
        }
        to[i] = sum / total
      }
    }
    from = to
  }
  return from
}

/**
 * Light from all around each pixel.
 * @param seen light of what a ray meets, by its place
 */
export function gathered(
  world: World,
  field: Field,
  seen: (place: Vector3, hit: Hit) => number,
): Float32Array {
  const { width, surface, at, normal } = field
  const out = new Float32Array(surface.length)
  for (let i = 0; i < out.length; i++) {
    if (surface[i] === -1) continue
    const [nx, ny, nz] = [normal[3 * i]!, normal[3 * i + 1]!, normal[3 * i + 2]!]
    const sign = nz >= 0 ? 1 : -1
    const a = -1 / (sign + nz)
    const b = nx * ny * a
    const [px, py] = [i % width, Math.floor(i / width)]
    const k = RAYS * ORDER[(px & 3) + 4 * (py & 3)]!
    // Each tile looks another way, or all would see the same few places.
    const turn = 2 * Math.PI * scramble(px >> 2, py >> 2, 3)
    const [c, d] = [Math.cos(turn), Math.sin(turn)]
    const eye: Vector3 = [at[3 * i]! + LIFT * nx, at[3 * i + 1]! + LIFT * ny, at[3 * i + 2]! + LIFT * nz]
    let sum = 0
    for (let r = 0; r < RAYS; r++) {
      const [ox, oy, dz] = DIRECTIONS[(k + r * 17) % DIRECTIONS.length]!
      const [dx, dy] = [c * ox - d * oy, d * ox + c * oy]
      const x = dx * (1 + sign * nx * nx * a) + dy * b + dz * nx
      const y = dx * sign * b + dy * (sign + ny * ny * a) + dz * ny
      const z = -dx * sign * nx - dy * ny + dz * nz
      cast(world, eye, x, y, z, met)
      const t = met.t - LIFT
      sum += seen([eye[0] + t * x, eye[1] + t * y, eye[2] + t * z], met)
    }
    out[i] = sum / RAYS
  }
  return evened(out, field)
}
