import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import type { Parts } from './regions.ts'
import { piecesOf } from './regions-pieces.ts'
import type { Sight } from './regions-sight.ts'
import type { Label } from './scene.ts'

/** Widest gap in a panel, in parts of the picture's width, that is a slat which was not seen by itself. */
const SEAM = 0.012
/** What such a gap may be a part of beside what is narrow itself: the wall, or the ceiling that it runs up to. */
const GIVES_WAY: ReadonlySet<Label> = new Set(['wall', 'ceiling'])

/** Width of each part's bounds, px. */
function widthsOf({ map, count }: Parts, width: number): number[] {
  const first = new Int32Array(count).fill(width)
  const last = new Int32Array(count).fill(-1)
  for (let i = 0, x = 0; i < map.length; i++, x = x + 1 === width ? 0 : x + 1) {
    const id = map[i]!
    if (x < first[id]!) first[id] = x
    if (x > last[id]!) last[id] = x
  }
  return Array.from(last, (x, id) => x - first[id]! + 1)
}

/**
 * Gives the narrow gaps between the slats of a wall's panel to it, row by row.
 * @param panels ids of the panels
 */
export function closePanels({ parts, names }: Tidy, width: number, panels: ReadonlySet<number>): Tidy {
  if (panels.size === 0) return { parts, names }
  const widths = widthsOf(parts, width)
  const givesWay = names.map(({ label }, id) => GIVES_WAY.has(label) || widths[id]! <= SEAM * width)
  const map = parts.map.slice()
  for (let start = 0; start < map.length; start += width) {
    let last = -1
    for (let i = start; i < start + width; i++) {
      const id = parts.map[i]!
      if (panels.has(id)) {
        if (last >= 0 && parts.map[last] === id && i - last <= SEAM * width) map.fill(id, last, i)
        last = i
      } else if (!givesWay[id]) last = -1
    }
  }
  return withoutEmpty({ parts: { map, count: parts.count }, names })
}

/** Step of lightness from pixel to pixel that no slat ends with, and one that parts a thing from the slats behind it. */
const [CALM, STEP] = [2.6, 4] as const
/** Length of a calm run in a row that is more than a slat, in parts of the longer side. */
const WIDE = 0.022
/** Part of the picture that a thing before slats covers, at least and at most, and what of its box it fills. */
const THING = { least: 0.0008, most: 0.02, fills: 0.68 } as const
/** Part of a thing's rows that end with a step on both sides. */
const ENDED = 0.7

/** Calm runs of a row that are wider than a slat, within one panel: 1 where they are. */
function calmRuns(map: Uint16Array, { width, height, l }: Sight, panels: ReadonlySet<number>): Uint8Array {
  const out = new Uint8Array(map.length)
  const least = WIDE * Math.max(width, height)
  for (let start = 0; start < map.length; start += width) {
    let from = start
    for (let i = start + 1; i <= start + width; i++) {
      const goesOn = i < start + width && map[i] === map[from] && Math.abs(l[i]! - l[i - 1]!) < CALM
      if (goesOn) continue
      if (i - from >= least && panels.has(map[from]!)) out.fill(1, from, i)
      from = i
    }
  }
  return out
}

/**
 * Finds calm things before the slats of a white model's panel, as a lampshade, which go over into a slat: what is wider
 * than that, has an end on both sides and the outline of a thing. They are furniture.
 * @param panels ids of the panels
 */
export function thingsBeforeSlats({ parts, names }: Tidy, sight: Sight, panels: ReadonlySet<number>): Tidy {
  if (panels.size === 0) return { parts, names }
  const { width, l } = sight
  const { map } = parts
  const calm = calmRuns(map, sight, panels)
  /** Whether a calm run ends with a step between two pixels. */
  const isEnd = (i: number, j: number) =>
    calm[j] === 0 && (Math.abs(l[i]! - l[j]!) > STEP || Math.abs(l[i]! - l[2 * j - i]!) > STEP)
  const named = [...names]
  const out = map.slice()
  for (const { pixels } of piecesOf((i) => calm[i] === 1, map, width)) {
    if (pixels.length <= THING.least * map.length || pixels.length >= THING.most * map.length) continue
    let [left, top, right, bottom, ends] = [width, map.length, -1, -1, 0]
    for (const i of pixels) {
      const [x, y] = [i % width, Math.floor(i / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      if (isEnd(i, i - 1)) ends++
      if (isEnd(i, i + 1)) ends++
    }
    const [w, h] = [right - left + 1, bottom - top + 1]
    if (pixels.length <= THING.fills * w * h || ends <= 2 * ENDED * h) continue
    const id = named.push({ label: 'furniture', sure: 0.6 }) - 1
    for (const i of pixels) out[i] = id
  }
  return { parts: { map: out, count: named.length }, names: named }
}
