import { flatten } from '#kernels/alpha.ts'
import { type Attempt, searchQuality, searchScale } from '#kernels/compress/search.ts'
import { fitInside } from '#kernels/fit-inside.ts'
import { joinBytes } from '#kernels/join-bytes.ts'
import { labelOf, withLabel } from '#kernels/metadata/ai-label.ts'
import { profileOf, stripMetadata, tell } from '#kernels/metadata/metadata.ts'
import type { Raster } from '#kernels/raster.ts'
import type { ParamsOf } from '#ops/index.ts'
import { countFrames, type Decoded, decode, decodeSmaller, inflate, standsDoubtfully } from './decode.ts'
import { deflate, encodeAsPng, encodeCanvas, encodeLike, type OutputType, toCanvas } from './encode.ts'
import type { Head } from './head.ts'
import { scale } from './scale.ts'
import type { Encoded, OnProgress } from './types.ts'

type Params = ParamsOf<'compress'>

/** A compressed picture; see Compressed in ops/platform.ts. */
interface CompressResult extends Encoded {
  quality: number
  note: string
}

const TYPES = { jpeg: 'image/jpeg', webp: 'image/webp', png: 'image/png' } as const
/** Types that no browser writes become their nearest that one does. */
const STAND_INS: Record<string, OutputType> = { 'image/avif': 'image/webp', 'image/gif': 'image/png' }
const NAMES: Record<string, string> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/avif': 'AVIF',
}

/** Type that the result gets; `keep` keeps the source's. */
export function outputType(format: Params['format'], source: string): OutputType {
  if (format !== 'keep') return TYPES[format]
  return STAND_INS[source] ?? (source as OutputType)
}

/** What a result tells of itself: how large it is printed, and which colours its numbers stand for. */
interface Manner {
  /** Pixels an inch; 0 for none. */
  density: number
  /** ICC profile; null for sRGB. */
  profile: Uint8Array<ArrayBuffer> | null
  /** XMP of the label of what was generated; null where the source has none. */
  label: string | null
}

async function told(blob: Blob, manner: Manner): Promise<Blob> {
  if (manner.density <= 0 && !manner.profile && !manner.label) return blob
  const told = await tell(new Uint8Array(await blob.arrayBuffer()), manner, deflate)
  const bytes = manner.label ? withLabel(told, manner.label) : told
  return new Blob([bytes], { type: blob.type })
}

/** The file without places and camera data. */
async function stripped(file: Blob, { type, orientation, density }: Head): Promise<Blob> {
  const parts = stripMetadata(new Uint8Array(await file.arrayBuffer()), { orientation, density })
  return new Blob([joinBytes(parts)], { type })
}

/** The source without places and camera data, upright everywhere, when nothing smaller could be made of it. */
async function original(file: Blob, { head, width, height }: Decoded, note: string): Promise<CompressResult> {
  const { type, density } = head
  const blob = standsDoubtfully(head)
    ? await told(await encodeLike((await decode(file)).raster, type), { density, profile: null, label: null })
    : await stripped(file, head)
  return { blob, width, height, quality: 100, note }
}

/** Encodes one raster at several qualities, keeping the canvas between them. */
function encoderOf(raster: Raster, type: OutputType, manner: Manner): (quality: number) => Promise<Blob> {
  if (type === 'image/png') return async (quality) => told(await encodeAsPng(raster, quality), manner)
  const canvas = toCanvas(type === 'image/jpeg' ? flatten(raster) : raster)
  return async (quality) => told(await encodeCanvas(canvas, type, quality), manner)
}

interface Made extends Attempt<Blob> {
  width: number
  height: number
  reached: boolean
}

/** Largest quality, then largest size in pixels, that stays within `target` bytes. */
async function meetSize(
  raster: Raster,
  { type, manner }: { type: OutputType; manner: Manner },
  target: number,
  onProgress: OnProgress,
): Promise<Made> {
  const { width, height } = raster
  const step = '正在寻找合适的质量'
  const byQuality = await searchQuality(encoderOf(raster, type, manner), target, type === 'image/png', (p) =>
    onProgress(0.3 + 0.4 * p, step),
  )
  if (byQuality.blob.size <= target) return { ...byQuality, width, height, reached: true }
  const found = await searchScale(byQuality, target, Math.min(width, height), async (factor, quality) => {
    onProgress(0.8, '正在缩小尺寸')
    const size = fitInside({ width, height }, Math.round(Math.max(width, height) * factor))
    const smaller = await scale(raster, size.width, size.height)
    return { blob: await encoderOf(smaller, type, manner)(quality), quality, ...size }
  })
  return { ...(found ?? { ...byQuality, width, height }), reached: (found ?? byQuality).blob.size <= target }
}

/** What the user should know about the result. */
function noteOf(
  decoded: Decoded,
  type: OutputType,
  params: Params,
  frames: number,
  made: Made,
  capped: Raster,
  profile: Manner['profile'],
): string {
  const notes: string[] = []
  const source = decoded.head.type
  if (frames > 1) notes.push('动图只保留了第一帧')
  if (params.format === 'keep' && source !== type)
    notes.push(`${NAMES[source] ?? '原格式'} 已转为 ${NAMES[type]}`)
  if (params.keepProfile && !profile) notes.push('原图没有可保留的 RGB 色彩配置，按 sRGB 保存')
  if (made.width < capped.width) notes.push(`为达到目标大小，尺寸缩小到 ${made.width} × ${made.height}`)
  if (!made.reached) notes.push(`已尽力压缩，仍大于 ${params.targetKb} KB`)
  return notes.join('；')
}

/**
 * Compresses a picture to a quality or to a size. The result is never larger than the source: where it
 * would be, the source comes back without its metadata, and the note says so. Colours are sRGB, or the source's with
 * its profile on wish; orientation is applied, and of the metadata only the resolution survives.
 * @throws AppError FILE_ errors of the source, DEVICE_FAILED
 */
export async function compress(file: Blob, params: Params, onProgress: OnProgress): Promise<CompressResult> {
  onProgress(0.02, '正在读取图片')
  const longest = params.maxSide > 0 ? params.maxSide : undefined
  const profile = params.keepProfile
    ? await profileOf(new Uint8Array(await file.arrayBuffer()), inflate)
    : null
  const colours = profile ? 'stored' : 'srgb'
  const decoded = longest ? await decodeSmaller(file, longest, '', colours) : await decode(file, '', colours)
  const { head } = decoded
  const label = labelOf(new Uint8Array(await file.arrayBuffer()))
  const manner: Manner = { density: head.density, profile, label }
  const frames = await countFrames(file, head.type)
  if (frames > 1 && params.format === 'keep') return original(file, decoded, '动图保持原样')
  const type = outputType(params.format, head.type)
  const shrinks = longest !== undefined && Math.max(decoded.width, decoded.height) > longest
  const target = params.mode === 'size' ? params.targetKb * 1000 : Number.POSITIVE_INFINITY
  if (params.mode === 'size' && type === head.type && !shrinks && file.size <= target) {
    return original(file, decoded, '原图已小于目标大小')
  }
  const { raster } = decoded
  onProgress(0.3, '正在压缩')
  const made: Made =
    params.mode === 'size'
      ? await meetSize(raster, { type, manner }, target, onProgress)
      : {
          blob: await encoderOf(raster, type, manner)(params.quality),
          quality: params.quality,
          width: raster.width,
          height: raster.height,
          reached: true,
        }
  onProgress(1, '完成')
  if (made.blob.size >= file.size) {
    const why = type === head.type ? '已是最小，没有再压缩' : `转成 ${NAMES[type]} 会变大，没有转换`
    return original(file, decoded, why)
  }
  const note = noteOf(decoded, type, params, frames, made, raster, profile)
  const { blob, width, height, quality } = made
  return { blob, width, height, quality, note }
}
