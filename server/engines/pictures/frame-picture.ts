import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { pasteBack } from '#kernels/inpaint/paste-back.ts'
import { areaOf } from '#kernels/mask/area.ts'
import type { Raster } from '#kernels/raster.ts'
import { decodeRgba, fromRgba, openImage, withImageErrors } from '../local/decode.ts'
import type { Work, WorkResult } from '../local/protocol.ts'
import { type Frame, type Margins, planFrame } from './frame.ts'

type FrameWork = Extract<Work, { kind: 'frame' }>
type UnframeWork = Extract<Work, { kind: 'unframe' }>

/** Encoder quality of results in a photograph's own encoding, 1..100. */
const QUALITY = 95

/** Pixels of any number of channels. */
interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 4
}

const pipelineOf = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

async function pixelsOf(pipeline: Sharp, channels: 1 | 4): Promise<Pixels> {
  const space = channels === 1 ? 'b-w' : 'srgb'
  const { data, info } = await pipeline.toColourspace(space).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels }
}

const rasterOf = ({ data, width, height }: Pixels): Raster => ({
  width,
  height,
  data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
})

/** A picture with margins, which continue it as a mirror does. */
async function extended(path: string, margins: Margins | null): Promise<Pixels> {
  const decoded: Pixels = { ...(await decodeRgba(path)), channels: 4 }
  if (!margins) return decoded
  const { left, right, top, bottom } = margins
  if ((decoded.width + left + right) * (decoded.height + top + bottom) > LIMITS.pixels)
    throw new AppError('FILE_TOO_MANY_PIXELS', '扩展后的画面太大')
  return pixelsOf(pipelineOf(decoded).extend({ ...margins, extendWith: 'mirror' }), 4)
}

/** What is to be changed, 0..255 a pixel of the canvas; null for all of it. */
async function maskOf(
  path: string | null,
  margins: Margins | null,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array | null> {
  const { left, right, top, bottom } = margins ?? { left: 0, right: 0, top: 0, bottom: 0 }
  const own = { width: width - left - right, height: height - top - bottom }
  const painted = path && (await decodeRgba(path, own))
  if (!painted && !margins) return null
  const mask = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < own.height; y++)
    for (let x = 0; x < own.width; x++)
      mask[(y + top) * width + x + left] = painted ? painted.data[4 * (y * own.width + x)]! : 0
  return mask
}

/** A canvas cut and scaled as a frame says; what is around it continues it as a mirror does, or is `around`. */
async function intoFrame(canvas: Pixels, { window, inner, sent }: Frame, around: 'mirror' | 'nothing') {
  const cut = await pixelsOf(
    pipelineOf(canvas).extract(window).resize(inner.width, inner.height, { fit: 'fill' }),
    canvas.channels,
  )
  return pipelineOf(cut).extend({
    left: inner.left,
    right: sent.width - inner.width - inner.left,
    top: inner.top,
    bottom: sent.height - inner.height - inner.top,
    ...(around === 'mirror' ? { extendWith: 'mirror' } : { background: '#000' }),
  })
}

/** The mask of a framed picture: grey, white where it is to be changed, or clear there as OpenAI's interface has it. */
async function writeMask(canvas: Pixels, frame: Frame, { maskOut, maskAs }: FrameWork): Promise<void> {
  const framed = await intoFrame(canvas, frame, 'nothing')
  if (maskAs === 'grey') return void (await framed.toColourspace('b-w').png().toFile(maskOut))
  const { data, width, height } = await pixelsOf(framed, 1)
  const clear = Buffer.alloc(4 * width * height)
  for (let i = 0; i < data.length; i++) clear[4 * i + 3] = data[i]! > 127 ? 0 : 255
  await fromRgba({ data: clear, width, height }).png().toFile(maskOut)
}

/**
 * Writes a picture as a model takes it: upright, without metadata, of a size that the model makes; and its mask where a
 * part of it is to be changed.
 * @throws AppError INPUT_MISSING when nothing is painted, FILE_TOO_MANY_PIXELS, FILE_DAMAGED, DISK_FULL
 */
export function framePicture(work: FrameWork): Promise<WorkResult> {
  return withImageErrors(async () => {
    const { path, margins, made } = work
    const canvas = await extended(path, margins)
    const mask = await maskOf(work.mask, margins, canvas)
    const area = mask && areaOf(mask, canvas.width, canvas.height, 0)
    if (mask && !area)
      throw new AppError('INPUT_MISSING', margins ? '请先设定要扩展的边' : '还没有涂抹要处理的部分')
    const { left, right, top, bottom } = margins ?? { left: 0, right: 0, top: 0, bottom: 0 }
    const source = { width: canvas.width - left - right, height: canvas.height - top - bottom }
    const frame = planFrame(source, { margins, area, made })
    const flat = await pixelsOf(pipelineOf(canvas).flatten({ background: '#fff' }).ensureAlpha(), 4)
    await (await intoFrame(flat, frame, 'mirror')).removeAlpha().png({ compressionLevel: 6 }).toFile(work.out)
    if (mask) {
      const { width, height } = canvas
      await writeMask({ data: Buffer.from(mask), width, height, channels: 1 }, frame, work)
    }
    return { type: 'image/png', ...frame.sent, frame, masked: mask !== null }
  })
}

/** Writes the result in the encoding of its source: photographs stay JPEG or WebP, all else is PNG. */
async function writeLike(result: Pixels, work: UnframeWork, exact: boolean): Promise<WorkResult> {
  const { width, height } = result
  const { format } = await openImage(work.path).metadata()
  const picture = pipelineOf(result)
  // What was not to be changed is the source's to the bit.
  if (exact || (format !== 'jpeg' && format !== 'webp')) {
    const isOpaque = (await picture.clone().stats()).isOpaque
    const png = isOpaque ? picture.removeAlpha() : picture
    await writeFile(work.out, await png.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer())
    return { type: 'image/png', width, height }
  }
  const encoded =
    format === 'webp'
      ? picture.webp({ quality: QUALITY })
      : picture.removeAlpha().jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
  await writeFile(work.out, await encoded.toBuffer())
  return { type: `image/${format}`, width, height }
}

/**
 * Puts what a model made of a framed picture in its place: in the size of the source, or pasted into it where a part
 * was to be changed.
 * @throws AppError FILE_DAMAGED, DISK_FULL
 */
export function unframePicture(work: UnframeWork): Promise<WorkResult> {
  return withImageErrors(async () => {
    const { frame, margins } = work
    const { sent, inner, window } = frame
    // Some services make another size than was asked for.
    const made: Pixels = { ...(await decodeRgba(work.result, sent)), channels: 4 }
    const piece = await pixelsOf(
      pipelineOf(made).extract(inner).resize(window.width, window.height, { fit: 'fill' }),
      4,
    )
    const mask = work.mask || margins ? await maskOf(work.mask, margins, frame.canvas) : null
    if (!mask) return writeLike(piece, work, false)
    const canvas = await extended(work.path, margins)
    const base = rasterOf(canvas)
    pasteBack(base, rasterOf(piece), window, mask)
    const data = Buffer.from(base.data.buffer, base.data.byteOffset, base.data.byteLength)
    return writeLike({ ...canvas, data }, work, true)
  })
}
