import { AMBIENCE_SIDE, composeOn, noteOf, prepareSubject } from '#kernels/composite/compose.ts'
import type { ParamsOf } from '../index.ts'
import { readNeeded } from '../inputs.ts'
import type { NetworksOf, Platform, Run } from '../platform.ts'
import { cutSubject, subjectFrom } from './subject.ts'

export const networksOf: NetworksOf<'composite'> = async ({ io }) =>
  (await subjectFrom(io)) === 'network' ? ['isnet'] : []

/** The user's own picture of the ground, or the built-in scene's; null for plain grounds. */
async function readScene(io: Platform, { ground, scene }: ParamsOf<'composite'>) {
  if (ground !== 'scene') return null
  const own = await io.read('scene')
  return { picture: own ? own.raster : await io.scene(scene), own: own !== null }
}

/**
 * Sets a picture's subject on another ground.
 * @throws AppError INPUT_MISSING, NO_SUBJECT
 */
export const run: Run<'composite'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { raster: original } = await readNeeded(io, 'image', { maxSide: AMBIENCE_SIDE })
  const subject = prepareSubject(await cutSubject(io, await subjectFrom(io), report), original)
  report(0.72, '合成')
  const made = composeOn(subject, await readScene(io, params), params)
  report(0.94, '保存结果')
  return { pictures: [await io.encodeLike(made)], note: noteOf(subject, params) }
}
