import { AppError } from '#contracts/errors.ts'
import { MOST_SIDE, REDUCED, STYLE_SIDE } from '#kernels/render/render.ts'
import { makeViews, NoViewsError } from '#kernels/views/make-views.ts'
import { paramsOf } from '#ops/index.ts'
import { openLibraryMaterials } from './material.ts'
import { savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import { readWithin } from './render.ts'
import type { Report } from './worker.ts'

/**
 * Makes new views of one picture; in the encoding of its source, at most MOST_SIDE px in the longer side. The first
 * lies where the work says, the others beside it.
 * @throws AppError INPUT_MISSING, NO_VIEWS, FILE_DAMAGED, FILE_TOO_MANY_PIXELS, DISK_FULL
 */
export async function runViews(work: Extract<Work, { kind: 'views' }>, report: Report): Promise<WorkResult> {
  const params = paramsOf('views').parse(work.params)
  report(0.02, '读取图片')
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  const reference = work.inputs.find(({ role }) => role === 'style')
  const { reduced, ...image } = await readWithin(source.path, MOST_SIDE)
  const style = reference ? await readWithin(reference.path, STYLE_SIDE) : null
  const made: Required<WorkResult>['more'] = []
  try {
    const note = await makeViews(
      { image, style, open: openLibraryMaterials },
      params,
      async (picture, title) => {
        const path = made.length === 0 ? work.out : `${work.out}.${made.length}`
        made.push({ ...(await savePictureLikeSource(picture, work, path)), path, title })
      },
      report,
    )
    const [first, ...more] = made
    if (!first) throw new AppError('NO_VIEWS')
    return { ...first, more, note: reduced ? `${note}；${REDUCED}` : note }
  } catch (thrown) {
    if (thrown instanceof NoViewsError) throw new AppError('NO_VIEWS', thrown.words, { cause: thrown })
    throw thrown
  }
}
