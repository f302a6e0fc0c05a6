import type { Extent, Label, RegionChange, Stroke } from '#contracts/surfaces.ts'
import { finishesOf } from '#kernels/dress/finishes.ts'
import type { Finish } from '#kernels/dress/look.ts'
import { type Prepared, prepareDress } from '#kernels/dress/prepare.ts'
import type { Raster } from '#kernels/raster.ts'
import { changeRegions, partAt, regionAt, regionsAt, takenAround } from '#kernels/render/change-regions.ts'
import { guessesOf } from '#kernels/render/guesses.ts'
import { finishOf, lookOfPlan } from '#kernels/render/look-of-plan.ts'
import {
  dressPicture,
  lookAtPicture,
  ownFinishes,
  paletteFor,
  planPicture,
  refinished,
  STYLE_SIDE,
  seeGlance,
  sourceFor,
  unsureIn,
} from '#kernels/render/render.ts'
import { usualBox } from '#kernels/seeing/room-box.ts'
import type { Region, RoomBox, Seen, View } from '#kernels/seeing/scene.ts'
import type { Glance } from '#kernels/seeing/see.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import type { ParamsOf } from '../index.ts'
import { readNeeded } from '../inputs.ts'
import type { Preview, PreviewJob, PreviewPlatform } from '../preview.ts'

type Params = ParamsOf<'render'>

/** A place inside of a region, parts of the sides, and the region's label. */
export interface NamedPlace {
  x: number
  y: number
  label: Label
}

/** What a render looks like at a small size. */
interface Facts {
  width: number
  height: number
  /** The picture is of half the size: a sharper one can be had. */
  rough: boolean
  /** Camera and room of an interior, px of the camera's picture; a usual box where none was found. */
  room: { view: View; box: RoomBox } | null
  /** Regions that keep the source because no name is sure enough: their share, 0..1, a place of the largest one, and those that a press names. */
  unsure: { share: number; largest: { x: number; y: number } | null; next: readonly NamedPlace[] }
}

/** How much is pointed at; `region` is what a click means. */
export type PointedExtent = Extent | 'region'

/** A place that is pointed at, parts of the sides, and how much is meant there; or a loop, which means all that it takes. */
export interface Pointing {
  at: { x: number; y: number }
  extent: PointedExtent
  around?: Stroke
}

/** A question about the last preview: what is pointed at, or whether a change would do anything. */
export type Question = Pointing | { change: RegionChange }

/** Regions of the last preview; the picture is their outline over nothing, at the size that they were seen at. */
export interface PointedRegion {
  picture: Raster
  label: Label
  /** Labels that the network gives the region, likeliest first. */
  guesses: readonly Label[]
  extent: PointedExtent
  /** The loop that it was taken by. */
  around?: Stroke
  /** Part of the picture that each extent takes, 0..1. */
  sizes: Readonly<Record<PointedExtent, number>>
  /** As in zFinish; null where the source shows. */
  finish: string | null
  /** The place that it is changed by, parts of the sides: well inside of it. */
  at: { x: number; y: number }
  /** Which of the changes have set something of it. */
  changes: number[]
}

/** What was drawn last, to be pointed at. */
let drawn: {
  glance: Glance
  seen: Seen
  changes: readonly RegionChange[]
  finishes: readonly (Finish | null)[]
  names: Map<Finish, string>
} | null = null

/** A picture that is being worked on, with the changes of its regions. */
async function openPicture({ io, params, side, kept }: PreviewJob<'render'>) {
  const lookedKey = JSON.stringify([io.keyOf('image'), side, params.setting, params.view, params.repair])
  const looked = await kept.get('glance', lookedKey, async () => {
    const { raster } = await readNeeded(io, 'image', { maxSide: side })
    const { image } = sourceFor(raster, params, () => undefined)
    const source = { image, segment: keptSegmenter(io.network('seeing')) }
    return { image, glance: await lookAtPicture(source, params, () => undefined) }
  })
  const key = JSON.stringify([lookedKey, params.room])
  const found = await kept.get('seen', key, () => seeGlance(looked.glance, params))
  return { key, ...looked, seen: changeRegions(found, params.regions) }
}

/** Where regions lie and what they are; what they are made of is no part of it. */
function shapesOf({ regions }: Params): RegionChange[] {
  return regions.flatMap((change): RegionChange[] => {
    if (!('x' in change)) return [change]
    const { finish: _, ...shape } = change
    return shape.label || shape.extent === 'part' || shape.around ? [shape] : []
  })
}

/** A picture at half its size, ready to be dressed: a quarter of the work. */
async function prepareRoughly(io: PreviewPlatform, image: Raster, seen: Seen): Promise<Prepared> {
  const size = { width: Math.ceil(image.width / 2), height: Math.ceil(image.height / 2) }
  return prepareDress(await io.scale(image, size), seen)
}

/**
 * A render at a small size, while single regions are changed: what was seen and read of the last picture is kept. A
 * quick one may be rough where more than finishes has changed.
 * @throws AppError what decoding throws
 */
export const preview: Preview<'render', Facts> = async (job) => {
  const { io, params, quick, kept } = job
  const { key, image, glance, seen: changed } = await openPicture(job)
  const prepareKey = JSON.stringify([key, shapesOf(params)])
  const rough = quick && !kept.has('prepared', prepareKey)
  const read = rough
    ? await prepareRoughly(io, image, changed)
    : await kept.get('prepared', prepareKey, () => prepareDress(image, changed))
  const prepared = refinished(read, changed)
  const { seen } = prepared
  const { materials: ids } = planPicture(prepared, params)
  const materials = await io.materials(ids)
  const { regions: _, ...rest } = params
  const lookKey = JSON.stringify([key, rest, io.keyOf('style')])
  const { planned, look } = await kept.get('look', lookKey, async () => {
    const again = planPicture(prepared, params)
    const style = (await io.read('style', { maxSide: STYLE_SIDE }))?.raster ?? null
    return { planned: again, look: lookOfPlan(again.plan, materials, paletteFor(style, params)) }
  })
  const picture = dressPicture(prepared, look, params, materials)
  const used = [
    ...Object.values(planned.plan.finishes).flat(),
    ...seen.regions.flatMap(({ finish }) => finish ?? []),
  ]
  const names = new Map<Finish, string>()
  for (const name of used) {
    const finish = finishOf(name, materials)
    if (finish) names.set(finish, name)
  }
  const finishes = finishesOf(prepared, look, ownFinishes(seen, materials))
  drawn = { glance, seen, changes: params.regions, finishes, names }
  const { view } = seen
  const room = seen.setting === 'indoors' ? { view, box: seen.room ?? usualBox(view) } : null
  const { share, regions, next } = unsureIn(prepared, look, materials)
  const [largest] = regions
  const unsure = {
    share,
    largest: largest ? placeIn(seen, largest) : null,
    next: next.map((region) => ({ ...placeIn(seen, region), label: region.label })),
  }
  return { picture, width: image.width, height: image.height, rough, room, unsure }
}

/** A place well inside of a region, parts of the sides. */
const placeIn = ({ width, height }: Seen, { at }: Region) => ({ x: at.x / width, y: at.y / height })

/** Colour of a region that is pointed at. */
const MARK = [217, 72, 43] as const

/** The border of what is pointed at and a breath of colour over it. */
function outlineOf({ width, height }: Seen, isIn: Uint8Array): Raster {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (!isIn[i]) continue
      const isEdge =
        x < 2 ||
        y < 2 ||
        x >= width - 2 ||
        y >= height - 2 ||
        !isIn[i - 2] ||
        !isIn[i + 2] ||
        !isIn[i - 2 * width] ||
        !isIn[i + 2 * width]
      data.set(MARK, 4 * i)
      data[4 * i + 3] = isEdge ? 235 : 46
    }
  return { width, height, data }
}

/** Mask of the pixels that an extent takes at a place, 1 where taken. */
function takenAt(seen: Seen, at: { x: number; y: number }, extent: PointedExtent): Uint8Array {
  if (extent === 'part') {
    const part = partAt(seen, at)
    if (part) return part
  }
  const wanted = extent === 'region' || extent === 'part' ? at : { ...at, extent }
  const isTaken = new Uint8Array(seen.regions.length)
  for (const id of regionsAt(seen, wanted)) isTaken[id] = 1
  return Uint8Array.from(seen.map, (id) => isTaken[id]!)
}

const EXTENTS = ['part', 'region', 'joined', 'alike'] as const satisfies readonly PointedExtent[]

/** The region that most of a mask lies in. */
function mainIn({ map, regions }: Seen, mask: Uint8Array): number {
  const covered = regions.map(() => 0)
  for (let i = 0; i < mask.length; i++) if (mask[i]) covered[map[i]!]!++
  return covered.indexOf(Math.max(...covered))
}

/** The region or loop that is pointed at, with its guesses and sizes; null before there was a preview. */
function pointAt({ at: place, extent, around }: Pointing): PointedRegion | null {
  if (!drawn) return null
  const { glance, seen, changes, finishes, names } = drawn
  const loop = around && takenAround(seen, around)
  const id = loop ? mainIn(seen, loop) : regionAt(seen, place.x, place.y)
  const region = seen.regions[id]!
  const finish = finishes[id]
  const taken = EXTENTS.map((one) => [one, takenAt(seen, place, one)] as const)
  const isIn = loop ?? taken.find(([one]) => one === extent)![1]
  const sizes = Object.fromEntries(
    taken.map(([one, mask]) => [one, mask.reduce((sum, value) => sum + value, 0) / mask.length]),
  ) as PointedRegion['sizes']
  const isOwn = (change: RegionChange) => {
    if (!('x' in change)) return false
    if (around) return change.x === place.x && change.y === place.y
    return change.around
      ? takenAround(seen, change.around)[seen.map.indexOf(id)] === 1
      : regionAt(seen, change.x, change.y) === id
  }
  const own = changes.flatMap((change, k) => (isOwn(change) ? k : []))
  return {
    ...{ picture: outlineOf(seen, isIn), label: region.label, extent, sizes, changes: own },
    ...(around && { around }),
    guesses: guessesOf(glance.segmentation, seen.setting, isIn, seen.width),
    finish: (finish && names.get(finish)) ?? null,
    // A part is found again by the place alone, and what a loop takes by the loop.
    at: around || extent === 'part' ? place : placeIn(seen, region),
  }
}

/** Answers a question about the last preview. */
export function answer(question: Question): PointedRegion | boolean | null {
  if ('at' in question) return pointAt(question)
  return drawn !== null && changeRegions(drawn.seen, [question.change]) !== drawn.seen
}
