import { AMBIENCE_SIDE, composeOn, noteOf, prepareSubject } from '#kernels/composite/compose.ts'
import { cutByMask, isCutOut } from '#kernels/composite/cut.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decode, decodeSmaller } from './decode.ts'
import { encodeAsPng, encodeLike } from './encode.ts'
import { readHead } from './head.ts'
import { inkOf } from './ink.ts'
import type { Encoded, Noted, OnProgress } from './types.ts'

/** Whether a picture still has its ground: its own transparency says where the subject is otherwise. */
export async function hasGround(file: Blob): Promise<boolean> {
  const head = await readHead(file, '')
  if (head.type === 'image/jpeg') return true
  return !isCutOut((await decodeSmaller(file, AMBIENCE_SIDE)).raster)
}

/**
 * Cuts out what is painted; PNG of the same size.
 * @param mask white is kept
 * @throws AppError NO_SUBJECT when nothing is painted, and what decoding throws
 */
export async function cutPainted(file: Blob, mask: Blob): Promise<Encoded> {
  const { raster } = await decode(file)
  const { width, height } = raster
  cutByMask(raster, await inkOf(mask, width, height))
  return { blob: await encodeAsPng(raster), width, height }
}

/**
 * Sets a picture's subject on another ground; JPEG, WebP or PNG like the source.
 * @param cut the picture cut out, of the same size
 * @param scene picture of the ground; null for plain ones
 * @throws AppError NO_SUBJECT when the cut-out is empty, and what decoding throws
 */
export async function composite(
  file: Blob,
  cut: Blob,
  scene: { file: Blob; own: boolean } | null,
  params: ParamsOf<'composite'>,
  onProgress: OnProgress,
): Promise<Noted> {
  onProgress(0.05, '正在读取图片')
  const { type } = await readHead(file, '')
  const original = (await decodeSmaller(file, AMBIENCE_SIDE)).raster
  const subject = prepareSubject((await decode(cut)).raster, original)
  const picture = scene && params.ground === 'scene' ? (await decode(scene.file)).raster : null
  onProgress(0.4, '正在合成')
  const made = composeOn(subject, scene && picture && { picture, own: scene.own }, params)
  onProgress(0.85, '正在保存')
  const blob = await encodeLike(made, type)
  return { blob, width: made.width, height: made.height, note: noteOf(subject, params) }
}
