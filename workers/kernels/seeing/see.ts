import { findSegments, type Segment } from '#kernels/lines/segments.ts'
import type { Raster } from '#kernels/raster.ts'
import { rasterOf } from '#kernels/relight/copy.ts'
import { labelShares } from '#kernels/segmentation/name-parts.ts'
import { SETTINGS } from '#kernels/segmentation/names.ts'
import type { Segmentation, Segmenter } from '#kernels/segmentation/segment.ts'
import { judgeSetting, type Named, nameRegions } from './labels.ts'
import { fillBasins } from './labels-basins.ts'
import { straightenCreases } from './labels-creases.ts'
import { type Facts, factsOf } from './labels-facts.ts'
import type { Circumstances } from './labels-features.ts'
import { partLawns } from './labels-lawns.ts'
import { addLeaves, leavesOf } from './labels-leaves.ts'
import { closePanels, thingsBeforeSlats } from './labels-panels.ts'
import { planesOf } from './labels-planes.ts'
import { mendSides } from './labels-sides.ts'
import { trimSky } from './labels-sky-edge.ts'
import { mergeAlike, type Tidy } from './labels-tidy.ts'
import { namePonds } from './labels-water.ts'
import { namePhoto } from './photo.ts'
import { sharesIn } from './pixel-labels.ts'
import { ramp } from './ramp.ts'
import { findParts, type Parts, regionsOf } from './regions.ts'
import { agreementWith, roomShares, roomSides } from './regions-room.ts'
import { type Sight, sightOf } from './regions-sight.ts'
import { settleRoom } from './room-box.ts'
import { findRoomBox } from './room-box-find.ts'
import { layRug } from './rug.ts'
import type { RoomBox, Seen, Setting, View } from './scene.ts'
import { horizonAt, usualView } from './view.ts'
import { viewOfSegments } from './view-find.ts'

/** How a picture is looked at. */
export interface SeeOptions {
  /** Asked for photographs alone. */
  segment: Segmenter
  /** What kind of picture it is; judged by itself when left out. */
  setting?: Setting
  /** Told how far it is, 0..1. */
  progress?: (part: number) => void
}

/** Edges shorter than this part of the longer side are no lines. */
const SHORTEST = 0.015
/** A camera less sure than this is no more than a usual one. */
const LEAST_SURE = 0.3

/** Part of floor, ceiling and walls that a box of a room agrees with when it is no such box, and when it surely is. */
const AGREEING = [0.7, 0.97] as const

/** Straight edges of a sight, px. */
export function segmentsOf({ width, height, l }: Sight): Segment[] {
  const data = new Float32Array(l.length)
  for (let i = 0; i < l.length; i++) data[i] = 2.55 * l[i]!
  return findSegments({ width, height, data }, SHORTEST * Math.max(width, height))
}

/** What the naming goes by beside the regions. */
export function circumstancesOf(parts: Parts, sight: Sight, view: View, room: RoomBox | null): Circumstances {
  return {
    kind: sight.kind,
    shape: sight.width / sight.height,
    horizon: horizonAt(view, sight.width / 2) / sight.height,
    room: room ? roomShares(parts, sight.width, room) : null,
    pixels: sight.pixels && sharesIn(parts, sight.width, sight.pixels),
  }
}

/** What of a picture does not depend on the room that it is taken to show. */
export interface Glance {
  readonly sight: Sight
  readonly setting: Setting
  readonly view: View
  /** The room as it was found. */
  readonly room: RoomBox | null
  readonly segments: readonly Segment[]
  readonly found: ReturnType<typeof findParts>
  /** Facts of the parts as they were found, where the camera stayed the same. */
  readonly facts: Facts[] | null
  /** Of a photograph; null for models and drawings. */
  readonly segmentation: Segmentation | null
}

/** The setting that the segmentation network finds likeliest. */
const likeliest = ({ setting: shares }: Segmentation): Setting =>
  SETTINGS[shares.indexOf(Math.max(...shares))] ?? 'indoors'

/** Looks at a picture: its lines, its camera, its parts, and its room. */
export async function lookAt(image: Raster, options: SeeOptions): Promise<Glance> {
  const { progress = () => {}, segment } = options
  const sight = sightOf(image)
  const { width, height } = sight
  progress(0.15)
  const segments = segmentsOf(sight)
  const segmentation = sight.kind === 'photo' ? await segment(image) : null
  progress(0.35)
  const seenView = viewOfSegments(segments, width, height, options.setting ?? null)
  progress(0.45)
  const found = findParts(sight)
  progress(0.65)
  let early: Facts[] | null = null
  let setting = options.setting ?? (segmentation && likeliest(segmentation))
  if (!setting) {
    const first: Parts = { map: Uint16Array.from(found.map), count: found.count }
    early = factsOf(first, sight, seenView, segments)
    setting = judgeSetting(first, sight, early, circumstancesOf(first, sight, seenView, null))
  }
  const isSure = seenView.sure >= LEAST_SURE
  const view = isSure ? seenView : { ...usualView(width, height, setting), sure: seenView.sure }
  const shares = segmentation ? labelShares(segmentation, setting) : sight.pixels
  const room = setting === 'indoors' && isSure ? findRoomBox(rasterOf(sight.copy), view, shares) : null
  progress(0.75)
  return { sight, setting, view, room, segments, found, facts: isSure ? early : null, segmentation }
}

/** Names of an outdoors picture with its water, where something swims on it. */
function waterIn(
  names: Named[],
  facts: readonly Facts[],
  parts: Parts,
  { sight, view, segments }: Pick<Glance, 'sight' | 'view' | 'segments'>,
): Named[] {
  if (sight.kind === 'drawing') return namePonds(names, parts, sight, view)
  const isKnown = sight.kind === 'model' && view.sure >= LEAST_SURE
  return isKnown ? fillBasins(names, facts, parts, sight, view, segments) : names
}

/** Ends what is seen of a room's sides at the edges of its box. */
function withinRoom(tidy: Tidy, sight: Sight, room: RoomBox): Tidy {
  const side = roomSides(sight.width, sight.height, room)
  return straightenCreases(mendSides(tidy, sight, room, side), sight, room, side)
}

/** Names a model or a drawing by the rules that were learnt on rendered scenes. */
function nameDrawn(
  { sight, setting, segments, found, facts: early }: Glance,
  view: View,
  room: RoomBox | null,
): Tidy & { rug: number | null } {
  const { width } = sight
  const indoors = setting === 'indoors'
  const isModel = sight.kind === 'model'
  const parts = regionsOf(found, sight, view, room, indoors)
  // The facts still hold where nothing was split.
  const facts = (parts.count === found.count && early) || factsOf(parts, sight, view, segments)
  const known = nameRegions(facts, setting, circumstancesOf(parts, sight, view, room))
  const names = setting === 'outdoors' ? waterIn(known, facts, parts, { sight, view, segments }) : known
  const { panels, ...joined } = mergeAlike(parts, facts, names, sight.kind, indoors)
  const filled = closePanels(joined, width, panels)
  const closed = isModel ? thingsBeforeSlats(filled, sight, panels) : filled
  const straight = room && isModel ? withinRoom(closed, sight, room) : closed
  const merged = setting === 'outdoors' && isModel ? partLawns(trimSky(straight, sight), sight) : straight
  const leaves = indoors && isModel ? leavesOf(sight, parts, facts, segments) : null
  const grown = leaves ? addLeaves(merged, leaves) : merged
  const hasRug = indoors && isModel && view.sure >= LEAST_SURE
  return hasRug ? layRug(grown, sight, view, segments) : { ...grown, rug: null }
}

/**
 * Names what was looked at.
 * @param drawn the room as it was drawn by hand, which camera and walls then follow; the one that was found when left
 *   out
 */
export function nameScene(glance: Glance, drawn: RoomBox | null = null): Seen {
  const { sight, setting, segments, segmentation } = glance
  const { width, height } = sight
  const settled = drawn && settleRoom(glance.view, drawn)
  const { view, box: room } = settled ?? { view: glance.view, box: glance.room }
  const { parts, names, rug } = segmentation
    ? { ...namePhoto(glance, segmentation, view, room), rug: null }
    : nameDrawn(settled ? { ...glance, facts: null } : glance, view, room)
  const last = factsOf(parts, sight, view, segments)
  const planes = planesOf(parts, last, names, view, setting, room)
  const labels = names.map(({ label }) => label)
  const agreement = room && agreementWith(parts, width, room, labels)
  const regions = last.map(({ pixels, at }, id) => ({
    ...{ id, ...names[id]!, plane: planes[id]!, pixels, at },
    ...(id === rug && { rug: true as const }),
  }))
  const believed = room && { ...room, sure: room.sure * ramp(agreement ?? 0, ...AGREEING) }
  return { width, height, setting, view, room: believed, map: parts.map, regions }
}

/**
 * Sees what a picture shows: its camera, its room, its regions with their names, and the planes that they lie on. A
 * picture that cannot be understood still has regions and a usual camera, with `sure` low.
 * @returns everything in px of the working size, at most 1024 px in the longer side
 */
export async function seeScene(image: Raster, options: SeeOptions): Promise<Seen> {
  const seen = nameScene(await lookAt(image, options))
  options.progress?.(1)
  return seen
}
