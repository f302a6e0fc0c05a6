import { wordsOfNotes } from '#kernels/relight/notes.ts'
import { relight } from '#kernels/relight/relight.ts'
import { namePlaces } from '#kernels/seeing/name-places.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import { readNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'

/** Gives a picture another time of day, weather or season, within its mask where it has one. */
export const run: Run<'relight'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { raster } = await readNeeded(io, 'image')
  const mask = await io.mask(raster)
  report(0.05, '识别画面')
  const setting = params.scene === 'auto' ? undefined : params.scene
  const places = await namePlaces(raster, keptSegmenter(io.network('seeing')), setting)
  const made = relight(raster, mask, params, places, (done) => report(0.2 + 0.7 * done, '转换氛围'))
  report(0.92, '保存结果')
  return { pictures: [await io.encodeLike(made.picture)], note: wordsOfNotes(made.notes) }
}
