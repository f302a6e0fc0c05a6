import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '#contracts/errors.ts'
import { scenePicture } from '#contracts/scenes.ts'
import { AMBIENCE_SIDE, composeOn, noteOf, prepareSubject } from '#kernels/composite/compose.ts'
import { cutByMask, isCutOut } from '#kernels/composite/cut.ts'
import { fitWithin } from '#kernels/matting/cut.ts'
import type { Raster } from '#kernels/raster.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import { decodeRgba } from './decode.ts'
import { runMatting } from './matting.ts'
import { readMask, readPicture, savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

type CompositeWork = Extract<Work, { kind: 'composite' }>

const PUBLIC = resolve(import.meta.dirname, '../../../public')

async function readRaster(path: string, size?: { width: number; height: number }): Promise<Raster> {
  const { data, width, height } = await decodeRgba(path, size)
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) }
}

/** The subject by the network, as the op `matting` cuts it out. */
async function cutByNetwork(work: CompositeWork, report: Report): Promise<Raster> {
  const out = `${work.out}.cut.png`
  const inputs = work.inputs.filter(({ role }) => role === 'image')
  try {
    await runMatting({ ...work, kind: 'matting', inputs, params: {}, out }, (value, step) =>
      report(0.7 * value, step),
    )
    return await readRaster(out)
  } finally {
    await rm(out, { force: true })
  }
}

/** By the mask that was painted, by the picture's own transparency, or by the network. */
async function cutSubject(work: CompositeWork, picture: Raster, report: Report): Promise<Raster> {
  const mask = await readMask(work, picture)
  if (!mask) return isCutOut(picture) ? picture : cutByNetwork(work, report)
  cutByMask(picture, mask)
  return picture
}

async function readScene({ inputs }: CompositeWork, { ground, scene }: ParamsOf<'composite'>) {
  if (ground !== 'scene') return null
  const own = inputs.find(({ role }) => role === 'scene')
  const picture = await readRaster(own?.path ?? `${PUBLIC}${scenePicture(scene)}`)
  return { picture, own: own !== undefined }
}

/**
 * Sets a picture's subject on another ground; in the encoding of its source.
 * @throws AppError INPUT_MISSING, NO_SUBJECT, FILE_DAMAGED, DISK_FULL
 */
export async function runComposite(work: CompositeWork, report: Report): Promise<WorkResult> {
  const params = paramsOf('composite').parse(work.params)
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  report(0.02, '读取图片')
  const picture = await readPicture(work)
  const original = await readRaster(source.path, fitWithin(picture, AMBIENCE_SIDE))
  const subject = prepareSubject(await cutSubject(work, picture, report), original)
  report(0.72, '合成')
  const made = composeOn(subject, await readScene(work, params), params)
  report(0.94, '保存结果')
  const saved = await savePictureLikeSource(made, work, work.out)
  const note = noteOf(subject, params)
  return note ? { ...saved, note } : saved
}
