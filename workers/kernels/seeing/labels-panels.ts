import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import type { Parts } from './regions.ts'
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
