import { blockMeans, halvedBy } from '#kernels/raster/block-means.ts'

/** Half the side of a patch, px: patches are 7 × 7. */
export const HALF = 3
/** Colour and texture: R, G, B, mean |∂x|, mean |∂y|. */
export const CHANNELS = 5

/** Values of `Level.hole`: missing, and to be filled; not seen, neither filled nor compared nor copied. */
export const MISSING = 1
export const BLIND = 2

/** One size of the picture while its holes are filled. */
export interface Level {
  width: number
  height: number
  /** CHANNELS values a pixel, 0..255. */
  data: Float32Array
  /** 0 where the picture is known, else MISSING or BLIND. */
  hole: Uint8Array
  /** 1 where the whole patch around a pixel is known, so that it may be copied from. */
  source: Uint8Array
  /** Indices of the pixels whose patch touches a hole, in the order of rows. */
  targets: Int32Array
  /** 1 where the whole patch around a pixel lies in the picture and is not BLIND. */
  whole: Uint8Array
  /** How much more a step up or down counts against a source than one aside; 1 for pictures without an up. */
  upright: number
}

/** 1 within some px (in rows and columns) of a pixel whose value is one of the two. */
function dilate(
  mask: Uint8Array,
  { width, height }: Pick<Level, 'width' | 'height'>,
  by: number,
  [one, other]: readonly [number, number],
): Uint8Array {
  const set = (i: number) => mask[i] === one || mask[i] === other
  const rows = new Uint8Array(mask.length)
  const out = new Uint8Array(mask.length)
  for (let y = 0; y < height; y++) {
    let reach = -1
    for (let x = 0; x < width; x++) {
      if (set(y * width + x)) reach = x + by
      if (x <= reach) rows[y * width + x] = 1
    }
    reach = width
    for (let x = width - 1; x >= 0; x--) {
      if (set(y * width + x)) reach = x - by
      if (x >= reach) rows[y * width + x] = 1
    }
  }
  for (let x = 0; x < width; x++) {
    let reach = -1
    for (let y = 0; y < height; y++) {
      if (rows[y * width + x]) reach = y + by
      if (y <= reach) out[y * width + x] = 1
    }
    reach = height
    for (let y = height - 1; y >= 0; y--) {
      if (rows[y * width + x]) reach = y - by
      if (y >= reach) out[y * width + x] = 1
    }
  }
  return out
}

/** A level from its pixels and its hole: finds what may be copied and what has to be filled. */
export function makeLevel(
  { width, height, upright }: Pick<Level, 'width' | 'height' | 'upright'>,
  data: Float32Array,
  hole: Uint8Array,
): Level {
  const touched = dilate(hole, { width, height }, HALF, [MISSING, MISSING])
  const cut = dilate(hole, { width, height }, HALF, [BLIND, BLIND])
  const source = new Uint8Array(hole.length)
  const whole = new Uint8Array(hole.length)
  for (let y = HALF; y < height - HALF; y++) {
    for (let i = y * width + HALF; i < (y + 1) * width - HALF; i++) {
      whole[i] = 1 - cut[i]!
      source[i] = touched[i] ? 0 : whole[i]!
    }
  }
  let count = 0
  for (const value of touched) count += value
  const targets = new Int32Array(count)
  for (let i = 0, n = 0; i < touched.length; i++) if (touched[i]) targets[n++] = i
  return { width, height, data, hole, source, targets, whole, upright }
}

/** What a pixel is that stands for four: missing when one of them is. */
const ofFour = (...four: number[]) => (four.includes(MISSING) ? MISSING : Math.max(...four))

/** The level at half the size; a pixel is missing when any of the four that it stands for is. */
export function halve(level: Level): Level {
  const { width, height, data } = blockMeans({ ...level, channels: CHANNELS }, 2)
  const hole = halvedBy(level.hole, level.width, new Uint8Array(width * height), ofFour)
  return makeLevel({ width, height, upright: level.upright }, data, hole)
}

/** First and last column and row with a missing pixel. */
export function boxOf({ width, hole }: Level): { x0: number; y0: number; x1: number; y1: number } {
  let [x0, y0, x1, y1] = [width, Number.POSITIVE_INFINITY, -1, -1]
  for (let i = 0; i < hole.length; i++) {
    if (hole[i] !== MISSING) continue
    const x = i % width
    const y = (i - x) / width
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
    y0 = Math.min(y0, y)
    y1 = y
  }
  return { x0, y0, x1, y1 }
}

/** Distance of each known pixel to the nearest missing one, as depthOf; 0 where it is not known. */
export function distanceToHole(level: Level): Uint16Array {
  const away = depthOf({ ...level, hole: level.hole.map((value) => (value === MISSING ? 0 : 1)) })
  return away.map((value, i) => (level.hole[i] ? 0 : value))
}

/**
 * Distance of each missing pixel to the nearest known one, in steps to the eight neighbours (0 where known).
 * What lies beyond the picture's border counts as missing.
 */
export function depthOf(level: Level): Uint16Array {
  const { width, hole } = level
  const depth = new Uint16Array(hole.length)
  for (let i = 0; i < hole.length; i++) if (hole[i]) depth[i] = 65535
  // From the four neighbours that a pass has been at, then from the other four in a pass back.
  const relax = (i: number, step: 1 | -1) => {
    const x = i % width
    let least = depth[i] as number
    const beside = i - step
    const row = i - step * width
    const hasLeft = x > 0
    const hasRight = x + 1 < width
    if (step > 0 ? hasLeft : hasRight) least = Math.min(least, (depth[beside] as number) + 1)
    if (row >= 0 && row < depth.length) {
      least = Math.min(least, (depth[row] as number) + 1)
      if (hasLeft) least = Math.min(least, (depth[row - 1] as number) + 1)
      if (hasRight) least = Math.min(least, (depth[row + 1] as number) + 1)
    }
    depth[i] = least
  }
  for (let i = 0; i < hole.length; i++) if (hole[i]) relax(i, 1)
  for (let i = hole.length - 1; i >= 0; i--) if (hole[i]) relax(i, -1)
  return depth
}
