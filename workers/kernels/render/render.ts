import type { StructureReport } from '#contracts/structure.ts'
import { dress } from '#kernels/dress/dress.ts'
import { unsureRegions } from '#kernels/dress/finishes.ts'
import type { Finish, Look, Palette } from '#kernels/dress/look.ts'
import { type Prepared, prepareDress } from '#kernels/dress/prepare.ts'
import type { Raster } from '#kernels/raster.ts'
import { roomInPixels } from '#kernels/seeing/room-box.ts'
import type { Region, Seen, Setting } from '#kernels/seeing/scene.ts'
import { type Glance, lookAt, nameScene } from '#kernels/seeing/see.ts'
import type { Segmenter } from '#kernels/segmentation/segment.ts'
import { reportOn } from '#kernels/structure/changes.ts'
import { compareStructure } from '#kernels/structure/compare.ts'
import { placesOf } from '#kernels/structure/places.ts'
import { structureWords } from '#kernels/structure/words.ts'
import type { ParamsOf } from '#ops/index.ts'
import { planRender, type RenderPlan } from '#ops/render/plan.ts'
import { changeRegions } from './change-regions.ts'
import { finishOf, lookOfPlan, type Materials, materialsIn, paletteOfPicture } from './look-of-plan.ts'
import { noteOf } from './notes.ts'
import { repairPhoto } from './repair.ts'

type Params = ParamsOf<'render'>

/** Longer side of a render at most, px. */
export const MOST_SIDE = 2048
/** Said of a source that was larger. */
export const REDUCED = `长边按 ${MOST_SIDE} 像素渲染，可再放大`
/** Longer side that is enough of a style picture, px. */
export const STYLE_SIDE = 512

/** Told 0..1, and what is being done in Chinese. */
export type Report = (part: number, step: string) => void

/** Views that are taken from the air. */
const FROM_ABOVE = new Set(['view-bird', 'view-half', 'view-top', 'view-axon'])

function settingOf({ setting, view }: Params): Setting | undefined {
  if (FROM_ABOVE.has(view)) return 'above'
  return setting === 'auto' ? undefined : setting
}

/** A picture that was looked at, with what it is to be. */
export interface Planned {
  prepared: Prepared
  plan: RenderPlan
  /** Materials that have to be at hand. */
  materials: string[]
}

/** The picture that is rendered: as it is, or repaired where that is asked for; with a note on the repair. */
export function sourceFor(
  image: Raster,
  { repair }: Pick<Params, 'repair'>,
  report: Report,
): { image: Raster; repaired: string } {
  if (!repair) return { image, repaired: '' }
  const { picture, note } = repairPhoto(image, (done) => report(0.02 + 0.1 * done, '修复照片'))
  return { image: picture, repaired: note }
}

/** A picture that is looked at. */
export interface SeenSource {
  /** Upright, any size. */
  image: Raster
  /** Asked for photographs alone. */
  segment: Segmenter
}

/** Looks at a picture; what of it was drawn by hand is not seen yet. */
export function lookAtPicture(
  { image, segment }: SeenSource,
  params: Params,
  report: Report,
): Promise<Glance> {
  const setting = settingOf(params)
  const progress = (part: number) => report(0.04 + 0.3 * part, '识别画面')
  return lookAt(image, { ...(setting ? { setting } : {}), progress, segment })
}

/** Sees what a picture that was looked at shows, in the room that was drawn by hand if there is one. */
export function seeGlance(glance: Glance, { room }: Pick<Params, 'room'>): Seen {
  const isRoom = room && glance.setting === 'indoors'
  return nameScene(glance, isRoom ? roomInPixels(room, glance.sight) : null)
}

/** Sees what a picture shows. */
export async function seePicture(source: SeenSource, params: Params, report: Report): Promise<Seen> {
  return seeGlance(await lookAtPicture(source, params, report), params)
}

/** A picture ready to be dressed, with what the user did to its regions. */
export function preparePicture(image: Raster, seen: Seen, params: Params): Prepared {
  return prepareDress(image, changeRegions(seen, params.regions))
}

/** A picture ready to be dressed with the finishes that the user gave its regions since, which move none of them. */
export function refinished(prepared: Prepared, { regions }: Seen): Prepared {
  const own = prepared.seen.regions.map(({ finish: _, ...region }) => {
    const { finish } = regions[region.id]!
    return finish ? { ...region, finish } : region
  })
  return { ...prepared, seen: { ...prepared.seen, regions: own } }
}

/** Decides what is to become of a picture. */
export function planPicture(prepared: Prepared, params: Params): Planned {
  const { seen, source } = prepared
  const plan = planRender(params, { setting: seen.setting, photo: source.kind === 'photo' })
  const own = seen.regions.flatMap(({ finish }) => finish ?? [])
  return { prepared, plan, materials: materialsIn([...Object.values(plan.finishes).flat(), ...own]) }
}

/** Finishes that were given to single regions, by their id. */
export function ownFinishes({ regions }: Seen, materials: Materials): Map<number, Finish> {
  const own = new Map<number, Finish>()
  for (const { id, finish } of regions) {
    const made = finish && finishOf(finish, materials)
    if (made) own.set(id, made)
  }
  return own
}

/** The palette of a style picture; null where there is none or it is not to count. */
export function paletteFor(style: Raster | null, params: Params): Palette | null {
  return style && !params.ignoreWordAndImage ? paletteOfPicture(style, params.ipaPlus) : null
}

/**
 * How sure a name is at least that is taken at a first press. On 88 photographs with reference label maps .40 of what may take a
 * finish then does, 28 things that are to stay take one as well, and 45 photographs have no such thing and no surface in part;
 * with every name it is .89, 125 and 18 (`npm run bench -- finishes` counts by itself: .20, 14 and 72).
 */
const LIKELY = 0.5

/** What of a picture stays as it is for want of a sure name. */
export interface Unsure {
  /** Its part of the picture, 0..1. */
  share: number
  /** Its regions, the largest first. */
  regions: readonly Region[]
  /** Those whose likeliest names are taken next: the likely ones, and when there is none, all. */
  next: readonly Region[]
}

/** Finds what of a picture stays as it is for want of a sure name. */
export function unsureIn({ seen }: Prepared, look: Look, materials: Materials): Unsure {
  const regions = unsureRegions(seen, look, ownFinishes(seen, materials)).toSorted(
    (one, other) => other.pixels - one.pixels,
  )
  const likely = regions.filter(({ sure }) => sure >= LIKELY)
  return {
    share: regions.reduce((sum, { pixels }) => sum + pixels, 0) / seen.map.length,
    regions,
    next: likely.length > 0 ? likely : regions,
  }
}

/** Dresses a picture in a look, with what was set of its regions; at the size of its source. */
export function dressPicture(
  prepared: Prepared,
  look: Look,
  params: Params,
  materials: Materials,
  report: Report = () => undefined,
): Raster {
  const { strength, lock, seed } = params
  const finishes = ownFinishes(prepared.seen, materials)
  return dress(prepared, look, { strength, lock: lock === 1, seed, finishes }, (part) =>
    report(0.5 + 0.42 * part, '铺材质与光'),
  )
}

/** What a render is made of. */
export interface RenderSource extends SeenSource {
  /** Null where there is none. */
  style: Raster | null
  /** Opens materials of the library by their ids; those that are not in it are left out. */
  open: (ids: readonly string[]) => Promise<Materials>
}

/** A picture that was rendered. */
interface Rendered {
  picture: Raster
  /** In Chinese: how much of its lines is kept, what was understood, and what was seen. */
  note: string
  structure: StructureReport
}

/**
 * Renders a picture: sees it, decides what it is to be, and dresses it without moving anything. The same picture,
 * parameters and materials give the same result; time grows with its size.
 * @returns the picture at the size of its source (smaller where its repair has set it upright)
 */
export async function renderPicture(source: RenderSource, params: Params, report: Report): Promise<Rendered> {
  const { image, repaired } = sourceFor(source.image, params, report)
  report(0.04, '识别画面')
  const upright = { ...source, image }
  const made = await renderSeen(upright, await seePicture(upright, params, report), params, report)
  return repaired ? { ...made, note: `${repaired}；${made.note}` } : made
}

/** The same for a picture that was seen already. */
export async function renderSeen(
  { image, style, open }: Omit<RenderSource, 'segment'>,
  seen: Seen,
  params: Params,
  report: Report,
): Promise<Rendered> {
  report(0.36, '读取光影')
  const { prepared, plan, materials: ids } = planPicture(preparePicture(image, seen, params), params)
  report(0.45, '取用材质')
  const materials = await open(ids)
  const look = lookOfPlan(plan, materials, paletteFor(style, params))
  const picture = dressPicture(prepared, look, params, materials, report)
  report(0.92, '核对结构')
  const places = placesOf(changeRegions(seen, params.regions))
  const structure = reportOn(compareStructure(image, picture), places)
  const isFurnished = seen.regions.some(({ label, sure }) => label === 'furniture' && sure < 1)
  const keepsFurniture = seen.kind === 'photo' && isFurnished && !plan.asked.includes('furniture')
  const unsure = unsureIn(prepared, look, materials).share
  const note = noteOf({ plan, seen: prepared.seen, params, materials, keepsFurniture, unsure })
  return { picture, note: `${structureWords(structure.share)}；${note}`, structure }
}
