import { transfer } from 'comlink'
import { AppError } from '#contracts/errors.ts'
import { type DrawnPlan, fitPlan, PLAN_READ_SIDE, planSize } from '#contracts/flatplan.ts'
import { flatten } from '#kernels/alpha.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { dressPlan, fieldsOfDressed, paintDressed, readContent } from '#kernels/plan/colour-plan.ts'
import { darkenSheet, findDrawnPlan, textsOfDrawn } from '#kernels/plan/drawn-plan.ts'
import { noteOfPlan } from '#kernels/plan/dress-rooms.ts'
import type { Fields } from '#kernels/plan/fields.ts'
import { type Ink, pictureOfInk, readInk } from '#kernels/plan/ink.ts'
import type { LaidMaterial } from '#kernels/plan/lay-floor.ts'
import { areaOfRoom, nameOfRoom } from '#kernels/plan/letters.ts'
import { outlineOfRoom } from '#kernels/plan/outlines.ts'
import type { Plan } from '#kernels/plan/read-plan.ts'
import { addPlanSvg, findPlanSvg } from '#kernels/plan/svg.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Pyramid, pyramidOf } from '#kernels/retexture/pyramid.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decode, decodeSmaller } from './decode.ts'
import { encodeAsPng, toCanvas } from './encode.ts'
import { openLibrary } from './library.ts'
import { pixelsOfRaster } from './pixels.ts'
import { resample } from './scale.ts'
import type { KeyedFile, LibraryFile, Noted, OnProgress, OpenLibrary, PlanPreview } from './types.ts'

type Params = ParamsOf<'flatplan'>

const EVEN = '#d8d4cc'
const pyramids = new WeakMap<Raster, Pyramid>()

function pyramidFor(picture: Raster): Pyramid {
  const known = pyramids.get(picture) ?? pyramidOf(picture)
  pyramids.set(picture, known)
  return known
}

/** Materials ready to lay; one whose picture is not to be had is laid in its colour. */
async function openMaterials(files: readonly LibraryFile[]): Promise<Map<string, LaidMaterial>> {
  const opened = new Map<string, LaidMaterial>()
  for (const [id, { picture }] of await openLibrary(files))
    if (picture) opened.set(id, { pyramid: pyramidFor(picture.picture), repeatMm: picture.repeatMm })
  return opened
}

/** Colours of the materials that the user gave to rooms. */
async function coloursOf({ changes }: Params, open: OpenLibrary): Promise<(id: string) => string> {
  const ids = [...new Set(changes.flatMap(({ material }) => material || []))]
  const files = ids.length > 0 ? await open(ids) : []
  return (id) => files.find((one) => one.id === id)?.colour ?? EVEN
}

const drawnOf = async (file: Blob): Promise<DrawnPlan | null> =>
  findDrawnPlan(new Uint8Array(await file.arrayBuffer()))

/** See ImageWorker.drawnTexts. */
export async function drawnTexts(file: Blob): Promise<ReadText[] | null> {
  const drawn = await drawnOf(file)
  if (!drawn) return null
  const { width, height } = await decodeSmaller(file, PLAN_READ_SIDE)
  return textsOfDrawn(drawn, fitPlan({ width, height }))
}

/** Lines of a plan as a picture on white paper, for the networks that read its texts. */
export async function planPaper(file: Blob): Promise<Noted> {
  const { raster } = await decodeSmaller(file, PLAN_READ_SIDE)
  const paper = pictureOfInk(readInk(flatten(raster)))
  return { blob: await encodeAsPng(paper), width: paper.width, height: paper.height, note: '' }
}

/**
 * Colours a line plan; PNG.
 * @param texts what was read in the picture that planPaper gave
 * @throws AppError NO_ROOMS, and what decoding throws
 */
export async function colourPlan(
  file: Blob,
  texts: readonly ReadText[],
  params: Params,
  open: OpenLibrary,
  onProgress: OnProgress,
): Promise<Noted> {
  onProgress(0.05, '正在查找墙体与房间')
  const small = await decodeSmaller(file, PLAN_READ_SIDE)
  const drawn = await drawnOf(file)
  const plan = readContent(readInk(flatten(small.raster)), texts, params, drawn)
  if (plan.rooms.length === 0) throw new AppError('NO_ROOMS')
  onProgress(0.3, '正在铺设地面')
  const dressed = dressPlan(plan, params, await coloursOf(params, open))
  const materials = await openMaterials(await open(dressed.materials))
  const fields = fieldsOfDressed(dressed, texts)
  const { width, height } = planSize(small, params.side)
  const whole = await resample(pixelsOfRaster(flatten((await decode(file)).raster), true), width, height)
  const drawing = drawn ? darkenSheet(whole) : whole
  const { picture, svg } = paintDressed(dressed, fields, materials, drawing, texts, params, (done) =>
    onProgress(0.4 + 0.5 * done, '正在铺设地面'),
  )
  onProgress(0.92, '正在保存')
  const png = new Uint8Array(await (await encodeAsPng(picture)).arrayBuffer())
  const blob = new Blob([addPlanSvg(png, svg())], { type: 'image/png' })
  return { blob, width, height, note: noteOfPlan(plan) }
}

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
  const dressed = dressPlan(plan, params, await coloursOf(params, open))
  const materials = await openMaterials(await open(dressed.materials))
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
