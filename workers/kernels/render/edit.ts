import type { ParamsOf } from '#contracts/op-params.ts'
import { paramsOf } from '#contracts/op-params.ts'
import { planRender } from '#contracts/render-plan.ts'
import type { Wish } from '#contracts/render-words.ts'
import type { RegionSet } from '#contracts/surfaces.ts'
import type { Prepared } from '#kernels/dress/prepare.ts'
import { gaussianBlur } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Region, Seen } from '#kernels/seeing/scene.ts'
import { changeRegions } from './change-regions.ts'
import { lookOfPlan, materialsIn } from './look-of-plan.ts'
import {
  dressPicture,
  paletteFor,
  preparePicture,
  type RenderSource,
  type Report,
  seePicture,
} from './render.ts'

/** Words, style and style picture say nothing of what the marked part is to become. */
export class NothingWantedError extends Error {}

export interface EditSource extends RenderSource {
  /** What is marked, 0..255 a pixel, of the picture's size. */
  mask: Uint8Array
}

type FinishWish = Extract<Wish, { kind: 'finish' }>

/** Part of a region that has to be marked for it to be meant, or part of the mark that it takes. */
const MEANT = 0.3
/** Softness of the border, part of the longer side. */
const FEATHER = 0.0022

/** The regions that are marked. */
function markedRegions({ map, width, height, regions }: Seen, mask: Uint8Array, image: Raster): Region[] {
  const inside = new Float64Array(regions.length)
  let all = 0
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * image.height) / height) * image.width
    for (let x = 0; x < width; x++, i++) {
      if (mask[row + Math.floor(((x + 0.5) * image.width) / width)]! < 128) continue
      inside[map[i]!]!++
      all++
    }
  }
  return regions.filter(({ id, pixels }) => inside[id]! > MEANT * Math.min(pixels, Math.max(1, all)))
}

/** What each marked region becomes: what was said of its label, else what was said first. */
function changesOf(seen: Seen, marked: readonly Region[], wishes: readonly FinishWish[]): RegionSet[] {
  const first = wishes[0]
  if (!first) return []
  return marked.map(({ at, label }) => {
    const { finish } = wishes.find(({ labels, told }) => told && labels.includes(label)) ?? first
    return { x: Math.min(1, at.x / seen.width), y: Math.min(1, at.y / seen.height), finish }
  })
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
 * Renders what is marked of a picture and leaves the rest as it is, pixel for pixel: materials and colours of the
 * words go to what is marked, whatever it is taken for; light and weather stay unless words ask for others.
 * @returns the picture at its size, and a Chinese note on what was understood
 * @throws NothingWantedError
 */
export async function editPicture(
  source: EditSource,
  edit: ParamsOf<'edit'>,
  report: Report,
): Promise<{ picture: Raster; note: string }> {
  report(0.04, '识别画面')
  const params = paramsOf('render').parse(edit)
  const seen = seePicture(source.image, params, report)
  report(0.36, '读取光影')
  return editPrepared(source, preparePicture(source.image, seen, params), params, report)
}

/**
 * The same on a picture that was made ready before, without any changes of its regions.
 * @throws NothingWantedError
 */
export async function editPrepared(
  { image, mask, style, open }: EditSource,
  before: Prepared,
  params: ParamsOf<'render'>,
  report: Report,
): Promise<{ picture: Raster; note: string }> {
  const { seen } = before
  // As of a photograph: what is asked for is a part, in the light that the picture has.
  const plan = planRender(params, { setting: seen.setting, photo: true })
  const { understood, left } = plan.reading
  const wishes = understood.flatMap(({ wish, not }) => (wish.kind === 'finish' && !not ? [wish] : []))
  const isAsked = understood.some(({ wish }) => wish.kind !== 'absent')
  if (!isAsked && !params.style && !style) throw new NothingWantedError()
  // What regions are made of moves none of them: all that was read still holds.
  const regions = changesOf(seen, markedRegions(seen, mask, image), wishes)
  const prepared = { ...before, seen: changeRegions(seen, regions) }
  const finishes = [...Object.values(plan.finishes).flat(), ...wishes.map(({ finish }) => finish)]
  report(0.45, '取用材质')
  const materials = await open(materialsIn(finishes))
  const look = lookOfPlan(plan, materials, paletteFor(style, params))
  const made = dressPicture(prepared, look, params, materials, report)
  const words = [...new Set(understood.map(({ what }) => what))]
  const note = [
    ...(words.length > 0 ? [`已听懂：${words.join('、')}`] : [`按${plan.style.title}风格`]),
    ...(left.length > 0 ? [`需要生成引擎：${left.join('、')}`] : []),
  ]
  return { picture: blend(image, made, mask), note: note.join('；') }
}
