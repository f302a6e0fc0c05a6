import { straightEdgesOf } from '#kernels/lines/picture-lines.ts'
import type { Segment } from '#kernels/lines/segments.ts'
import type { Raster } from '#kernels/raster.ts'
import { labelShares } from '#kernels/segmentation/name-parts.ts'
import { SETTINGS } from '#kernels/segmentation/names.ts'
import {
  copyToSee,
  likeliestKind,
  type Segmentation,
  type Segmenter,
  segmentEither,
} from '#kernels/segmentation/segment.ts'
import { nameRegions } from './name-regions.ts'
import { factsOf } from './region-facts.ts'
import { planesOf } from './region-planes.ts'
import { agreementWith } from './regions-room.ts'
import { type Sight, sightOf } from './regions-sight.ts'
import { settleRoom } from './room-box.ts'
import { findRoomBox } from './room-box-find.ts'
import type { RoomBox, Seen, Setting, View } from './scene.ts'
import { findParts } from './superpixels.ts'
import { backdropOf, type Frame, isNamed, sceneFrame } from './surroundings.ts'
import { usualView, viewOfFree } from './view.ts'
import { ramp, segmentsAt, viewOf } from './view-find.ts'

/** How a picture is looked at. */
export interface SeeOptions {
  segment: Segmenter
  /** What kind of picture it is; judged by itself when left out. */
  setting?: Setting
  /** Told how far it is, 0..1. */
  progress?: (part: number) => void
}

/** A camera less sure than this is no more than a usual one. */
export const LEAST_SURE = 0.3

/** Part of floor, ceiling and walls that a box of a room agrees with when it is no such box, and when it surely is. */
const AGREEING = [0.7, 0.97] as const

/** What of a picture does not depend on the room that it is taken to show. */
export interface Glance {
  readonly sight: Sight
  readonly setting: Setting
  readonly view: View
  /** The room as it was found. */
  readonly room: RoomBox | null
  /** Its straight edges, px of the sight. */
  readonly segments: readonly Segment[]
  readonly found: ReturnType<typeof findParts>
  readonly segmentation: Segmentation
  /** See Seen. */
  readonly inverted: boolean
  /** What of the picture shows the scene, and its plain backdrop; see sceneFrame and backdropOf. */
  readonly frame: Frame
  readonly backdrop: Uint8Array | null
}

/** The setting that the segmentation network finds likeliest. */
const likeliest = ({ setting: shares }: Segmentation): Setting =>
  SETTINGS[shares.indexOf(Math.max(...shares))] ?? 'indoors'

/** Looks at a picture: its lines, its camera, its parts, and its room. */
export async function lookAt(image: Raster, options: SeeOptions): Promise<Glance> {
  const { progress = () => {}, segment } = options
  const { segmentation: segmenting, image: bright, inverted } = await segmentEither(image, segment)
  // Lines and camera are found while the network runs where it has a thread of its own.
  const lines = straightEdgesOf(bright)
  progress(0.2)
  const { width, height } = copyToSee(bright)
  const seenView = viewOf(lines, { width, height }, options.setting ?? null)
  progress(0.3)
  const segmentation = await segmenting
  progress(0.5)
  const sight = sightOf(bright, likeliestKind(segmentation))
  const found = findParts(sight)
  progress(0.65)
  const setting = options.setting ?? likeliest(segmentation)
  const isSure = seenView.sure >= LEAST_SURE
  const held = isSure ? seenView : { ...usualView(width, height, setting), sure: seenView.sure }
  const isRoom = setting === 'indoors' && isSure
  const room = isRoom ? findRoomBox(bright, held, labelShares(segmentation, setting)) : null
  progress(0.75)
  const frame = sceneFrame(sight, segmentation)
  const plain = backdropOf(sight, frame)
  const isScene = plain && setting !== 'outdoors' && isNamed(plain, width, segmentation)
  const backdrop = isScene ? null : plain
  const view = backdrop && setting === 'outdoors' ? viewOfFree(held) : held
  const segments = segmentsAt(lines, width)
  return { sight, setting, view, room, segments, found, segmentation, inverted, frame, backdrop }
}

/**
 * Names what was looked at.
 * @param drawn the room as it was drawn by hand, which camera and walls then follow; the one that was found when left
 *   out
 */
export function nameScene(glance: Glance, drawn: RoomBox | null = null): Seen {
  const { sight, setting, segments, inverted } = glance
  const { width, height } = sight
  const settled = drawn && settleRoom(glance.view, drawn)
  const { view, box: room } = settled ?? { view: glance.view, box: glance.room }
  const { parts, names, surrounded, colours } = nameRegions(glance, view, room)
  const last = factsOf(parts, surrounded, sight, view, segments)
  const planes = planesOf(parts, last, names, view, setting, room)
  const labels = names.map(({ label }) => label)
  const agreement = room && agreementWith(parts, width, room, labels)
  const regions = last.map(({ pixels, at }, id) => ({
    ...{ id, ...names[id]!, plane: planes[id]!, pixels, at, lab: colours[id]! },
  }))
  const believed = room && { ...room, sure: room.sure * ramp(agreement ?? 0, ...AGREEING) }
  return {
    ...{ width, height, kind: sight.kind, inverted, setting, view, room: believed },
    ...{ map: parts.map, regions, parts: glance.found.map },
  }
}

/**
 * Sees what a picture shows: its camera, its room, its regions with their names, and the planes that they lie on. A
 * picture that cannot be understood still has regions and a usual camera, with `sure` low.
 * @returns everything in px of the working size, at most 512 px in the longer side
 */
export async function seeScene(image: Raster, options: SeeOptions): Promise<Seen> {
  const seen = nameScene(await lookAt(image, options))
  options.progress?.(1)
  return seen
}
