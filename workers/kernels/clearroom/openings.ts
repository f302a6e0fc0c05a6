import { type Matrix3, project } from '#kernels/lines/homography.ts'
import type { Seen, Surface3, View } from '#kernels/seeing/scene.ts'
import { pictureToPlane } from '#kernels/seeing/view.ts'
import { NO_SIDE, sidesOf } from './sides.ts'

/** A window or a door as the rectangle that it is on a side of the room, metres along planeAxes. */
export interface Opening {
  side: number
  left: number
  top: number
  right: number
  bottom: number
}

/** Part of the pixels beyond each edge of the rectangle of an opening: what is recognised has a ragged outline. */
const RAGGED = 0.02
/** Part of its rectangle that an opening fills at least, and part of the picture that it takes. */
const [COMPACT, LEAST] = [0.7, 0.003] as const

const quantile = (values: Float64Array, part: number) => values[Math.floor(part * (values.length - 1))]!

const isInside = ({ left, top, right, bottom }: Opening, x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom

/** From the picture's px to metres on each side. */
const ontoSides = (view: View, planes: readonly Surface3[]): Matrix3[] =>
  planes.map((plane) => pictureToPlane(view, plane))

/**
 * Windows and doors of a room: regions of that name that are rectangles on the side of the room on which most of them lies. What is
 * taken for a window and is none, as a fridge or a row of cupboards, mostly is no rectangle there.
 */
export function openingsOf({ view, map, width, regions }: Seen, planes: readonly Surface3[]): Opening[] {
  const sides = sidesOf(view, planes)
  const onto = ontoSides(view, planes)
  const at = (i: number) => project(onto[sides[i]!]!, (i % width) + 0.5, Math.floor(i / width) + 0.5)
  const named = regions.filter(({ label, pixels }) => label === 'opening' && pixels >= LEAST * map.length)
  return named.flatMap(({ id }) => {
    const counts = planes.map(() => 0)
    for (let i = 0; i < map.length; i++) if (map[i] === id && sides[i] !== NO_SIDE) counts[sides[i]!]!++
    const side = counts.indexOf(Math.max(...counts))
    const own: number[] = []
    for (let i = 0; i < map.length; i++) if (map[i] === id && sides[i] === side) own.push(i)
    const places = own.map(at)
    const xs = Float64Array.from(places, ({ x }) => x).sort()
    const ys = Float64Array.from(places, ({ y }) => y).sort()
    const [left, right] = [quantile(xs, RAGGED), quantile(xs, 1 - RAGGED)]
    const [top, bottom] = [quantile(ys, RAGGED), quantile(ys, 1 - RAGGED)]
    const opening: Opening = { side, left, top, right, bottom }
    let [filled, all] = [0, 0]
    for (let i = 0; i < map.length; i++) {
      if (sides[i] !== side) continue
      const { x, y } = at(i)
      if (!isInside(opening, x, y)) continue
      all++
      if (map[i] === id) filled++
    }
    return filled >= COMPACT * all ? [opening] : []
  })
}

/**
 * Where openings are in a picture.
 * @param view the camera, for the size of the answer @param sides as sidesOf tells for that size
 * @returns for each pixel the number of its opening from 1, 0 where there is none
 */
export function drawOpenings(
  view: View,
  planes: readonly Surface3[],
  openings: readonly Opening[],
  sides: Uint8Array,
): Uint8Array {
  const onto = ontoSides(view, planes)
  const out = new Uint8Array(sides.length)
  for (let i = 0; i < sides.length; i++) {
    const side = sides[i]!
    if (side === NO_SIDE) continue
    const { x, y } = project(onto[side]!, (i % view.width) + 0.5, Math.floor(i / view.width) + 0.5)
    out[i] = 1 + openings.findIndex((opening) => opening.side === side && isInside(opening, x, y))
  }
  return out
}
