import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { AppError } from '#contracts/errors.ts'
import { OPS, type ParamsOf } from '#contracts/ops.ts'
import { cutOut, ESTIMATE_SIDE, estimateGround, layOnColour } from '#kernels/nn/foreground.ts'
import {
  correctMask,
  hasSubject,
  ISNET_SIDE,
  isnetInput,
  isnetMask,
  maskPlane,
  measureMask,
} from '#kernels/nn/isnet.ts'
import { dropSpecks } from '#kernels/nn/specks.ts'
import { type Decoded, decodeRgba, fromRgba, withImageErrors } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

type MattingWork = Extract<Work, { kind: 'matting' }>

// Kept between jobs: loading costs as much as a third of a run.
let loaded: { model: string; threads: number; session: Promise<InferenceSession> } | null = null

function loadSession(model: string, threads: number): Promise<InferenceSession> {
  if (loaded?.model === model && loaded.threads === threads) return loaded.session
  const session = InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Its plan doubles the memory on the second run (2.1 GB against 1.2 GB) and gains no time.
    enableMemPattern: false,
    graphOptimizationLevel: 'all',
  })
  loaded = { model, threads, session }
  return session
}

/** The network's mask at 1024 × 1024. */
async function findSubject(image: Decoded, work: MattingWork): Promise<Uint8Array> {
  const squeezed = await fromRgba(image)
    .removeAlpha()
    .resize(ISNET_SIDE, ISNET_SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const session = await loadSession(work.model, work.threads)
  const input = new Tensor('float32', isnetInput(squeezed, 3), [1, 3, ISNET_SIDE, ISNET_SIDE])
  const answers = await session.run({ [session.inputNames[0] as string]: input })
  const output = answers[session.outputNames[0] as string]
  if (!output || !(output.data instanceof Float32Array)) throw new Error('isnet: unexpected output')
  const mask = isnetMask(output.data)
  dropSpecks(mask, ISNET_SIDE)
  return mask
}

/** Enlarges a mask to the picture's size. */
async function resizeMask(mask: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const { data, info } = await sharp(mask, { raw: { width: ISNET_SIDE, height: ISNET_SIDE, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 1) throw new Error('mask: expected one channel')
  return data
}

async function applyStrokes(mask: Uint8Array, path: string, { width, height }: Decoded): Promise<void> {
  const strokes = await decodeRgba(path, { width, height })
  correctMask(mask, strokes.data)
}

/** What was transparent in the source stays transparent. */
function keepHoles(mask: Uint8Array, rgba: Uint8Array): void {
  for (let i = 0; i < mask.length; i++) {
    const own = rgba[i * 4 + 3] as number
    if (own !== 255) mask[i] = Math.round(((mask[i] as number) * own) / 255)
  }
}

async function estimate(image: Decoded, mask: Uint8Array) {
  const scale = Math.min(1, ESTIMATE_SIDE / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
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

function parseColour(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Bounds to crop to: the subject and a margin of 2 %. */
function cropOf(mask: Uint8Array, { width, height }: Decoded) {
  const subject = measureMask(mask, width, height)
  const margin = Math.round(Math.max(subject.width, subject.height) * 0.02)
  const left = Math.max(0, subject.left - margin)
  const top = Math.max(0, subject.top - margin)
  return {
    left,
    top,
    width: Math.min(width, subject.left + subject.width + margin) - left,
    height: Math.min(height, subject.top + subject.height + margin) - top,
  }
}

async function encode(
  image: Decoded,
  mask: Uint8Array,
  params: ParamsOf<'matting'>,
  out: string,
): Promise<WorkResult> {
  if (params.ground !== 'transparent') {
    layOnColour(image.data, params.ground === 'white' ? [255, 255, 255] : parseColour(params.colour))
  }
  let result = fromRgba(image)
  if (params.ground !== 'transparent') result = result.removeAlpha()
  if (params.trim) result = result.extract(cropOf(mask, image))
  const { width, height } = await result.png({ compressionLevel: 4, adaptiveFiltering: true }).toFile(out)
  return { type: 'image/png', width, height }
}

/**
 * Cuts a picture's subject out: IS-Net's mask, the user's strokes over it, ground colour taken out of the edge.
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
  const mask = await resizeMask(found, image.width, image.height)
  const strokes = work.inputs.find(({ role }) => role === 'mask')
  if (strokes) await applyStrokes(mask, strokes.path, image)
  keepHoles(mask, image.data)
  if (!hasSubject(measureMask(mask, image.width, image.height))) {
    throw new AppError(
      'ENGINE_FAILED',
      '没有找到明确的主体。请换一张主体清晰的图；整栋建筑请先裁切，或用画笔涂出要保留的部分',
    )
  }
  cutOut(image.data, mask, image.width, image.height, await estimate(image, mask))
  report(0.9, '保存结果')
  return withImageErrors(() => encode(image, mask, params, work.out))
}
