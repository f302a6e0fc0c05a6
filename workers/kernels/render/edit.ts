import { AppError } from '#contracts/errors.ts'
import type { Look } from '#kernels/dress/look.ts'
import { type Prepared, prepareDress } from '#kernels/dress/prepare.ts'
import { gaussianBlur } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Label, Region } from '#kernels/seeing/scene.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import { planRender, readingOf } from '#ops/render/plan.ts'
import type { Wish } from '#ops/render/words.ts'
import { lookOfPlan, materialsIn } from './look-of-plan.ts'
import {
  dressPicture,
  paletteFor,
  preparePicture,
  type RenderSource,
  type Report,
  seePicture,
} from './render.ts'

export interface EditSource extends RenderSource {
  /** What is marked, 0..255 a pixel, of the picture's size. */
  mask: Uint8Array
}

type FinishWish = Extract<Wish, { kind: 'finish' }>

/** Kinds of wishes that are for single regions, or add nothing. */
const LOCAL: ReadonlySet<Wish['kind']> = new Set(['finish', 'absent'])
/** What is drawn as what it is, whatever it is made of. */
const OWN_KINDS: ReadonlySet<Label> = new Set(['sky', 'opening', 'water', 'vegetation'])
/** Part of a region that has to be marked for it to be meant, or part of the mark that it takes. */
const MEANT = 0.3
/** Softness of the border, part of the longer side. */
const FEATHER = 0.0022

/** The wish of each region that the words are for, by its id. */
type Wished = ReadonlyMap<number, FinishWish>

/**
 * What the marked regions become: what was said of their label, else what was said of none that is meant. Those are meant
 * that the mark covers or that it mostly lies on, and all others of their label; what it only brushes is not.
 */
function wishedOf({ map, seen }: Prepared, mask: Uint8Array, wishes: readonly FinishWish[]): Wished {
  const inside = new Uint32Array(seen.regions.length)
  let all = 0
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! < 128) continue
    inside[map[i]!]!++
    all++
  }
  const pixels = new Uint32Array(seen.regions.length)
  for (const id of map) pixels[id]!++
  const marked = seen.regions.filter(({ id }) => inside[id]! > 0)
  const most = marked.reduce((best, { id }) => Math.max(best, inside[id]!), 0)
  const isMeant = ({ id }: Region) => inside[id]! === most || inside[id]! > MEANT * Math.min(pixels[id]!, all)
  const labels = new Set(marked.filter(isMeant).map(({ label }) => label))
  const rest = wishes.find((wish) => !wish.told || !wish.labels.some((label) => labels.has(label)))
  return new Map(
    marked.flatMap(({ id, label }) => {
      const named = wishes.find((wish) => wish.told && wish.labels.includes(label))
      const wish = named ?? (labels.has(label) ? rest : undefined)
      return wish ? [[id, wish] as const] : []
    }),
  )
}

/** A region with what is wished for it; what was taken for something of its own kind becomes what the wish is for. */
function changed(region: Region, wish: FinishWish): Region {
  const isOther = OWN_KINDS.has(region.label) && !wish.labels.includes(region.label)
  return { ...region, label: isOther ? (wish.labels[0] ?? region.label) : region.label, finish: wish.finish }
}

/** A picture whose regions are made of what is wished for them. */
function withWished(before: Prepared, wished: Wished): Prepared {
  const { regions } = before.seen
  const made = regions.map((region) => {
    const wish = wished.get(region.id)
    return wish ? changed(region, wish) : region
  })
  const seen = { ...before.seen, regions: made }
  // What regions are made of moves none of them: all that was read still holds, unless one was a sky or a pane.
  const isSame = made.every(({ id, label }) => label === regions[id]!.label)
  return isSame ? { ...before, seen } : prepareDress(before.image, seen)
}

/** What is marked of the regions that become something else. */
function withinWished({ map }: Prepared, mask: Uint8Array, wished: Wished): Uint8Array {
  return mask.map((value, i) => (wished.has(map[i]!) ? value : 0))
}

/** The picture with another one where it is marked, softly at the border; alpha is the picture's. */
function blend(image: Raster, made: Raster, mask: Uint8Array): Raster {
  const { width, height } = image
  const share = Float32Array.from(mask, (value) => value / 255)
  const soft = Math.max(0.8, FEATHER * Math.max(width, height))
  gaussianBlur(share, width, height, soft, new Float32Array(share.length))
  const data = new Uint8ClampedArray(image.data)
  for (let i = 0; i < share.length; i++) {
    const t = share[i]!
    if (t < 0.002) continue
    for (let c = 0; c < 3; c++) {
      const own = image.data[4 * i + c]!
      data[4 * i + c] = own + t * (made.data[4 * i + c]! - own)
    }
  }
  return { width, height, data }
}

/**
 * Refuses an edit of which neither words nor style nor style picture tell what the marked part is to become.
 * @param hasPicture whether there is a style picture
 * @throws AppError NOTHING_WANTED
 */
export function refuseNothing(params: ParamsOf<'render'>, hasPicture: boolean): void {
  const isAsked = readingOf(params).understood.some(({ wish }) => wish.kind !== 'absent')
  if (!isAsked && !params.style && !hasPicture) throw new AppError('NOTHING_WANTED')
}

/**
 * Renders what is marked of a picture and leaves the rest as it is, pixel for pixel: materials and colours of the
 * words go to what is marked, whatever it is taken for; light and weather stay unless words ask for others.
 * @returns the picture at its size, and a Chinese note on what was understood
 * @throws AppError NOTHING_WANTED
 */
export async function editPicture(
  source: EditSource,
  edit: ParamsOf<'edit'>,
  report: Report,
): Promise<{ picture: Raster; note: string }> {
  const params = paramsOf('render').parse(edit)
  refuseNothing(params, source.style !== null)
  report(0.04, '识别画面')
  const seen = await seePicture(source, params, report)
  report(0.36, '读取光影')
  return editPrepared(source, preparePicture(source.image, seen, params), params, report)
}

/** The same on a picture that was made ready before, without any changes of its regions; see refuseNothing. */
export async function editPrepared(
  { image, mask, style, open }: Omit<EditSource, 'segment'>,
  before: Prepared,
  params: ParamsOf<'render'>,
  report: Report,
): Promise<{ picture: Raster; note: string }> {
  const { seen } = before
  // As of a photograph: what is asked for is a part, in the light that the picture has.
  const plan = planRender(params, { setting: seen.setting, photo: true })
  const { understood, left } = plan.reading
  const wishes = understood.flatMap(({ wish, not }) => (wish.kind === 'finish' && !not ? [wish] : []))
  const wished = wishedOf(before, mask, wishes)
  const prepared = withWished(before, wished)
  const finishes = [...Object.values(plan.finishes).flat(), ...wishes.map(({ finish }) => finish)]
  report(0.45, '取用材质')
  const materials = await open(materialsIn(finishes))
  const whole = lookOfPlan(plan, materials, paletteFor(style, params))
  // Who marks a photograph's furniture and picks a style wants it otherwise.
  const look: Look = params.style ? { ...whole, asked: [...(whole.asked ?? []), 'furniture'] } : whole
  const made = dressPicture(prepared, look, params, materials, report)
  const words = [...new Set(understood.map(({ what }) => what))]
  const note = [
    ...(words.length > 0 ? [`已听懂：${words.join('、')}`] : [`按${plan.style.title}风格`]),
    ...(left.length > 0 ? [`需要生成引擎：${left.join('、')}`] : []),
  ]
  // A style, a light or a palette is for all that is marked, a material only for what it was asked for.
  const isForAll =
    wished.size === 0 || params.style || style || understood.some(({ wish }) => !LOCAL.has(wish.kind))
  const where = isForAll ? mask : withinWished(before, mask, wished)
  return { picture: blend(image, made, where), note: note.join('；') }
}
