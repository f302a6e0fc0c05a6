import type { Placing } from '#contracts/scenes.ts'
import type { Raster } from '#kernels/raster.ts'
import type { SceneFacts } from './scenes.ts'

export interface Size {
  width: number
  height: number
}

/** A rectangle of a picture, px. */
export interface Box extends Size {
  left: number
  top: number
}

/** Alpha from which a pixel counts as the subject, 0..255. */
const SOLID = 24

/** Bounds of what is not transparent; null where nothing is. */
export function boxOf({ width, height, data }: Raster): Box | null {
  let left = width
  let right = -1
  let top = -1
  let bottom = -1
  for (let y = 0, at = 3; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if (data[at]! < SOLID) continue
      if (x < left) left = x
      if (x > right) right = x
      if (top < 0) top = y
      bottom = y
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Where the subject lies in its own picture: laid like this on a frame of that size, it is not moved at all. */
export function stay(box: Box, picture: Size): Placing {
  return {
    x: (box.left + box.width / 2) / picture.width,
    y: (box.top + box.height) / picture.height,
    size: Math.sqrt((box.width * box.height) / (picture.width * picture.height)),
    turn: 0,
    flip: false,
  }
}

/** Root of the area that a product is taken to have, m: a chair's. */
const USUAL_SIZE = 0.9
/** Smallest size that a product is shown at by itself, as a share of the frame. */
const LEAST_SIZE = 0.3
/** Room that it takes at most by itself, as a share of a side. */
const MOST_ROOM = 0.72
/** Where a product stands on a ground of which nothing is known. */
const USUAL_FOOT = { x: 0.5, y: 0.88 }
/** Size that it then has. */
const USUAL_SHARE = 0.46

/**
 * Stands the subject on the ground: on a scene's free place, as large as the scene's camera would see a chair, or in
 * the middle of a ground of which nothing is known.
 */
export function stand(box: Box, frame: Size, facts: SceneFacts | null): Placing {
  const foot = facts?.foot ?? USUAL_FOOT
  const root = Math.sqrt(frame.width * frame.height)
  const perMetre = facts ? ((foot.y - facts.horizon) * frame.height) / facts.eye : 0
  const wanted = facts ? Math.max(LEAST_SIZE, (USUAL_SIZE * perMetre) / root) : USUAL_SHARE
  const aspect = Math.sqrt(box.width / box.height)
  const most = Math.min((MOST_ROOM * frame.width) / root / aspect, (MOST_ROOM * frame.height * aspect) / root)
  return { ...foot, size: Math.min(wanted, most), turn: 0, flip: false }
}

/** Where the subject lies in the frame before it is turned, px. */
export function rectOf({ x, y, size }: Pick<Placing, 'x' | 'y' | 'size'>, box: Size, frame: Size): Box {
  const scale = size * Math.sqrt((frame.width * frame.height) / (box.width * box.height))
  const width = box.width * scale
  const height = box.height * scale
  return { left: x * frame.width - width / 2, top: y * frame.height - height, width, height }
}
