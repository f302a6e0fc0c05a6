import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { AppError } from '#contracts/errors.ts'
import { maskOfPicture } from '#kernels/mask/from-picture.ts'
import { fitWithin, keepHoles, MASK_CHUNK, refuseEmpty } from '#kernels/matting/cut.ts'
import { finishCut } from '#kernels/matting/finish-cut.ts'
import { cutOut } from '#kernels/matting/foreground.ts'
import { correctMask, ISNET_SIDE, isnetInput, isnetMask } from '#kernels/matting/isnet.ts'
import { maskPointed } from '#kernels/matting/pointed.ts'
import { REFINE_SIDE, refineSeen } from '#kernels/matting/refine.ts'
import { dropSpecks } from '#kernels/matting/specks.ts'
import { insertChunk } from '#kernels/png-chunks.ts'
import type { Raster } from '#kernels/raster.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import { findingOf } from '#ops/matting/finding.ts'
import { type Decoded, decodeRgba, fromRgba, withImageErrors } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'
import { runNetwork } from './session.ts'
import type { Report } from './worker.ts'

type MattingWork = Extract<Work, { kind: 'matting' }>
type Params = ParamsOf<'matting'>

const rasterOf = ({ data, width, height }: Decoded): Raster => ({
  width,
  height,
  data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
})

/** The network's opinion of a picture that is squeezed to its square. */
async function look(squeezed: Uint8Array, work: MattingWork): Promise<Uint8Array> {
  const output = await runNetwork(work, isnetInput(squeezed, 3), [1, 3, ISNET_SIDE, ISNET_SIDE])
  const mask = isnetMask(output)
  dropSpecks(mask, ISNET_SIDE)
  return mask
}

/** The network's mask at 1024 × 1024. */
async function findSubject(image: Decoded, work: MattingWork): Promise<Uint8Array> {
  const squeezed = await fromRgba(image)
    .removeAlpha()
    .resize(ISNET_SIDE, ISNET_SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return look(squeezed, work)
}

interface Size {
  width: number
  height: number
}

async function resizeMask(mask: Uint8Array, from: Size, { width, height }: Size): Promise<Uint8Array> {
  const { data, info } = await sharp(mask, { raw: { ...from, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 1) throw new Error('mask: expected one channel')
  return data
}

/** The network's mask at the picture's size, its edges found anew in the picture. */
async function enlarge(found: Uint8Array, image: Decoded): Promise<Uint8Array> {
  const { width, height } = image
  const size = fitWithin({ width, height }, REFINE_SIDE)
  const isWhole = size.width === width && size.height === height
  const mask = await resizeMask(found, { width: ISNET_SIDE, height: ISNET_SIDE }, size)
  const pixels = isWhole
    ? image.data
    : await fromRgba(image)
        .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
        .raw()
        .toBuffer()
  refineSeen({ ...size, data: pixels }, mask)
  return isWhole ? mask : resizeMask(mask, size, { width, height })
}

/** What stays of a picture, 0..255 a pixel, however it was told; see findingOf. */
async function findMask(
  image: Decoded,
  work: MattingWork,
  params: Params,
  report: Report,
): Promise<Uint8Array> {
  const painted = work.inputs.find(({ role }) => role === 'mask')
  const strokes = painted && rasterOf(await decodeRgba(painted.path, image))
  const finding = findingOf(params, strokes !== undefined)
  if (finding === 'painted' && strokes) return maskOfPicture(strokes)
  report(0.08, '识别主体')
  if (finding === 'pointed') {
    const shown = strokes ? maskOfPicture(strokes) : null
    return maskPointed(rasterOf(image), params.things, shown, async (squeezed) => {
      const seen = await look(squeezed, work)
      report(0.75, '提取边缘')
      return seen
    })
  }
  const found = await findSubject(image, work)
  report(0.75, '提取边缘')
  const mask = await enlarge(found, image)
  if (strokes) correctMask(mask, strokes.data)
  return mask
}

async function encode(image: Decoded, mask: Uint8Array, params: Params, out: string): Promise<WorkResult> {
  const { width, height } = image
  const box = finishCut(rasterOf(image), mask, params)
  let result = fromRgba(image)
  if (params.ground !== 'transparent') result = result.removeAlpha()
  if (box) result = result.extract(box)
  const png = await result
    .png({ compressionLevel: 4, adaptiveFiltering: true })
    .toBuffer({ resolveWithObject: true })
  const kept = await sharp(mask, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer()
  await writeFile(out, insertChunk(png.data, MASK_CHUNK, kept))
  const made = { type: 'image/png', width: png.info.width, height: png.info.height }
  return box ? { ...made, trim: { left: box.left, top: box.top, width, height } } : made
}

/**
 * Cuts a picture's subject out: IS-Net's mask, of the whole picture or of what was pointed at, refined at its edges,
 * the user's strokes over it, ground colour taken out of the edge; with a shadow and on a ground, as asked.
 * @throws AppError NO_SUBJECT when there is no clear subject, FILE_DAMAGED, DISK_FULL
 */
export async function runMatting(work: MattingWork, report: Report): Promise<WorkResult> {
  const params = paramsOf('matting').parse(work.params)
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  report(0.02, '读取图片')
  const image = await decodeRgba(source.path)
  const mask = await findMask(image, work, params, report)
  keepHoles(mask, image.data)
  refuseEmpty(mask, image)
  cutOut(image.data, mask, image.width, image.height)
  report(0.9, '保存结果')
  return withImageErrors(() => encode(image, mask, params, work.out))
}
