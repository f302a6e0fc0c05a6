import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import { takeSolids } from '#kernels/lineart-vector/solids.ts'
import { median } from '#kernels/median.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { patchesOf } from '#kernels/raster/patches.ts'
import type { Plan } from './read-plan.ts'

/** Furniture that is drawn as filled shapes, a value a pixel of the plan. */
export interface Filled {
  /** Brightness of the fill, from 1; 0 where there is none. */
  fill: Uint8Array
  /** 1 along its edge. */
  outline: Uint8Array
}

/** Least thickness of such a shape against that of walls: letters and lines are thinner. */
const LEAST_THICK = 0.35
/** Share of its room that a shape takes at most; of what takes more only the edge is kept. */
const MOST_OF_ROOM = 0.4
/** A fill is even: this share of its pixels differs from its usual brightness by no more than so much. */
const EVEN_SHARE = 0.85
const EVEN = 14
/** A shape as bright as the walls may be wall that was not found. */
const LIKE_WALL = 20

const boxOf = ({ left, right, top, bottom }: ReadText) => ({ left, right, top, bottom })

/** Usual brightness of the walls: that of paper where they are hollow. */
function wallLevel({ walls, ink }: Plan): number {
  const levels: number[] = []
  for (let i = 0; i < walls.length; i += 7) if (walls[i]) levels.push(ink.grey[i]!)
  return levels.length > 0 ? median(levels) : 0
}

/**
 * Finds furniture that is drawn as filled shapes of an even brightness, other than that of the walls.
 * @param texts lines of text, whose letters are none
 */
export function findFilled(plan: Plan, texts: readonly ReadText[]): Filled {
  const { map, ink, thickness, rooms, content } = plan
  const { width, height, dark, grey, pen } = ink
  const none = { fill: new Uint8Array(map.length), outline: new Uint8Array(map.length) }
  if (content === 'site' || thickness === 0) return none
  const inRooms = dark.map((value, i) => (value && map[i] ? 1 : 0))
  const reach = Math.max(2.5, 1.6 * pen, (LEAST_THICK * thickness) / 2)
  const inside = distanceInside(inRooms, width, height)
  // Most drawings fill nothing.
  if (!inside.some((far) => far > reach)) return none
  const solid = takeSolids(inRooms, inside, width, height, reach)
  const areas = new Map(rooms.map(({ id, area }) => [id, area]))
  const walls = wallLevel(plan)
  const letters = texts.map(boxOf)
  const { fill, outline } = none
  for (const { pixels, left, right, top, bottom } of patchesOf(solid, width)) {
    const levels = pixels.map((i) => grey[i]!)
    const level = median(levels)
    const even = levels.filter((value) => Math.abs(value - level) <= EVEN).length
    const isLetter = letters.some(
      (box) =>
        left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1,
    )
    if (isLetter || even < EVEN_SHARE * pixels.length || Math.abs(level - walls) < LIKE_WALL) continue
    for (const i of pixels)
      if (i % width > 0 && !(solid[i - 1] && solid[i + 1] && solid[i - width] && solid[i + width]))
        outline[i] = 1
    if (pixels.length < MOST_OF_ROOM * (areas.get(map[pixels[0]!]!) ?? 0))
      for (const i of pixels) fill[i] = Math.max(1, level)
  }
  return { fill, outline }
}
