import { AppError } from '#contracts/errors.ts'
import {
  changeMaterial,
  type MaterialPicture,
  NothingCoveredError,
  UNMEASURED_MM,
} from '#kernels/retexture/apply.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import { openLibraryMaterial, readTile } from './material.ts'
import { readMask, readPicture, savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

type RetextureWork = Extract<Work, { kind: 'retexture' }>

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
  const material = await openLibraryMaterial(id)
  if (!material) throw new AppError('INPUT_MISSING', '还没有选择材质')
  return material.picture
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
