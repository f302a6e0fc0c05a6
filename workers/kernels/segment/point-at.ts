import { enlargeMask } from '#kernels/raster/enlarge-mask.ts'
import type { Raster } from '#kernels/raster.ts'
import { reachesFrom } from './merge-heights.ts'
import { drawScribbles } from './scribbles.ts'
import { type Hints, seedsOf } from './seeds.ts'
import { selectThing } from './select.ts'

interface Place {
  x: number
  y: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** What is pointed at, in px of the full picture. */
export interface Pointing {
  /** Clicks: on the thing (`keep`), or on what does not belong to it. */
  points: readonly (Place & { keep: boolean })[]
  /** The thing lies inside. */
  box?: Box | undefined
  /** Lines drawn over the thing, or over what does not belong to it. */
  lines: readonly { keep: boolean; points: readonly Place[] }[]
}

/** Longer side of the copy in which things are found, px. */
export const POINTING_SIDE = 1024

/**
 * Finds the thing that is pointed at in a copy of a picture.
 * @param copy of POINTING_SIDE px at most, opaque
 * @param width @param height of the full picture, px
 * @returns a value a pixel of the copy, 255 on the thing
 */
export function thingAt(copy: Raster, pointing: Pointing, width: number, height: number): Uint8Array {
  return selectThing(copy, hintsOf(copy, pointing, width, height))
}

/** The thing that is pointed at, at the size of the full picture; see thingAt. */
export function selectAt(copy: Raster, pointing: Pointing, width: number, height: number): Uint8Array {
  return enlargeMask(thingAt(copy, pointing, width, height), copy.width, copy.height, width, height)
}

/**
 * Boxes of the things that stand out where somebody points, px of the full picture: the smallest first, each a part of those
 * that follow.
 * @param copy @param width @param height as for selectAt
 */
export function boxesAt(copy: Raster, pointing: Pointing, width: number, height: number): Box[] {
  const { heights, reaches } = reachesFrom(
    copy,
    copy,
    seedsOf(hintsOf(copy, pointing, width, height), copy, copy),
  )
  const [sx, sy] = [width / copy.width, height / copy.height]
  return reaches.map((reach) => {
    const box = { left: copy.width, top: copy.height, right: 0, bottom: 0 }
    for (let y = 0, at = 0; y < copy.height; y++)
      for (let x = 0; x < copy.width; x++, at++) {
        if (heights[at]! > reach) continue
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x + 1)
        box.top = Math.min(box.top, y)
        box.bottom = y + 1
      }
    return { left: sx * box.left, top: sy * box.top, right: sx * box.right, bottom: sy * box.bottom }
  })
}

/**
 * What is pointed at, in px of a copy of the picture.
 * @param width @param height of the full picture, px
 */
export function hintsOf(
  copy: Pick<Raster, 'width' | 'height'>,
  pointing: Pointing,
  width: number,
  height: number,
): Hints {
  const [sx, sy] = [copy.width / width, copy.height / height]
  // What lies outside counts at the border.
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, value))
  const shrunk = ({ x, y }: Place): Place => ({ x: inside(x, width) * sx, y: inside(y, height) * sy })
  const { points, box, lines } = pointing
  return {
    points: points.map((place) => ({ ...shrunk(place), keep: place.keep })),
    ...(box && {
      box: { left: box.left * sx, top: box.top * sy, right: box.right * sx, bottom: box.bottom * sy },
    }),
    ...(lines.length > 0 && {
      scribbles: drawScribbles(
        lines.map((line) => ({ keep: line.keep, points: line.points.map(shrunk) })),
        copy.width,
        copy.height,
      ),
    }),
  }
}
