import type { Label, OwnName, Region, Seen } from '#kernels/seeing/scene.ts'
import { foldedRegions, hangingRegions } from './folds.ts'
import { type Form, formsOf, outlineOf, partAt, sliversOf, thingsBeforeWalls } from './furnish.ts'
import { meansOf } from './means.ts'
import type { Open } from './open-ground.ts'
import { panelsOf, withSlats } from './room-pieces.ts'
import { type Box, boxesOf } from './shapes.ts'
import type { Source } from './source.ts'
import { outlooksOf } from './windows.ts'

/** Longer than this many times their width, or filling less of their box, things are rails, slats and legs. */
const [LONG, FULL] = [3.5, 0.42]
/** Part of a small region's border that lies within one other for it to be a stone in a lawn. */
const ENCLOSED = 0.8

/** What of a model is no surface of it. */
const STAYS: ReadonlySet<OwnName> = new Set(['picture', 'interface'])

/** What the outlines of regions tell. */
export interface Outline {
  /** Whether it is a compact thing, no rail or slat. */
  compact: boolean
  /** Id of the region of its label that it lies within; null for none. */
  within: number | null
  /** What it is dressed as. */
  as: Label
  /** Id of the region that it is a part of, or its own. */
  of: number
  /** What it is as ground that nobody has paved. */
  open: Open
  /** Whether it hangs in folds beside a window. */
  hangs: boolean
  /** Whether it is a wall of a room that is clad with upright slats. */
  panel: boolean
  /** Whether it grows outside of a room's window. */
  beyond: boolean
  /** Whether it is made of something else than the surface that it counts as, and stays as it is. */
  apart: boolean
  /** What a room's furniture is by its outline. */
  form: Form
  /** Whether it is one of the things in a drawn or modelled garden that are mostly stones. */
  stone: boolean
  /** Whether it is a bar before a building's panes that is lighter than these. */
  bar: boolean
  /** Whether it stays as a photograph shows it. */
  kept: boolean
  /** Whether it is furniture, or a panel, of a photograph, whose woods alone change. */
  stays: boolean
  /** Whether it is a strip of a model's furniture, as the edge of a seat, and no leg or rail of it. */
  inner: boolean
  /** Whether it is a mere piece of a wall, which has no finish of its own. */
  piece: boolean
  /** Whether it is ground of a model on which no grass grows. */
  smooth: boolean
}

/** Part of its outline at which a strip of furniture lies within furniture. */
const INNER = 0.42

/** What is known of the regions' pixels and of grounds. */
interface Marks {
  /** Mean pattern of the source in each region, and mean nearness to lines, 0..1. */
  crowd: Float32Array
  lined: Float32Array
  /** See openGrounds. */
  open: readonly Open[]
  /** Part of each region on which no blade of grass shows; null where the source is no model. */
  even: Float32Array | null
  /** See keptRegions. */
  kept: readonly boolean[]
}

/**
 * Part of a picture up to which leaves in a room have to show, how busy and how near to lines they then are, and
 * how sure others are.
 */
const HOUSE_PLANT = { most: 0.02, busy: 0.8, near: 0.5, sure: 0.65 } as const
/** Sureness under which a ground may be plants, pattern that they have, and straight lines that they do not have. */
const PLANTS = { sure: 0.5, busy: 0.8, near: 0.4 } as const

/**
 * What regions are dressed as: their label, but a smooth thing in a room is no plant, and what is drawn with many
 * short strokes out of doors is no paving, whatever it was taken for, unless it is sure.
 */
function dressedAs(seen: Seen, { crowd, lined }: Marks): Label[] {
  const all = seen.width * seen.height
  return seen.regions.map(({ id, label, sure, pixels }) => {
    const [mean, straight] = [crowd[id]!, lined[id]!]
    const isLeafy = mean > HOUSE_PLANT.busy && straight < HOUSE_PLANT.near
    const isDoubtful = sure < HOUSE_PLANT.sure && pixels < HOUSE_PLANT.most * all && !isLeafy
    const indoors = seen.setting === 'indoors'
    if (indoors) return label === 'vegetation' && isDoubtful ? 'furniture' : label
    const isGrass = sure < PLANTS.sure && mean > PLANTS.busy && straight < PLANTS.near
    return label === 'ground' && isGrass ? 'vegetation' : label
  })
}

/** Length of each region's border with each of its neighbours, px. */
function besideOf({ map, width, regions }: Seen): Map<number, number>[] {
  const beside = regions.map(() => new Map<number, number>())
  const meet = (a: number, b: number) => {
    beside[a]!.set(b, (beside[a]!.get(b) ?? 0) + 1)
    beside[b]!.set(a, (beside[b]!.get(a) ?? 0) + 1)
  }
  for (let i = 0; i < map.length; i++) {
    const id = map[i]!
    if ((i + 1) % width > 0 && map[i + 1] !== id) meet(id, map[i + 1]!)
    if (i + width < map.length && map[i + width] !== id) meet(id, map[i + width]!)
  }
  return beside
}

/** Slabs in one ground beside which one that the picture cuts off is one more. */
const ROW = 2

/** The region of its label that each lies within, as a slab in a lawn; null for none. */
function enclosing(
  { width, height, regions }: Seen,
  boxes: readonly Box[],
  beside: readonly ReadonlyMap<number, number>[],
): (number | null)[] {
  const around = regions.map(({ id, label, pixels }) => {
    const all = outlineOf(beside[id]!)
    const inside = [...beside[id]!].find(
      ([other, n]) =>
        n > ENCLOSED * all && regions[other]!.label === label && regions[other]!.pixels > 3 * pixels,
    )
    return inside?.[0] ?? null
  })
  const whole = boxes.map(
    ({ left, top, right, bottom }) => left > 0 && top > 0 && right < width - 1 && bottom < height - 1,
  )
  return around.map((ground, id) => {
    if (ground === null || whole[id]) return ground
    return around.filter((other, k) => other === ground && whole[k]).length >= ROW ? ground : null
  })
}

/** Part of its outline at which a bar lies at panes, and how wide it is at most, in parts of the picture's width. */
const [AT_PANES, THIN] = [0.4, 0.009] as const

/**
 * Mullions and rails of a model's façade that are lighter than its panes: the next one may have been seen as a part of
 * the pane, where it stays as light as in the model, so a dark finish would break the line.
 */
function barsOf(
  { regions, setting, width }: Seen,
  at: Uint16Array,
  { kind, luma }: Source,
  beside: readonly ReadonlyMap<number, number>[],
  compact: readonly boolean[],
): boolean[] {
  if (kind !== 'model' || setting !== 'outdoors') return regions.map(() => false)
  const light = meansOf(luma, at, regions.length)
  return regions.map(({ id, label, pixels }) => {
    if (compact[id] || label === 'opening') return false
    if (2 * pixels > THIN * width * outlineOf(beside[id]!)) return false
    const isDarker = (other: number) => regions[other]!.label === 'opening' && light[other]! < light[id]!
    return partAt(beside[id]!, isDarker) > AT_PANES
  })
}

/** Part of a small ground that has to be even for it to be no grass: the edges of slabs are uneven as well. */
const EVEN = 0.12

/** Part of a picture from which a wall may have a finish of its own: in a room, and how sure it is there, and from above. */
const ACCENT = { indoors: 0.02, sure: 0.6, above: 0.012 } as const

/** Whether a region is a mere piece of a wall, a band or frame of a building, or a room's wall that is not sure. */
function isPiece(
  { label, pixels, sure }: Region,
  { setting, width, height }: Seen,
  compact: boolean,
): boolean {
  if (label !== 'wall' || sure === 1) return false
  const part = pixels / (width * height)
  if (setting === 'indoors') return part < ACCENT.indoors || sure < ACCENT.sure
  return !compact || part < ACCENT.above
}

/**
 * Reads the regions' boxes and neighbours, and what each is dressed as.
 * @param at ids of regions at the picture's size @param of see Outline
 */
export function outlinesOf(
  seen: Seen,
  at: Uint16Array,
  source: Source,
  marks: Marks,
  of: readonly number[],
): Outline[] {
  const { regions } = seen
  const isPhoto = source.kind === 'photo'
  const known = dressedAs(seen, marks)
  const boxes = boxesOf(seen)
  const beside = besideOf(seen)
  const compact = regions.map(({ id, pixels }) => {
    const { left, top, right, bottom } = boxes[id]!
    const [w, h] = [right - left + 1, bottom - top + 1]
    return Math.max(w, h) < LONG * Math.min(w, h) && pixels > FULL * w * h
  })
  const slivers = source.kind === 'model' ? sliversOf(seen, { boxes, beside, labels: known, compact }) : []
  const hung = source.kind === 'model' ? thingsBeforeWalls(seen, boxes) : []
  const labels = known.map((label, id) => (slivers[id] ? 'wall' : hung[id] ? 'furniture' : label))
  const outlooks = outlooksOf(seen, boxes, beside)
  const folded = foldedRegions(seen, at, source.luma)
  const hangs = hangingRegions(seen, source, folded, outlooks, boxes, beside)
  const panels = withSlats(panelsOf(seen, boxes, folded, marks.crowd), seen, of, beside, compact)
  const forms = formsOf(seen, { boxes, beside, labels, compact, faint: source.kind === 'model' })
  const within = enclosing(seen, boxes, beside)
  const isThing = (id: number) => labels[id] === 'furniture'
  const isInner = (id: number) =>
    seen.setting === 'indoors' &&
    source.kind === 'model' &&
    isThing(id) &&
    !compact[id] &&
    partAt(beside[id]!, isThing) > INNER
  const isStained = (id: number) =>
    seen.setting === 'indoors' &&
    source.kind === 'photo' &&
    (isThing(id) || (panels[id]! && !hangs[id])) &&
    regions[id]!.sure < 1
  const bars = barsOf(seen, at, source, beside, compact)
  return regions.map(({ id }) => ({
    compact: compact[id]!,
    within: within[id]!,
    as: labels[id]!,
    of: of[id]!,
    open: marks.open[id]!,
    hangs: hangs[id]! || (!isPhoto && regions[id]!.own === 'curtain'),
    panel: panels[id]! && !hangs[id],
    beyond: outlooks[id]!.beyond,
    apart: regions[id]!.own !== undefined && (isPhoto || STAYS.has(regions[id]!.own!)),
    form: forms[id]!,
    stone: source.kind !== 'photo' && seen.setting === 'outdoors' && labels[id] === 'other',
    bar: bars[id]!,
    kept: marks.kept[id]!,
    stays: isStained(id),
    inner: isInner(id),
    piece: isPiece(regions[id]!, seen, compact[id]!),
    smooth: labels[id] === 'ground' && (marks.even?.[id] ?? 0) > EVEN,
  }))
}
