import { resolve } from 'node:path'
import { AppError } from '#contracts/errors.ts'
import { type ParamsOf, paramsOf } from '#contracts/op-params.ts'
import {
  changeMaterial,
  type MaterialPicture,
  NothingCoveredError,
  UNMEASURED_MM,
} from '#kernels/retexture/apply.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { decodeRgba } from './decode.ts'
import { readMask, readPicture, savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

const LIBRARY = resolve(import.meta.dirname, '../../../public/materials')
/** Longer side that a tile is made from, px. */
const TILE_SIDE = 1190

type RetextureWork = Extract<Work, { kind: 'retexture' }>

async function readTile(path: string, shrink: boolean) {
  const { data, width, height } = await decodeRgba(path)
  const longer = Math.max(width, height)
  if (!shrink || longer <= TILE_SIDE) return { width, height, data: new Uint8ClampedArray(data) }
  const size = {
    width: Math.max(1, Math.round((width * TILE_SIDE) / longer)),
    height: Math.max(1, Math.round((height * TILE_SIDE) / longer)),
  }
  return { ...size, data: new Uint8ClampedArray((await decodeRgba(path, size)).data) }
}

/** The material's picture that came with the job, or the library's. */
async function openMaterial(
  { inputs }: RetextureWork,
  { material: id, tileMm }: ParamsOf<'retexture'>,
): Promise<MaterialPicture> {
  const style = inputs.find(({ role }) => role === 'style')
  if (style) {
    const repeats = tileMm !== null
    return { picture: await readTile(style.path, !repeats), repeatMm: tileMm ?? UNMEASURED_MM, repeats }
  }
  if (id.startsWith('own-'))
    throw new AppError('INPUT_MISSING', '自己添加的材质没有随任务送到，请重新选择这种材质再提交')
  const material = MATERIALS.find((one) => one.id === id)
  if (!material) throw new AppError('INPUT_MISSING', '还没有选择材质')
  const picture = await readTile(resolve(LIBRARY, `${material.id}.webp`), false)
  return { picture, repeatMm: material.repeatMm, repeats: true }
}

/**
 * Gives what is masked another material; in the encoding of its source.
 * @throws AppError INPUT_MISSING, FILE_TOO_SMALL, FILE_DAMAGED, DISK_FULL
 */
export async function runRetexture(work: RetextureWork, report: Report): Promise<WorkResult> {
  const params = paramsOf('retexture').parse(work.params)
  report(0.02, '读取图片')
  const photo = await readPicture(work)
  const mask = await readMask(work, photo)
  if (!mask) throw new AppError('INPUT_MISSING', '还没有涂抹要换材质的部分')
  const material = await openMaterial(work, params)
  if (Math.min(material.picture.width, material.picture.height) < 64)
    throw new AppError('FILE_TOO_SMALL', '材质图太小，每边至少要 64 像素')
  try {
    const made = changeMaterial(photo, mask, material, params, (done) =>
      report(0.05 + 0.87 * done, '铺设材质'),
    )
    report(0.94, '保存结果')
    const saved = await savePictureLikeSource(made.picture, work, work.out)
    return made.note ? { ...saved, note: made.note } : saved
  } catch (thrown) {
    if (thrown instanceof NothingCoveredError)
      throw new AppError('INPUT_MISSING', '还没有涂抹要换材质的部分', { cause: thrown })
    throw thrown
  }
}
