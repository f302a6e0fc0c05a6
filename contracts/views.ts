import { z } from 'zod'

/** Where a camera can go from the place of a picture, in the order in which they are shown. */
export const VIEW_ANGLES = ['left', 'halfLeft', 'halfRight', 'right', 'up', 'down', 'near'] as const
export const zViewAngle = z.enum(VIEW_ANGLES)
export type ViewAngle = (typeof VIEW_ANGLES)[number]

export const VIEW_ANGLE_TITLES: Record<ViewAngle, string> = {
  left: '左转',
  halfLeft: '左转一半',
  halfRight: '右转一半',
  right: '右转',
  up: '升高',
  down: '降低',
  near: '走近',
}

/** How a camera moves about what it looks at. */
export interface Move {
  /** Degrees around the upright axis through what is looked at; to the right is positive. */
  turn: number
  /** Degrees upwards; the camera keeps its pitch, as with a shift lens. */
  rise: number
  /** Part of the way towards what is looked at, 0..0.5. */
  near: number
}

/** How far a camera may go before the picture has nothing more to show; each ≥ 0. */
export interface ViewRange {
  /** Degrees. */
  left: number
  right: number
  up: number
  down: number
  /** Part of the way to what is looked at. */
  near: number
}

/** A move that is smaller than this is none: degrees, and part of the way. */
const LEAST = { degrees: 0.75, near: 0.04 }

/**
 * The move of an angle within a range.
 * @param reach 0..1: how much of the range is used
 * @returns null where the range leaves no room for it
 */
export function moveOf(angle: ViewAngle, range: ViewRange, reach: number): Move | null {
  const still: Move = { turn: 0, rise: 0, near: 0 }
  const moves: Record<ViewAngle, Move> = {
    left: { ...still, turn: -range.left * reach },
    halfLeft: { ...still, turn: (-range.left * reach) / 2 },
    halfRight: { ...still, turn: (range.right * reach) / 2 },
    right: { ...still, turn: range.right * reach },
    up: { ...still, rise: range.up * reach },
    down: { ...still, rise: -range.down * reach },
    near: { ...still, near: range.near * reach },
  }
  const move = moves[angle]
  const degrees = Math.max(Math.abs(move.turn), Math.abs(move.rise))
  return degrees >= LEAST.degrees || move.near >= LEAST.near ? move : null
}

const tenths = (value: number) => String(Math.round(10 * Math.abs(value)) / 10)

/** A move in words: 左转 4.5°. */
export function moveWords({ turn, rise, near }: Move): string {
  if (turn !== 0) return `${turn < 0 ? '左' : '右'}转 ${tenths(turn)}°`
  if (rise !== 0) return `${rise < 0 ? '降低' : '升高'} ${tenths(rise)}°`
  return `走近 ${Math.round(100 * near)}%`
}
