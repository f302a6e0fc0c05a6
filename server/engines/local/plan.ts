import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '#contracts/errors.ts'
import { fitPlan, planSize } from '#contracts/flatplan.ts'
import { KEYS } from '#kernels/ocr/keys.ts'
import { type ReadText, readTexts } from '#kernels/ocr/read-texts.ts'
import { dressPlan, fieldsOfDressed, paintDressed, readContent } from '#kernels/plan/colour-plan.ts'
import { darkenSheet, findDrawnPlan, textsOfDrawn } from '#kernels/plan/drawn-plan.ts'
import { noteOfPlan } from '#kernels/plan/dress-rooms.ts'
import { pictureOfInk, readInk } from '#kernels/plan/ink.ts'
import type { LaidMaterial } from '#kernels/plan/lay-floor.ts'
import { addPlanSvg } from '#kernels/plan/svg.ts'
import type { Raster } from '#kernels/raster.ts'
import { pyramidOf } from '#kernels/retexture/pyramid.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { decodeRgba, openImage, withImageErrors } from './decode.ts'
import { savePicture } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import { runNetwork } from './session.ts'
import type { Report } from './worker.ts'

type PlanWork = Extract<Work, { kind: 'flatplan' }>

const LIBRARY = resolve(import.meta.dirname, '../../../public/materials')
const EVEN = '#d8d4cc'

async function decode(path: string, size: { width: number; height: number }): Promise<Raster> {
  const { data, width, height } = await decodeRgba(path, size)
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) }
}

function read(picture: Raster, { find, read, threads }: PlanWork, report: Report): Promise<ReadText[]> {
  const run = (model: string) => (values: Float32Array, dims: readonly number[]) =>
    runNetwork({ model, threads }, values, dims)
  return readTexts(picture, { find: run(find), read: run(read), keys: KEYS }, (done) =>
    report(0.1 + 0.3 * done, '识别房间名'),
  )
}

async function openMaterials(ids: ReadonlySet<string>): Promise<Map<string, LaidMaterial>> {
  const opened = new Map<string, LaidMaterial>()
  for (const id of ids) {
    const material = MATERIALS.find((one) => one.id === id)
    if (!material) continue
    const { data, width, height } = await decodeRgba(resolve(LIBRARY, `${id}.webp`))
    const pyramid = pyramidOf({ width, height, data: new Uint8ClampedArray(data) })
    opened.set(id, { pyramid, repeatMm: material.repeatMm })
  }
  return opened
}

/**
 * Colours a line plan; PNG.
 * @throws AppError INPUT_MISSING, NO_ROOMS, FILE_DAMAGED, DISK_FULL
 */
export async function runFlatplan(work: PlanWork, report: Report): Promise<WorkResult> {
  const params: ParamsOf<'flatplan'> = paramsOf('flatplan').parse(work.params)
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  report(0.02, '读取图纸')
  const { autoOrient } = await withImageErrors(() => openImage(source.path).metadata())
  const ink = readInk(await decode(source.path, fitPlan(autoOrient)))
  const drawn = findDrawnPlan(await readFile(source.path))
  const texts = textsOfDrawn(drawn, ink) ?? (await read(pictureOfInk(ink), work, report))
  report(0.42, '查找墙体与房间')
  const plan = readContent(ink, texts, params, drawn)
  if (plan.rooms.length === 0) throw new AppError('NO_ROOMS')
  const colourOf = (id: string) => MATERIALS.find((one) => one.id === id)?.colour ?? EVEN
  const dressed = dressPlan(plan, params, colourOf)
  const materials = await openMaterials(new Set(dressed.materials))
  report(0.55, '铺设地面')
  const fields = fieldsOfDressed(dressed, texts)
  const whole = await decode(source.path, planSize(autoOrient, params.side))
  const drawing = drawn ? darkenSheet(whole) : whole
  const { picture, svg } = paintDressed(dressed, fields, materials, drawing, texts, params, (done) =>
    report(0.58 + 0.34 * done, '铺设地面'),
  )
  report(0.93, '保存结果')
  const saved = await savePicture(picture, work.out)
  await writeFile(work.out, addPlanSvg(await readFile(work.out), svg()))
  return { ...saved, note: noteOfPlan(plan) }
}
