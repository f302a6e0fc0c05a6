import { connected } from '#kernels/connected.ts'
import type { Sight } from './regions-sight.ts'
import type { Label, RoomBox, Spot } from './scene.ts'
import type { Basins, Parts } from './superpixels.ts'

/**
 * Shares of the sides of a room: floor, ceiling, back wall, left wall, right wall; then how far down and up a region
 * reaches on the walls, as parts of their height from the floor; 1 and 0 for what is on no wall.
 */
export type RoomShares = readonly [number, number, number, number, number, number, number]

/** Which side of the line from p to q a place is on: positive to the right of it, seen with y downwards. */
const aside = (p: Spot, q: Spot, x: number, y: number) => (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)

/** Side beyond each edge of the back wall: upper, right, lower, left. */
const SIDES = [1, 4, 0, 3] as const

/**
 * Side of the room at each pixel: 0 floor, 1 ceiling, 2 back wall, 3 left wall, 4 right wall. The corners of the back wall
 * part what is around it into sectors around the vanishing point, in the order of the clock.
 */
export function roomSides(width: number, height: number, { back, vanishing }: RoomBox): Uint8Array {
  // Lines of which each pixel is to the right or to the left: a·x + b·y + c.
  const line = (p: Spot, q: Spot) => [p.y - q.y, q.x - p.x, (q.y - p.y) * p.x - (q.x - p.x) * p.y] as const
  const edges = back.map((corner, k) => line(corner, back[(k + 1) % 4]!))
  const rays = back.map((corner) => line(vanishing, corner))
  const out = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const from = ([, b, c]: readonly [number, number, number]) => b * (y + 0.5) + c
    const [e0, e1, e2, e3] = edges.map(from) as [number, number, number, number]
    const [r0, r1, r2, r3] = rays.map(from) as [number, number, number, number]
    const [[f0], [f1], [f2], [f3]] = edges as unknown as [[number], [number], [number], [number]]
    const [[s0], [s1], [s2], [s3]] = rays as unknown as [[number], [number], [number], [number]]
    for (let x = 0.5; x < width; x++, i++) {
      const isInside = f0 * x + e0 >= 0 && f1 * x + e1 >= 0 && f2 * x + e2 >= 0 && f3 * x + e3 >= 0
      if (isInside) {
        out[i] = 2
        continue
      }
      if (s0 * x + r0 >= 0 && s1 * x + r1 < 0) out[i] = SIDES[0]
      else if (s1 * x + r1 >= 0 && s2 * x + r2 < 0) out[i] = SIDES[1]
      else if (s2 * x + r2 >= 0 && s3 * x + r3 < 0) out[i] = SIDES[2]
      else out[i] = SIDES[3]
    }
  }
  return out
}

/** Height on a wall at a place, in parts of the wall's from the floor. @param side see roomSides */
function heightAt({ back: [a, b, c, d], vanishing }: RoomBox, side: 2 | 3 | 4, x: number, y: number): number {
  if (side === 2) {
    const at = (p: Spot, q: Spot) => p.y + ((q.y - p.y) * (x - p.x)) / (q.x - p.x)
    const foot = at(d, c)
    return (foot - y) / (foot - at(a, b))
  }
  // Along the line that runs away from the eye every place of a wall is as high as where it meets the back wall.
  const head = side === 3 ? a : b
  const foot = side === 3 ? d : c
  const place = { x, y }
  const low = aside(vanishing, place, foot.x, foot.y)
  const high = aside(vanishing, place, head.x, head.y)
  return low === high ? 0.5 : low / (low - high)
}

/** Parts of each region on the sides of the room, 0..1. */
export function roomShares(parts: Parts, width: number, room: RoomBox): RoomShares[] {
  const sums = Array.from({ length: parts.count }, () => [0, 0, 0, 0, 0])
  const seen = new Uint32Array(parts.count)
  const sides = roomSides(width, parts.map.length / width, room)
  const [foot, head] = [new Float64Array(parts.count).fill(1), new Float64Array(parts.count)]
  for (let i = 0; i < parts.map.length; i++) {
    const x = i % width
    const y = (i - x) / width
    // Every second pixel of every second row is enough, but for parts too small to be met that way.
    const k = parts.map[i]!
    if ((x & 1 || y & 1) && seen[k]! > 0) continue
    seen[k]!++
    const side = sides[i]!
    sums[k]![side]!++
    if (side < 2) continue
    const height = heightAt(room, side as 2 | 3 | 4, x + 0.5, y + 0.5)
    if (height < foot[k]!) foot[k] = Math.max(0, height)
    if (height > head[k]!) head[k] = Math.min(1, height)
  }
  return sums.map((sum, k) => {
    const [floor, ceiling, back, left, right] = sum.map((value) => value / seen[k]!)
    return [floor!, ceiling!, back!, left!, right!, foot[k]!, head[k]!]
  })
}

/** The sides of a room that may bear a name; the others say nothing of it. */
const SIDES_OF: Partial<Record<Label, readonly number[]>> = { floor: [0], ceiling: [1], wall: [2, 3, 4] }

/** Part of what is named floor, ceiling or wall that lies on such a side of the room, 0..1. */
export function agreementWith(parts: Parts, width: number, room: RoomBox, labels: readonly Label[]): number {
  const pixels = new Float64Array(parts.count)
  for (const k of parts.map) pixels[k] = pixels[k]! + 1
  let [right, all] = [0, 1e-9]
  for (const [k, shares] of roomShares(parts, width, room).entries()) {
    const sides = SIDES_OF[labels[k]!]
    if (!sides) continue
    all += pixels[k]!
    for (const side of sides) right += pixels[k]! * shares[side]!
  }
  return right / all
}

/** Part of a region, and of the picture, that lies beyond a line at least for the region to be split there. */
const LEAST = { own: 0.03, picture: 0.004 } as const
/** A box is believed from here on. */
const SURE_BOX = 0.3

/** Whether what is found in a picture may be parted at the edges of a box. */
export const isBelieved = (room: RoomBox): boolean => room.sure >= SURE_BOX

/** Splits what runs on from one side of a room to the next at the edges of its box. */
export function splitAtRoom(basins: Basins, { width, height }: Sight, room: RoomBox): Basins {
  if (!isBelieved(room)) return basins
  const side = roomSides(width, height, room)
  const sums = new Uint32Array(5 * basins.count)
  for (let i = 0; i < side.length; i++) {
    const at = 5 * basins.map[i]! + side[i]!
    sums[at] = sums[at]! + 1
  }
  const large = 2 * LEAST.picture * width * height
  const splits = Array.from({ length: basins.count }, (_, k) => {
    const sum = sums.subarray(5 * k, 5 * k + 5)
    const whole = sum.reduce((total, value) => total + value, 0)
    return sum.filter((value) => value > large && value > 2 * LEAST.own * whole).length > 1
  })
  if (!splits.includes(true)) return basins
  const value = new Int32Array(side.length)
  for (let i = 0; i < side.length; i++)
    value[i] = 5 * basins.map[i]! + (splits[basins.map[i]!] ? side[i]! : 0)
  return connected(value, width)
}
