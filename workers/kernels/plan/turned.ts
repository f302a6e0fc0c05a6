import { findBands, transpose } from './bands.ts'
import type { Ink } from './ink.ts'

/** A place in the plan, px. */
export type Point = readonly [x: number, y: number]

/** A direction of walls: u runs along them and v across. */
export interface Frame {
  isLevel: boolean
  /** Pixel at a place; -1 outside the plan. */
  index: (u: number, v: number) => number
  point: (u: number, v: number) => Point
}

/** A frame and the walls as they lie in it. */
export interface Turned {
  frame: Frame
  /** 1 where there is wall, column after column: u counts the columns. */
  columns: Uint8Array
  width: number
  height: number
  isOblique: boolean
}

/** The walls with u along x, or along y. */
function straight(mask: Uint8Array, width: number, height: number, along: 'x' | 'y'): Turned {
  const index = (u: number, v: number): number => {
    const [x, y] = along === 'x' ? [Math.round(u), Math.round(v)] : [Math.round(v), Math.round(u)]
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
  }
  const point = (u: number, v: number): Point => (along === 'x' ? [u, v] : [v, u])
  const frame = { isLevel: along === 'x', index, point }
  return along === 'x'
    ? { frame, columns: transpose(mask, width, height), width, height, isOblique: false }
    : { frame, columns: mask, width: height, height: width, isOblique: false }
}

/** Steps, from the first one on and before the last, that lead from a place to pixels of 0 .. size − 1. */
function stepsWithin(start: number, step: number, size: number): readonly [first: number, last: number] {
  const [low, high] = [(-0.5 - start) / step, (size - 0.5 - start) / step]
  return step > 0 ? [Math.ceil(low), Math.ceil(high)] : [Math.floor(high) + 1, Math.floor(low) + 1]
}

/** The walls turned so that those at an angle to the picture run along u. */
function oblique(mask: Uint8Array, width: number, height: number, angle: number): Turned {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const side = Math.ceil(Math.hypot(width, height)) + 2
  const point = (u: number, v: number): Point => {
    const [a, b] = [u - side / 2, v - side / 2]
    return [width / 2 + a * c - b * s, height / 2 + a * s + b * c]
  }
  const index = (u: number, v: number): number => {
    const [px, py] = point(u, v)
    const [x, y] = [Math.round(px), Math.round(py)]
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
  }
  const turned = new Uint8Array(side * side)
  for (let v = 0; v < side; v++) {
    const [x0, y0] = point(0, v)
    const [across, down] = [stepsWithin(x0, c, width), stepsWithin(y0, s, height)]
    const last = Math.min(side, across[1], down[1])
    for (let u = Math.max(0, across[0], down[0]); u < last; u++)
      turned[v * side + u] = mask[Math.floor(y0 + u * s + 0.5) * width + Math.floor(x0 + u * c + 0.5)]!
  }
  const columns = transpose(turned, side, side)
  return { frame: { isLevel: false, index, point }, columns, width: side, height: side, isOblique: true }
}

/** Walls that are less off the picture's axes than this are found along these, radians. */
const OFF_AXIS = 0.06
/** Share of the walls' length that must run at an angle for it to be a direction of the plan, and how many there may be. */
const DIRECTION = 0.08
const DIRECTIONS = 3
const QUARTER = Math.PI / 2

/** Angles to the picture's axes at which walls run, 0 < angle < 90°, radians, and whether any run along these. */
function directionsOf(along: readonly Turned[], thick: number): { angles: number[]; isStraight: boolean } {
  const found: { angle: number; length: number }[] = []
  let total = 0
  for (const { frame, columns, width, height } of along)
    for (const { upper, slope } of findBands(columns, width, height, Math.round(1.6 * thick) + 2)) {
      const length = upper.length * Math.hypot(1, slope)
      if (upper.length < 3 * thick) continue
      total += length
      const angle = Math.atan(frame.isLevel ? slope : -slope)
      if (Math.abs(angle) > OFF_AXIS) found.push({ angle: (angle + QUARTER) % QUARTER, length })
    }
  // Some strokes of a hatch are no walls of a plan that is turned: these are longer together than the picture.
  const oblique = found.reduce((sum, { length }) => sum + length, 0)
  const isStraight =
    total - oblique >= DIRECTION * total || oblique < Math.max(along[0]!.width, along[0]!.height)
  const angles: number[] = []
  while (angles.length < DIRECTIONS) {
    const weigh = (at: number) => {
      let [sum, mean] = [0, 0]
      for (const { angle, length } of found)
        if (Math.abs(angle - at) < OFF_AXIS / 2) {
          sum += length
          mean += length * angle
        }
      return { sum, mean: mean / sum }
    }
    const best = found.map(({ angle }) => weigh(angle)).sort((a, b) => b.sum - a.sum)[0]
    if (!best || best.sum < DIRECTION * total) break
    angles.push(best.mean)
    for (let k = found.length - 1; k >= 0; k--)
      if (Math.abs(found[k]!.angle - best.mean) < OFF_AXIS) found.splice(k, 1)
  }
  return { angles, isStraight: isStraight || angles.length === 0 }
}

/** The walls in every direction in which they run. @param known angles to the picture's axes; found when null */
export function turnedWalls(
  mask: Uint8Array,
  { width, height }: Ink,
  thick: number,
  known: readonly number[] | null,
): Turned[] {
  const axes = [straight(mask, width, height, 'x'), straight(mask, width, height, 'y')]
  const { angles, isStraight } = known ? { angles: known, isStraight: true } : directionsOf(axes, thick)
  return [
    ...(isStraight ? axes : []),
    ...angles.flatMap((angle) => [
      oblique(mask, width, height, angle),
      oblique(mask, width, height, angle + QUARTER),
    ]),
  ]
}
