import type { Box, StructureChange, StructureReport } from '#contracts/structure.ts'
import type { Structure } from './compare.ts'
import { findLost } from './lost.ts'
import type { Places } from './places.ts'
import { findSplits } from './splits.ts'

/** Most changes that are told of, and the least length of edges among them, part of the longer side. */
const TOLD = { most: 12, edge: 0.06 } as const
/**
 * What the first thing that is gone or wall that is parted takes off the share, and what each further one takes of what
 * the one before it took: one missing window is seen, however many lines are kept.
 */
const TAKES = { first: 0.12, further: 0.75 } as const

/** Places at the size that lines were looked for at. */
function sizedFor({ width, height }: Structure, places: Places): Places {
  if (places.width === width && places.height === height) return places
  const kinds = new Uint8Array(width * height)
  const regions = new Uint16Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * places.height) / height) * places.width
    for (let x = 0; x < width; x++) {
      const from = row + Math.floor(((x + 0.5) * places.width) / width)
      kinds[y * width + x] = places.kinds[from]!
      regions[y * width + x] = places.regions[from]!
    }
  }
  return { width, height, kinds, regions }
}

/** A box in parts of the sides. */
function inParts({ width, height }: Structure, box: Box): Box {
  const [x, y] = [Math.max(0, box.x / width), Math.max(0, box.y / height)]
  return { x, y, width: Math.min(1 - x, box.width / width), height: Math.min(1 - y, box.height / height) }
}

/**
 * Judges what became of a source's structure: the share of its lines that is kept, those within sky, plants and water
 * aside, less what is taken off for each opening and other thing of a wall that is gone and each wall that is parted.
 * @param places what the source shows
 */
export function reportOn(structure: Structure, places: Places): StructureReport {
  const { width, height, lines } = structure
  const side = Math.max(width, height)
  const sized = sizedFor(structure, places)
  const { total, missing, lost } = findLost(lines, sized)
  const splits = findSplits(structure, sized)
  const things = [
    ...lost.filter(({ kind }) => kind !== 'edge'),
    ...splits.map((split) => ({ ...split, kind: 'split' as const })),
  ].sort((one, other) => other.length - one.length)
  const taken = things.map((_, k) => TAKES.first * TAKES.further ** k)
  const weightOf = (length: number) => Math.min(1, length / Math.max(1, total))
  const changes: StructureChange[] = [
    ...things.map(({ kind, box, length }, k) => ({
      kind,
      box: inParts(structure, box),
      weight: Math.min(1, taken[k]! + (kind === 'split' ? 0 : weightOf(length))),
    })),
    ...lost
      .filter(({ kind, length }) => kind === 'edge' && length >= TOLD.edge * side)
      .map(({ kind, box, length }) => ({ kind, box: inParts(structure, box), weight: weightOf(length) })),
  ]
  const share = 1 - missing / Math.max(1, total) - taken.reduce((sum, one) => sum + one, 0)
  return { share: Math.max(0, share), changes: changes.slice(0, TOLD.most) }
}
