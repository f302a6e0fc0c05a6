import type { LabelShares } from '#kernels/segmentation/name-parts.ts'
import { backPlace, type Extent } from './room-box.ts'
import { LABELS, type View } from './scene.ts'

/** px of the labels between two places that are looked at. */
const APART = 6
const [FLOOR, CEILING, WALL] = [LABELS.indexOf('floor'), LABELS.indexOf('ceiling'), LABELS.indexOf('wall')]

/** A place of the back plane with how much of a floor, a ceiling and a wall is seen there, 0..1. */
export interface Place {
  x: number
  y: number
  floor: number
  ceiling: number
  wall: number
}

/** What a picture's pixels are named, on the back plane. @param view of the picture, at any size */
export function placesOf(view: View, { width, height, shares }: LabelShares): Place[] {
  const size = width * height
  const places: Place[] = []
  for (let y = APART >> 1; y < height; y += APART)
    for (let x = APART >> 1; x < width; x += APART) {
      const at = y * width + x
      const place = backPlace(view, ((x + 0.5) * view.width) / width, ((y + 0.5) * view.height) / height)
      const of = (label: number) => shares[label * size + at]!
      if (place) places.push({ ...place, floor: of(FLOOR), ceiling: of(CEILING), wall: of(WALL) })
    }
  return places
}

/** How far what is named floor, ceiling and wall lies on such a side of a box, −1..1. */
export function sidesAgree(places: readonly Place[], { left, top, right, bottom }: Extent): number {
  let sum = 0
  for (const { x, y, floor, ceiling, wall } of places) {
    const across = x < 0 ? x / left : x / right
    const upright = y < 0 ? y / top : y / bottom
    if (upright <= 1 || across > upright) sum += wall - floor - ceiling
    else sum += y < 0 ? ceiling - floor - wall : floor - ceiling - wall
  }
  return sum / Math.max(1, places.length)
}
