import { AppError } from '#contracts/errors.ts'
import { makeViews, NoViewsError } from '#kernels/views/make-views.ts'
import type { Run, RunResult } from '../platform.ts'
import { readPictures } from '../render/read-pictures.ts'

/**
 * Makes new views of one picture, at most MOST_SIDE px in the longer side.
 * @throws AppError NO_VIEWS
 */
export const run: Run<'views'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { noted, ...pictures } = await readPictures(io)
  const made: RunResult['pictures'] = []
  try {
    const note = await makeViews(
      pictures,
      params,
      async (picture, title) => {
        made.push({ ...(await io.encodeLike(picture)), title })
      },
      report,
    )
    return { pictures: made, note: noted(note) }
  } catch (thrown) {
    if (thrown instanceof NoViewsError) throw new AppError('NO_VIEWS', thrown.words, { cause: thrown })
    throw thrown
  }
}
