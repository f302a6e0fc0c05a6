import sharp from 'sharp'
import { AppError } from '#contracts/errors.ts'
import { OPS, type ParamsOf } from '#contracts/ops.ts'
import { cropOf, fitWithin, groundColour, keepHoles, refuseEmpty } from '#kernels/nn/cut.ts'
import { cutOut, ESTIMATE_SIDE, estimateGround, layOnColour } from '#kernels/nn/foreground.ts'
import { correctMask, ISNET_SIDE, isnetInput, isnetMask, maskPlane } from '#kernels/nn/isnet.ts'
import { REFINE_SIDE, refineEdges } from '#kernels/nn/refine.ts'
import { dropSpecks } from '#kernels/nn/specks.ts'
import { type Decoded, decodeRgba, fromRgba, withImageErrors } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'
import { runNetwork } from './session.ts'
import type { Report } from './worker.ts'

type MattingWork = Extract<Work, { kind: 'matting' }>

/** The network's mask at 1024 × 1024. */
async function findSubject(image: Decoded, work: MattingWork): Promise<Uint8Array> {
  const squeezed = await fromRgba(image)
    .removeAlpha()
    .resize(ISNET_SIDE, ISNET_SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const output = await runNetwork(work, isnetInput(squeezed, 3), [1, 3, ISNET_SIDE, ISNET_SIDE])
  const mask = isnetMask(output)
  dropSpecks(mask, ISNET_SIDE)
  return mask
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
  refineEdges({ ...size, data: pixels }, mask)
  return isWhole ? mask : resizeMask(mask, size, { width, height })
}

async function applyStrokes(mask: Uint8Array, path: string, { width, height }: Decoded): Promise<void> {
  const strokes = await decodeRgba(path, { width, height })
  correctMask(mask, strokes.data)
}

async function estimate(image: Decoded, mask: Uint8Array) {
  const { width, height } = fitWithin(image, ESTIMATE_SIDE)
  const small = { fit: 'fill', kernel: 'linear' } as const
  const [pixels, alpha] = await Promise.all([
    fromRgba(image).removeAlpha().resize(width, height, small).raw().toBuffer(),
    sharp(mask, { raw: { width: image.width, height: image.height, channels: 1 } })
      .resize(width, height, small)
      .extractChannel(0)
      .raw()
      .toBuffer(),
  ])
  return estimateGround(pixels, maskPlane(alpha, width, height).data, width, height)
}

async function encode(
  image: Decoded,
  mask: Uint8Array,
  params: ParamsOf<'matting'>,
  out: string,
): Promise<WorkResult> {
  const ground = groundColour(params)
  if (ground) layOnColour(image.data, ground)
  let result = fromRgba(image)
  if (ground) result = result.removeAlpha()
  if (params.trim) result = result.extract(cropOf(mask, image))
  const { width, height } = await result.png({ compressionLevel: 4, adaptiveFiltering: true }).toFile(out)
  return { type: 'image/png', width, height }
}

/**
 * Cuts a picture's subject out: IS-Net's mask, refined at its edges, the user's strokes over it, ground colour taken out of the edge.
 * @throws AppError ENGINE_FAILED when there is no clear subject, FILE_DAMAGED, DISK_FULL
 */
export async function runMatting(work: MattingWork, report: Report): Promise<WorkResult> {
  const params = OPS.matting.params.parse(work.params)
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  report(0.02, '读取图片')
  const image = await decodeRgba(source.path)
  report(0.08, '识别主体')
  const found = await findSubject(image, work)
  report(0.75, '提取边缘')
  const mask = await enlarge(found, image)
  const strokes = work.inputs.find(({ role }) => role === 'mask')
  if (strokes) await applyStrokes(mask, strokes.path, image)
  keepHoles(mask, image.data)
  refuseEmpty(mask, image)
  cutOut(image.data, mask, image.width, image.height, await estimate(image, mask))
  report(0.9, '保存结果')
  return withImageErrors(() => encode(image, mask, params, work.out))
}
