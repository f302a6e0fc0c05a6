import { findSegments, type Segment } from '#kernels/lines/segments.ts'
import type { Raster } from '#kernels/raster.ts'
import { rasterOf } from '#kernels/relight/copy.ts'
import { findSky } from '#kernels/relight/sky.ts'
import { judgeSetting, type Named, nameRegions } from './labels.ts'
import { fillBasins } from './labels-basins.ts'
import { straightenCreases } from './labels-creases.ts'
import { type Facts, factsOf } from './labels-facts.ts'
import type { Circumstances } from './labels-features.ts'
import { raiseHangings } from './labels-folds.ts'
import { partLawns } from './labels-lawns.ts'
import { addLeaves, leavesOf } from './labels-leaves.ts'
import { closePanels, thingsBeforeSlats } from './labels-panels.ts'
import { namePhoto } from './labels-photo.ts'
import { planesOf } from './labels-planes.ts'
import { mendSides } from './labels-sides.ts'
import { trimSky } from './labels-sky-edge.ts'
import { partFloor, partWalls } from './labels-surfaces.ts'
import { mergeAlike, type Tidy } from './labels-tidy.ts'
import { namePonds } from './labels-water.ts'
import { sharesIn } from './pixel-labels.ts'
import { ramp } from './ramp.ts'
import { findParts, type Parts, regionsOf } from './regions.ts'
import { agreementWith, roomShares, roomSides } from './regions-room.ts'
import { type Sight, sightOf } from './regions-sight.ts'
import { isBelieved } from './regions-split.ts'
import { settleRoom } from './room-box.ts'
import { findRoomBox } from './room-box-find.ts'
import { layRug } from './rug.ts'
import type { RoomBox, Seen, Setting, View } from './scene.ts'
import { horizonAt, usualView } from './view.ts'
import { viewOfSegments } from './view-find.ts'

/** How a picture is looked at. */
export interface SeeOptions {
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

/** What the naming goes by beside the regions: the share of sky is that of `cover`, when there is one. */
export function circumstancesOf(
  parts: Parts,
  sight: Sight,
  view: View,
  cover: Float32Array | null,
  room: RoomBox | null,
): Circumstances {
  const [size, sky] = [new Float64Array(parts.count), new Float64Array(parts.count)]
  for (let i = 0; i < parts.map.length; i++) {
    const k = parts.map[i]!
    size[k]!++
    if (cover) sky[k] = sky[k]! + cover[i]!
  }
  return {
    kind: sight.kind,
    shape: sight.width / sight.height,
    horizon: horizonAt(view, sight.width / 2) / sight.height,
    sky: Array.from(sky, (sum, k) => sum / size[k]!),
    room: room ? roomShares(parts, sight.width, room) : null,
    pixels: sight.pixels && sharesIn(parts, sight.width, sight.pixels),
    guesses: sight.guesses && sharesIn(parts, sight.width, sight.guesses),
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
  readonly cover: Float32Array | null
  readonly found: ReturnType<typeof findParts>
  /** Facts of the parts as they were found, where the camera stayed the same. */
  readonly facts: Facts[] | null
}

/** Looks at a picture: its lines, its camera, its parts, and its room. */
export function lookAt(image: Raster, options: SeeOptions = {}): Glance {
  const { progress = () => {} } = options
  const sight = sightOf(image)
  const { width, height } = sight
  progress(0.15)
  const segments = segmentsOf(sight)
  const cover = sight.kind === 'photo' ? findSky(image, sight.copy).cover.data : null
  progress(0.35)
  const seenView = viewOfSegments(segments, width, height, options.setting ?? null)
  progress(0.45)
  const found = findParts(sight)
  progress(0.65)
  let early: Facts[] | null = null
  let setting = options.setting
  if (!setting) {
    const first: Parts = { map: Uint16Array.from(found.map), count: found.count }
    early = factsOf(first, sight, seenView, segments)
    setting = judgeSetting(first, sight, early, circumstancesOf(first, sight, seenView, cover, null))
  }
  const isSure = seenView.sure >= LEAST_SURE
  const view = isSure ? seenView : { ...usualView(width, height, setting), sure: seenView.sure }
  const room =
    setting === 'indoors' && isSure
      ? findRoomBox(rasterOf(sight.copy), view, sight.pixels ?? sight.guesses)
      : null
  progress(0.75)
  return { sight, setting, view, room, segments, cover, found, facts: isSure ? early : null }
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
  const mended = mendSides(tidy, sight, room, side)
  return sight.kind === 'model' ? straightenCreases(mended, sight, room, side) : mended
}

/**
 * Names what was looked at.
 * @param drawn the room as it was drawn by hand, which camera and walls then follow; the one that was found when left
 *   out
 */
export function nameScene(glance: Glance, drawn: RoomBox | null = null): Seen {
  const { sight, setting, segments, cover, found } = glance
  const { width, height } = sight
  const settled = drawn && settleRoom(glance.view, drawn)
  const { view, box: room } = settled ?? { view: glance.view, box: glance.room }
  const parts = regionsOf(found, sight, view, room, setting === 'indoors')
  // The facts still hold where nothing was split and the camera stayed.
  const holds = !settled && parts.count === found.count
  const facts = (holds && glance.facts) || factsOf(parts, sight, view, segments)
  const circumstances = circumstancesOf(parts, sight, view, cover, room)
  const known = nameRegions(facts, setting, circumstances)
  const { green } = sight
  const { guesses, room: shares } = circumstances
  const named =
    green && guesses ? namePhoto(known, facts, parts, { ...sight, green }, guesses, setting, shares) : known
  const names = setting === 'outdoors' ? waterIn(named, facts, parts, { sight, view, segments }) : named
  const indoors = setting === 'indoors'
  // In a model the likeness of a crease tells walls apart, in a drawing the line there does.
  const walls = sight.kind === 'photo' && room && isBelieved(room) ? circumstances.room : null
  const { panels, ...joined } = mergeAlike(parts, facts, names, sight.kind, indoors, walls)
  const filled = closePanels(joined, width, panels)
  const closed = sight.kind === 'model' ? thingsBeforeSlats(filled, sight, panels) : filled
  const straight = room && sight.kind !== 'drawing' ? withinRoom(closed, sight, room) : closed
  const merged =
    setting === 'outdoors' && sight.kind === 'model' ? partLawns(trimSky(straight, sight), sight) : straight
  const leaves = indoors && sight.kind === 'model' ? leavesOf(sight, parts, facts, segments) : null
  const grown = leaves ? addLeaves(merged, leaves) : merged
  const isSure = view.sure >= LEAST_SURE
  const whole =
    indoors && sight.kind === 'photo' ? raiseHangings(partFloor(grown, parts, sight), sight) : grown
  const tidy =
    indoors && sight.kind === 'model' && isSure
      ? layRug(whole, sight, view, segments)
      : { ...whole, rug: null }
  const last = factsOf(tidy.parts, sight, view, segments)
  const isStreet = setting === 'outdoors' && sight.kind === 'photo'
  const own = isStreet ? partWalls(tidy.names, last, tidy.parts, sight) : tidy.names
  const planes = planesOf(tidy.parts, last, own, view, setting, room)
  const agreement =
    room &&
    agreementWith(
      tidy.parts,
      width,
      room,
      tidy.names.map(({ label }) => label),
    )
  const regions = last.map(({ pixels, at }, id) => ({
    ...{ id, ...own[id]!, plane: planes[id]!, pixels, at },
    ...(id === tidy.rug && { rug: true as const }),
  }))
  const believed = room && { ...room, sure: room.sure * ramp(agreement ?? 0, ...AGREEING) }
  return { width, height, setting, view, room: believed, map: tidy.parts.map, regions }
}

/**
 * Sees what a picture shows: its camera, its room, its regions with their names, and the planes that they lie on. A
 * picture that cannot be understood still has regions and a usual camera, with `sure` low.
 * @returns everything in px of the working size, at most 1024 px in the longer side
 */
export function seeScene(image: Raster, options: SeeOptions = {}): Seen {
  const seen = nameScene(lookAt(image, options))
  options.progress?.(1)
  return seen
}
