import { transfer } from 'comlink'
import { AppError } from '#contracts/errors.ts'
import { type DrawnPlan, PLAN_READ_SIDE } from '#contracts/flatplan.ts'
import { flatten } from '#kernels/alpha.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { dressPlan, fieldsOfDressed, paintDressed, readContent } from '#kernels/plan/colour-plan.ts'
import { darkenSheet, findDrawnPlan } from '#kernels/plan/drawn-plan.ts'
import { noteOfPlan } from '#kernels/plan/dress-rooms.ts'
import type { Fields } from '#kernels/plan/fields.ts'
import { type Ink, readInk } from '#kernels/plan/ink.ts'
import { areaOfRoom, nameOfRoom } from '#kernels/plan/letters.ts'
import { outlineOfRoom } from '#kernels/plan/outlines.ts'
import type { Plan } from '#kernels/plan/read-plan.ts'
import { findPlanSvg } from '#kernels/plan/svg.ts'
import type { Raster } from '#kernels/raster.ts'
import { coloursOf, openFloors } from '#ops/flatplan/materials.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decodeSmaller } from './decode.ts'
import { toCanvas } from './encode.ts'
import { openLibrary } from './library.ts'
import { pixelsOfRaster } from './pixels.ts'
import { resample } from './scale.ts'
import type { KeyedFile, OpenLibrary, PlanPreview } from './types.ts'

type Params = ParamsOf<'flatplan'>

const materialsOf = (open: OpenLibrary) => ({
  materials: async (ids: readonly string[]) => openLibrary(ids.length > 0 ? await open([...ids]) : []),
})

const drawnOf = async (file: Blob): Promise<DrawnPlan | null> =>
  findDrawnPlan(new Uint8Array(await file.arrayBuffer()))

/**
 * A coloured plan in vectors, which its file holds.
 * @throws AppError FILE_DAMAGED for a file of another origin
 */
export async function planAsSvg(file: Blob): Promise<Blob> {
  const svg = findPlanSvg(new Uint8Array(await file.arrayBuffer()))
  if (!svg) throw new AppError('FILE_DAMAGED', '这个文件里没有矢量图，请用原图再生成一次')
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** What the last preview read: the next one is most often of the same plan. */
let read: { key: string; ink: Ink; drawing: Raster; drawn: DrawnPlan | null } | null = null
let understood: { key: string; plan: Plan } | null = null
let shaded: { key: string; fields: Fields } | null = null

async function readOnce(source: KeyedFile, side: number) {
  const key = `${source.key} ${side}`
  if (read?.key === key) return read
  const { raster } = await decodeSmaller(source.file, PLAN_READ_SIDE)
  const paper = flatten(raster)
  const scale = Math.min(1, side / Math.max(paper.width, paper.height))
  const [width, height] = [Math.round(paper.width * scale), Math.round(paper.height * scale)]
  const drawn = await drawnOf(source.file)
  const ink = readInk(paper)
  const whole = scale < 1 ? await resample(pixelsOfRaster(paper, true), width, height) : paper
  read = { key, ink, drawing: drawn ? darkenSheet(whole) : whole, drawn }
  return read
}

/**
 * A coloured plan at a small size, and its rooms; what was read of the last one is kept.
 * @param side longer side at most, px
 * @throws AppError NO_ROOMS, and what decoding throws
 */
export async function previewPlan(
  source: KeyedFile,
  texts: readonly ReadText[],
  params: Params,
  side: number,
  open: OpenLibrary,
): Promise<PlanPreview> {
  const { ink, drawing, drawn, key: readKey } = await readOnce(source, side)
  const key = JSON.stringify([readKey, texts.length, params.content, params.ruler])
  if (understood?.key !== key) understood = { key, plan: readContent(ink, texts, params, drawn) }
  const { plan } = understood
  if (plan.rooms.length === 0) throw new AppError('NO_ROOMS')
  const io = materialsOf(open)
  const dressed = dressPlan(plan, params, await coloursOf(io, params))
  const materials = await openFloors(io, dressed.materials)
  const kinds = JSON.stringify([key, dressed.rooms.map((room) => room.kind)])
  if (shaded?.key !== kinds) shaded = { key: kinds, fields: fieldsOfDressed(dressed, texts) }
  const { picture } = paintDressed(dressed, shaded.fields, materials, drawing, texts, params)
  const bitmap = toCanvas(picture).transferToImageBitmap()
  const { width, height } = plan.ink
  const rooms = dressed.rooms.map((room) => ({
    id: room.id,
    name: nameOfRoom(plan, room),
    kind: room.kind,
    material: dressed.floors.get(room.id)?.material ?? '',
    area: plan.measure.from === 'guess' ? null : areaOfRoom(plan, room),
    x: (room.middle[0] + 0.5) / width,
    y: (room.middle[1] + 0.5) / height,
    outline: outlineOfRoom(plan, room),
  }))
  const facts = { width: picture.width, height: picture.height, measured: plan.measure.from }
  return transfer({ bitmap, ...facts, rooms, note: noteOfPlan(plan) }, [bitmap])
}
