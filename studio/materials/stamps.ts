import { randomFrom } from '#contracts/random.ts'
// Things strewn over a sheet: drawn past its edges as well, nearer ones over farther ones.
import { wrap } from './noise.ts'
import type { Sheet } from './sheet.ts'

/** A pixel of a stamped thing: from its middle, in its own axes, -1..1 each; says what covers it. */
export interface Mark {
  /** 0..1; nothing is drawn at 0. */
  cover: number
  r: number
  g: number
  b: number
  /** mm over the sheet. */
  h: number
}

export interface Stamp {
  /** px. */
  x: number
  y: number
  /** Half length and half width, px. */
  long: number
  wide: number
  /** Radians. */
  angle: number
}

/** Draws one stamp: `shape` is asked for each pixel with the place along and across, -1..1. */
export function stamp(
  sheet: Sheet,
  at: Stamp,
  shape: (along: number, across: number, out: Mark) => void,
): void {
  const { size, rgb, height } = sheet
  const cos = Math.cos(at.angle)
  const sin = Math.sin(at.angle)
  const rx = Math.abs(cos) * at.long + Math.abs(sin) * at.wide
  const ry = Math.abs(sin) * at.long + Math.abs(cos) * at.wide
  const mark: Mark = { cover: 0, r: 0, g: 0, b: 0, h: 0 }
  for (let y = Math.floor(at.y - ry); y <= at.y + ry; y++)
    for (let x = Math.floor(at.x - rx); x <= at.x + rx; x++) {
      const dx = x + 0.5 - at.x
      const dy = y + 0.5 - at.y
      const along = (dx * cos + dy * sin) / at.long
      const across = (dy * cos - dx * sin) / at.wide
      if (along < -1 || along > 1 || across < -1 || across > 1) continue
      shape(along, across, mark)
      if (mark.cover <= 0) continue
      const i = wrap(y, size) * size + wrap(x, size)
      const k = Math.min(1, mark.cover)
      rgb[i * 3] = rgb[i * 3]! + (mark.r - rgb[i * 3]!) * k
      rgb[i * 3 + 1] = rgb[i * 3 + 1]! + (mark.g - rgb[i * 3 + 1]!) * k
      rgb[i * 3 + 2] = rgb[i * 3 + 2]! + (mark.b - rgb[i * 3 + 2]!) * k
      height[i] = height[i]! + (mark.h - height[i]!) * k
    }
}

/** Calls `draw` for `count` random places, with a random source of its own. */
export function scatter(
  sheet: Sheet,
  count: number,
  salt: number,
  draw: (x: number, y: number, random: () => number, part: number) => void,
): void {
  const random = randomFrom(sheet.seed + salt)
  for (let k = 0; k < count; k++) draw(random() * sheet.size, random() * sheet.size, random, k / count)
}
