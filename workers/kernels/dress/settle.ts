import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Label, Region, Seen } from '#kernels/seeing/scene.ts'
import { dot } from '#kernels/seeing/view.ts'
import { meansOf } from './means.ts'
import type { Reading } from './reading.ts'

/**
 * Part of a border that shows an edge, under which the source does not part what lies on both sides of it: of things
 * of different and of the same label.
 */
const [SHOWN, SHOWN_ALIKE] = [0.6, 0.7]
/** Part of a region's whole border that has to be such a one. */
const SHARED = 0.12
/** Largest part of a picture that gives way to what is beside it. */
const MOST = 0.055
/** Ink that is an edge, the window, px, in which it is near, and the part of that it fills. */
const [EDGE, WINDOW, FILLED] = [0.06, 2, 0.15]
/** Part of a region's border that lies on ground for it to lie there as well, and the largest that does. */
const [AROUND, SLAB] = [0.75, 0.02]
/** Sureness from which small water in a ground is a pond and no slab. */
const POND = 0.9
/** Sureness from which a thing in a ground is none of its slabs. */
const THING = 0.3
/** What stands up, and cannot have ground all around. */
const UPRIGHT: ReadonlySet<Label> = new Set(['wall', 'roof', 'opening'])
/** Length in widths from which a region is a strip, and pattern, 0..1, in which strips are slats beside each other. */
const [STRIP, CROWDED] = [6, 0.55]
/** How much larger than a slat one beside it is at most, and by how much it runs another way, radians. */
const [SLATS, ALONG] = [12, 0.35] as const
/** Sureness from which what is built is no part of the leaves beside it. */
const BUILT = 0.25
/** Sureness from which something is no part of what bears another name, and a stone none of its ground. */
const [KNOWN, STONE] = [0.85, 0.5] as const
/** Mean grain, 0..1, of a lawn at least, and of the bare ground beside it at most. */
const [GROWN, BARE] = [0.6, 0.35] as const
/** Cosine from which planes lie alike. */
const ALIKE = 0.9

/** Regions as they are dressed. */
interface Settled {
  seen: Seen
  /** The region that each is a part of, or its own id. */
  of: readonly number[]
}

interface Border {
  pixels: number
  /** How many of them lie at an edge of the source. */
  shown: number
}

/** Borders between each two regions, by both ids. @param map ids at the picture's size */
export function bordersOf(map: Uint16Array, width: number, isEdge: (i: number) => boolean, count: number) {
  const borders = Array.from({ length: count }, () => new Map<number, Border>())
  const add = (i: number, j: number) => {
    const [a, b] = [map[i]!, map[j]!]
    if (a === b) return
    const border = borders[a]!.get(b) ?? { pixels: 0, shown: 0 }
    border.pixels++
    if (isEdge(i)) border.shown++
    borders[a]!.set(b, border)
    borders[b]!.set(a, border)
  }
  for (let i = 0; i < map.length; i++) {
    if ((i + 1) % width > 0) add(i, i + 1)
    if (i + width < map.length) add(i, i + width)
  }
  return borders
}

const shownOf = (one: Region, other: Region) => (one.label === other.label ? SHOWN_ALIKE : SHOWN)

/** Whether a region may be taken for a part of another one. Leaves in a room stand before what is beside them. */
function mayJoin(one: Region, other: Region, indoors: boolean, isPhoto: boolean): boolean {
  if (one.label === 'sky' || other.label === 'sky' || other.pixels <= one.pixels) return false
  if (one.sure === 1 || (one.sure > KNOWN && one.label !== other.label)) return false
  const endsAtLeaves = other.label === 'vegetation' && one.label !== 'vegetation'
  if (endsAtLeaves && (indoors || one.sure > BUILT)) return false
  // A photograph tells leaves by their colour, however soft the light that they stand in.
  const isPlant = indoors && isPhoto && one.label === 'vegetation' && other.label !== 'vegetation'
  if (isPlant && one.sure > BUILT) return false
  if (one.label === 'other' && other.label === 'ground' && one.sure > STONE) return false
  // The corner of a room may be too faint to see.
  if (one.label === other.label && one.plane && other.plane)
    return dot(one.plane.normal, other.plane.normal) > ALIKE
  return true
}

/** Which way long strips within a pattern run, radians from level, −π/2..π/2; null for what is none. */
function slatsOf(map: Uint16Array, width: number, busy: Float32Array, count: number): (number | null)[] {
  const boxes = Array.from({ length: count }, () => ({
    ...{ x0: width, y0: map.length, x1: 0, y1: 0, pixels: 0, busy: 0 },
    ...{ x: 0, y: 0, xx: 0, yy: 0, xy: 0 },
  }))
  for (let i = 0; i < map.length; i++) {
    const box = boxes[map[i]!]!
    const [x, y] = [i % width, Math.floor(i / width)]
    box.x0 = Math.min(box.x0, x)
    box.y0 = Math.min(box.y0, y)
    box.x1 = Math.max(box.x1, x)
    box.y1 = Math.max(box.y1, y)
    box.pixels++
    box.busy += busy[i]!
    box.x += x
    box.y += y
    box.xx += x * x
    box.yy += y * y
    box.xy += x * y
  }
  return boxes.map(({ x0, y0, x1, y1, pixels, busy, x, y, xx, yy, xy }) => {
    const square = (x1 - x0 + 1) ** 2 + (y1 - y0 + 1) ** 2
    if (square <= STRIP * pixels || busy <= CROWDED * pixels) return null
    const [a, b, c] = [xx - (x * x) / pixels, yy - (y * y) / pixels, xy - (x * y) / pixels]
    return 0.5 * Math.atan2(2 * c, a - b)
  })
}

/** Whether strips run the same way. */
function areAlong(one: number, other: number): boolean {
  const off = Math.abs(one - other)
  return Math.min(off, Math.PI - off) < ALONG
}

/** The ground that a region lies on all around; null where it stands. */
function groundAround(region: Region, borders: ReadonlyMap<number, Border>, regions: readonly Region[]) {
  const isThing = region.label === 'furniture' && region.sure < THING
  const doubtful = UPRIGHT.has(region.label) || isThing || (region.label === 'water' && region.sure < POND)
  if (!doubtful || region.sure === 1) return null
  let [length, grounds, most] = [0, 0, 0]
  let found: Region | null = null
  for (const [other, { pixels }] of borders) {
    length += pixels
    if (regions[other]!.label !== 'ground') continue
    grounds += pixels
    if (pixels > most) {
      found = regions[other]!
      most = pixels
    }
  }
  return grounds > AROUND * length ? found : null
}

/** Tells lawns from bare ground: what has the grain of grass, and what has none of it. */
function partedByGrass({ regions }: Seen, map: Uint16Array, grain: Float32Array | null) {
  const means = grain && meansOf(grain, map, regions.length)
  return (one: Region, other: Region) => {
    if (!means || one.label !== 'ground' || other.label !== 'ground') return false
    const [a, b] = [means[one.id]!, means[other.id]!]
    return Math.max(a, b) > GROWN && Math.min(a, b) < BARE
  }
}

/**
 * Takes small regions for parts of what is beside them where the source shows no edge between the two: one finish
 * for what looks like one thing. Slats beside each other are alike, and a
 * wall with ground all around is a slab. What the user has named stays.
 * @param grain of a model's surfaces, see grainOf; null for other sources
 */
export function settleRegions(
  seen: Seen,
  { image: { width }, map, source, near, busy }: Reading,
  grain: Float32Array | null,
): Settled {
  const isLawn = partedByGrass(seen, map, grain)
  const edges = source.ink.map((value) => (value > EDGE ? 1 : 0))
  boxBlur(edges, width, map.length / width, WINDOW, new Float32Array(edges.length))
  const isEdge = (i: number) => near[i]! > 0.99 || edges[i]! > FILLED
  const borders = bordersOf(map, width, isEdge, seen.regions.length)
  const slats = slatsOf(map, width, busy, seen.regions.length)
  const regions = [...seen.regions]
  const of = regions.map(({ id }) => id)
  const all = seen.width * seen.height
  const [indoors, isPhoto] = [seen.setting === 'indoors', source.kind === 'photo']
  // Rafters and purlins of one roof run across each other, the boards of a shelf and the slats beside it are two things.
  const areBeside = (id: number, other: number) =>
    slats[id] !== null && slats[other] !== null && (!indoors || areAlong(slats[id]!, slats[other]!))
  // The largest first: what is beside it may join it by way of another.
  for (const { id, pixels } of [...regions].sort((a, b) => b.pixels - a.pixels)) {
    if (pixels > MOST * all) continue
    const ground = pixels < SLAB * all ? groundAround(regions[id]!, borders[id]!, regions) : null
    if (ground) regions[id] = { ...regions[id]!, label: 'ground', plane: ground.plane }
    let length = 0
    for (const border of borders[id]!.values()) length += border.pixels
    let best: Region | null = null
    let most = SHARED * length
    for (const [other, border] of borders[id]!) {
      const parted = border.shown >= shownOf(regions[id]!, regions[other]!) * border.pixels
      const areSlats = areBeside(id, other) && regions[other]!.pixels < SLATS * pixels
      if (parted && !areSlats) continue
      if (border.pixels <= most || !mayJoin(regions[id]!, regions[other]!, indoors, isPhoto)) continue
      if (isLawn(regions[id]!, regions[other]!)) continue
      best = regions[other]!
      most = border.pixels
    }
    if (!best) continue
    of[id] = of[best.id]!
    regions[id] = { ...regions[id]!, label: best.label, plane: best.plane, sure: best.sure }
  }
  return { seen: { ...seen, regions }, of }
}
