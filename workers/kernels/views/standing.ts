import type { Seen } from '#kernels/seeing/scene.ts'

/** Where an upright thing stands: the inverse of its way ahead (1/m) is `a + b · u`, u the tangent to the side. */
export interface Stand {
  a: number
  b: number
}

/** A thing narrower than this part of the picture's width faces the camera. */
const TURNED = 0.12
/** Part of a thing's columns that have to touch the ground. */
const LEAST_TOUCHING = 0.2
const LEAST_COLUMNS = 4
/** Rounds in which what stands on a thing gets its place. */
const ROUNDS = 5

interface Contact {
  u: number
  /** Inverse way ahead of the ground under it, 1/m. */
  k: number
  /** Region under it. */
  under: number
}

/** Line through contacts by least squares, twice: the second time without what lies far off. */
function fitted(found: readonly Contact[], isWide: boolean): Stand {
  const sorted = found.map(({ k }) => k).sort((p, q) => p - q)
  const middle = sorted[sorted.length >> 1]!
  if (!isWide) return { a: middle, b: 0 }
  let stand: Stand = { a: middle, b: 0 }
  for (const reach of [0.5, 0.15]) {
    const near = found.filter(({ u, k }) => Math.abs(k - stand.a - stand.b * u) < reach * middle)
    if (near.length < LEAST_COLUMNS) break
    const mu = near.reduce((sum, { u }) => sum + u, 0) / near.length
    const mk = near.reduce((sum, { k }) => sum + k, 0) / near.length
    let [up, across] = [0, 0]
    for (const { u, k } of near) {
      up += (u - mu) * (k - mk)
      across += (u - mu) ** 2
    }
    const b = across > 1e-9 ? up / across : 0
    stand = { a: mk - b * mu, b }
  }
  return stand
}

/**
 * Where the upright regions of a picture stand, by the line in which they touch the ground; what stands on another
 * thing stands where that does.
 * @param stands whether a region is upright, by its id
 * @param lies 1 for each pixel of the ground and of what lies on it
 * @param groundAt inverse way ahead of the ground at a pixel, 1/m
 * @param sideAt tangent to the side of a column, taken at the horizon
 * @returns null for regions that touch nothing known
 */
export function standsOf(
  { map, width, height, regions }: Seen,
  {
    stands,
    lies,
    groundAt,
    sideAt,
  }: {
    stands: readonly boolean[]
    lies: Uint8Array
    groundAt: (i: number) => number
    sideAt: (i: number) => number
  },
): (Stand | null)[] {
  const contacts: Contact[][] = regions.map(() => [])
  const columns = regions.map(() => 0)
  const seen = new Int32Array(regions.length)
  for (let x = 0; x < width; x++) {
    for (let y = height - 1; y >= 0; y--) {
      const i = y * width + x
      const id = map[i]!
      if (!stands[id]) continue
      if (seen[id] !== x + 1) columns[id]!++
      seen[id] = x + 1
      const below = y + 1 < height ? map[i + width]! : -1
      if (below === id) continue
      // What the picture's lower edge cuts off stands there or nearer.
      const isOnGround = below < 0 || lies[i + width] === 1
      contacts[id]!.push({ u: sideAt(i), k: isOnGround ? groundAt(i) : 0, under: isOnGround ? -1 : below })
    }
  }
  const out: (Stand | null)[] = regions.map(() => null)
  const least = (id: number) => Math.max(LEAST_COLUMNS, LEAST_TOUCHING * columns[id]!)
  const isWide = (id: number) => columns[id]! > TURNED * width
  for (const [id, all] of contacts.entries()) {
    const own = all.filter(({ under, k }) => under < 0 && k > 0)
    if (own.length >= least(id)) out[id] = fitted(own, isWide(id))
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [id, all] of contacts.entries()) {
      if (out[id] || !stands[id]) continue
      const found = all.flatMap(({ u, k, under }): Contact[] => {
        const on = under < 0 ? null : out[under]
        if (under < 0) return k > 0 ? [{ u, k, under }] : []
        return on ? [{ u, k: on.a + on.b * u, under }] : []
      })
      if (found.length >= least(id)) out[id] = fitted(found, isWide(id))
    }
  }
  return out
}
