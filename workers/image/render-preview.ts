import { transfer } from 'comlink'
import type { RegionChange } from '#contracts/surfaces.ts'
import { finishesOf } from '#kernels/dress/finishes.ts'
import type { Finish, Look } from '#kernels/dress/look.ts'
import { type Prepared, prepareDress } from '#kernels/dress/prepare.ts'
import type { Raster } from '#kernels/raster.ts'
import { changeRegions, regionAt } from '#kernels/render/change-regions.ts'
import { finishOf, lookOfPlan, type Materials } from '#kernels/render/look-of-plan.ts'
import {
  dressPicture,
  lookAtPicture,
  ownFinishes,
  type Planned,
  paletteFor,
  planPicture,
  refinished,
  STYLE_SIDE,
  seeGlance,
  sourceFor,
} from '#kernels/render/render.ts'
import { usualBox } from '#kernels/seeing/room-box.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import type { Glance } from '#kernels/seeing/see.ts'
import type { ParamsOf } from '#ops/index.ts'
import { asSeen } from '#ops/transparency.ts'
import { decodeSmaller } from './decode.ts'
import { toCanvas } from './encode.ts'
import { Kept } from './kept.ts'
import { openLibrary } from './library.ts'
import { scale } from './scale.ts'
import type { KeyedFile, OpenLibrary, PointedRegion, RenderPreview } from './types.ts'

type Params = ParamsOf<'render'>

const glances = new Kept<{ image: Raster; glance: Glance }>()
const seenPicture = new Kept<Seen>()
const preparedPicture = new Kept<Prepared>()
const lookOfPicture = new Kept<{ planned: Planned; look: Look }>()

/** What was drawn last, to be pointed at. */
let drawn: {
  seen: Seen
  changes: readonly RegionChange[]
  finishes: readonly (Finish | null)[]
  names: Map<Finish, string>
} | null = null

async function openStyle(style: KeyedFile | null): Promise<Raster | null> {
  return style && asSeen('render', 'style', (await decodeSmaller(style.file, STYLE_SIDE)).raster)
}

/** A picture that is being worked on, with the changes of its regions. */
async function openPicture(source: KeyedFile, params: Params, side: number) {
  const lookedKey = JSON.stringify([source.key, side, params.setting, params.view, params.repair])
  const looked = await glances.get(lookedKey, async () => {
    const raster = asSeen('render', 'image', (await decodeSmaller(source.file, side)).raster)
    const { image } = sourceFor(raster, params, () => undefined)
    return { image, glance: lookAtPicture(image, params, () => undefined) }
  })
  const key = JSON.stringify([lookedKey, params.room])
  const found = await seenPicture.get(key, async () => seeGlance(looked.glance, params))
  return { key, image: looked.image, seen: changeRegions(found, params.regions) }
}

/** Where regions lie and what they are; what they are made of is no part of it. */
function shapesOf({ regions }: Params): RegionChange[] {
  return regions.flatMap((change): RegionChange[] => {
    if (!('x' in change)) return [change]
    const { x, y, label } = change
    return label ? [{ x, y, label }] : []
  })
}

/** A picture at half its size, ready to be dressed: a quarter of the work. */
async function prepareRoughly(image: Raster, seen: Seen): Promise<Prepared> {
  const [width, height] = [Math.ceil(image.width / 2), Math.ceil(image.height / 2)]
  return prepareDress(await scale(image, width, height), seen)
}

/**
 * A render at a small size, while single regions are changed: what was seen and read of the last picture is kept.
 * @param side longer side at most, px
 * @param quick where more than finishes has changed, the picture may be a rough one
 * @throws AppError what decoding throws
 */
export async function previewRender(
  source: KeyedFile,
  style: KeyedFile | null,
  params: Params,
  side: number,
  quick: boolean,
  openFiles: OpenLibrary,
): Promise<RenderPreview> {
  const { key, image, seen: changed } = await openPicture(source, params, side)
  const prepareKey = JSON.stringify([key, shapesOf(params)])
  const rough = quick && !preparedPicture.has(prepareKey)
  const read = rough
    ? await prepareRoughly(image, changed)
    : await preparedPicture.get(prepareKey, async () => prepareDress(image, changed))
  const prepared = refinished(read, changed)
  const { seen } = prepared
  const { materials: ids } = planPicture(prepared, params)
  const materials: Materials = await openLibrary(await openFiles(ids))
  const { regions: _, ...rest } = params
  const lookKey = JSON.stringify([key, rest, style?.key])
  const { planned, look } = await lookOfPicture.get(lookKey, async () => {
    const again = planPicture(prepared, params)
    return {
      planned: again,
      look: lookOfPlan(again.plan, materials, paletteFor(await openStyle(style), params)),
    }
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
  const finishes = finishesOf(seen, prepared.outlines, look, ownFinishes(seen, materials))
  drawn = { seen, changes: params.regions, finishes, names }
  const bitmap = toCanvas(picture).transferToImageBitmap()
  const { view } = seen
  const room = seen.setting === 'indoors' ? { view, box: seen.room ?? usualBox(view) } : null
  return transfer({ bitmap, width: image.width, height: image.height, rough, room }, [bitmap])
}

/** Whether another change would do anything to the regions of the last preview. */
export async function triesChange(change: RegionChange): Promise<boolean> {
  return drawn !== null && changeRegions(drawn.seen, [change]) !== drawn.seen
}

/** Colour of a region that is pointed at. */
const MARK = [217, 72, 43] as const

/** The region's border and a breath of colour over it. */
function outlineOf({ map, width, height }: Seen, id: number): Raster {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (map[i] !== id) continue
      const isEdge =
        x < 2 ||
        y < 2 ||
        x >= width - 2 ||
        y >= height - 2 ||
        map[i - 2] !== id ||
        map[i + 2] !== id ||
        map[i - 2 * width] !== id ||
        map[i + 2 * width] !== id
      data.set(MARK, 4 * i)
      data[4 * i + 3] = isEdge ? 235 : 46
    }
  return { width, height, data }
}

/** The region at a place of the last preview, parts of the sides; null before there was one. */
export async function pointAtRegion(x: number, y: number): Promise<PointedRegion | null> {
  if (!drawn) return null
  const { seen, changes, finishes, names } = drawn
  const id = regionAt(seen, x, y)
  const region = seen.regions[id]!
  const finish = finishes[id]
  const outline = toCanvas(outlineOf(seen, id)).transferToImageBitmap()
  const at = { x: region.at.x / seen.width, y: region.at.y / seen.height }
  const own = changes.flatMap((change, k) =>
    'x' in change && regionAt(seen, change.x, change.y) === id ? k : [],
  )
  const name = (finish && names.get(finish)) ?? null
  const stained = finish?.stain === true
  return transfer({ label: region.label, finish: name, stained, at, changes: own, outline }, [outline])
}
