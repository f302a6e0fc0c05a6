/**
 * Gaps that a network does not see between leaves, blades and strands, for they are narrower than its own pixels: what
 * has a colour of the ground there, and none of the subject's, is put in doubt.
 */
import type { ColoursSay } from './palettes.ts'
import type { Picture } from './picture.ts'
import { SUBJECT, UNKNOWN } from './shared-samples.ts'
import { thickParts } from './thick-parts.ts'

/** What colours have to say of a pixel at most, −1..1. */
const GROUND = -0.6
/** What its hue has to say of a pixel at most, −1..0, so that it is heard. */
const GROUND_HUE = -0.9
/** Half width of the windows in which the network has to see some ground, px at 1024 px, and how much of them that is. */
const NEAR = 44
const OPEN = 0.02
/** The same share for a hue that the subject hardly ever shows, and what such a hue has to say at most, −1..0. */
const STRANGE = { open: 0.002, said: -0.98 } as const
/** Share of such a window that gaps fill at least: a few alone are reflections. */
const MANY = 0.004
/** How many px around a gap are in doubt with it: they may be mixed. */
const RIM = 2
/** Half width of what is no gap, px at 1024 px: the network sees what is as wide, and a pane may mirror the sky. */
const WIDE = 3
/** What the network's mask, 0..255, becomes in a gap: it has not seen it. */
const UNSEEN = 64
/** Rounds in which gaps are found, each deeper in than the one before. */
const ROUNDS = 3

/** How many places of a set are in the rows above each and to its left, with a row and a column of zeros. */
function sumsOf(has: (at: number) => boolean, width: number, height: number): Uint32Array {
  const wide = width + 1
  const sums = new Uint32Array(wide * (height + 1))
  for (let y = 0, i = 0; y < height; y++) {
    let row = 0
    for (let x = 1; x <= width; x++, i++) {
      if (has(i)) row++
      sums[(y + 1) * wide + x] = sums[y * wide + x]! + row
    }
  }
  return sums
}

/** Tells which part of the window of `radius` px around a place is in a set. */
function partAround(
  has: (at: number) => boolean,
  width: number,
  height: number,
  radius: number,
): (at: number) => number {
  const sums = sumsOf(has, width, height)
  const wide = width + 1
  const area = (2 * radius + 1) ** 2
  return (at) => {
    const x = at % width
    const y = (at - x) / width
    const left = Math.max(0, x - radius)
    const right = Math.min(width, x + radius + 1)
    const top = Math.max(0, y - radius) * wide
    const bottom = Math.min(height, y + radius + 1) * wide
    return (sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!) / area
  }
}

/** Puts what is sure of the subject at a place and up to some px beside it in doubt. */
export function doubtAround(at: number, px: number, { width, height }: Picture, kinds: Int8Array): void {
  const x = at % width
  const y = (at - x) / width
  for (let v = Math.max(0, y - px); v <= Math.min(height - 1, y + px); v++)
    for (let u = Math.max(0, x - px); u <= Math.min(width - 1, x + px); u++)
      if (kinds[v * width + u] === SUBJECT) kinds[v * width + u] = UNKNOWN
}

/** Places of what the network takes for subject and strong colours for ground. */
function groundColoured(colours: ColoursSay, mask: Uint8Array, kinds: Int8Array): number[] {
  const said = (at: number) => {
    const hue = colours.ofHue(at)
    return hue !== undefined && hue < GROUND_HUE ? hue : colours.of(at)
  }
  const found: number[] = []
  for (let at = 0; at < kinds.length; at++) {
    if (mask[at]! < 128 || kinds[at] === -1 || colours.ofHue(at) === undefined) continue
    if (said(at) <= GROUND) found.push(at)
  }
  return found
}

/**
 * Puts gaps in doubt, in place. Only strong colours tell, and only where the network sees ground not far away and gaps
 * are many: else reflections, highlights and patterns would be taken for gaps.
 * @param mask the network's, 0..255, one a pixel
 * @param kinds what is sure, as coloursSay has it
 */
export function openGaps(picture: Picture, colours: ColoursSay, mask: Uint8Array, kinds: Int8Array): void {
  const { width, height } = picture
  const scale = Math.max(width, height) / 1024
  const coloured = groundColoured(colours, mask, kinds)
  if (coloured.length === 0) return
  const isColoured = new Uint8Array(kinds.length)
  for (const at of coloured) isColoured[at] = 1
  const panes = thickParts(isColoured, width, height, Math.max(1, Math.round(WIDE * scale)))
  let left = coloured.filter((at) => panes[at] === 0)
  const isGap = new Uint8Array(kinds.length)
  const radius = Math.max(2, Math.round(NEAR * scale))
  // What is found is ground that others are near to.
  for (let round = 0; round < ROUNDS && left.length > 0; round++) {
    const groundAt = partAround((at) => mask[at]! < 128, width, height, radius)
    const isNear = (at: number) => groundAt(at) > (colours.ofHue(at)! < STRANGE.said ? STRANGE.open : OPEN)
    const [found, rest] = [left.filter(isNear), left.filter((at) => !isNear(at))]
    for (const at of found) isGap[at] = 1
    const gapsAt = partAround((at) => isGap[at] === 1, width, height, radius)
    const opened = found.filter((at) => gapsAt(at) > MANY)
    if (opened.length === 0) return
    for (const at of opened) {
      mask[at] = UNSEEN
      doubtAround(at, RIM, picture, kinds)
    }
    left = rest
  }
}
