import { AppError } from '#contracts/errors.ts'
import { OPS } from '#ops/index.ts'
import { runOp } from '#ops/run-op.ts'
import { readHead } from './head.ts'
import { largeAlone } from './large-alone.ts'
import { BrowserPlatform, type Means } from './platform.ts'
import type { OnProgress, RunMade, RunWork } from './types.ts'

/** Refuses a picture that this device would work on for minutes. */
async function refuseLarge({ op, params }: RunWork, file: Blob): Promise<void> {
  const most = OPS[op].devicePixels?.(params) ?? null
  if (most === null) return
  const { width, height } = await readHead(file, '')
  if (width * height <= most) return
  const [megapixels, limit] = [width * height, most].map((pixels) => Math.round(pixels / 1e5) / 10)
  throw new AppError(
    'FILE_TOO_MANY_PIXELS',
    `图片 ${megapixels} MP，本机最多${OPS[op].title} ${limit} MP 的图片，请改用本地引擎`,
  )
}

/**
 * Carries out an operation in a worker.
 * @throws AppError what the operation throws, FILE_TOO_MANY_PIXELS
 */
export async function runWith(work: RunWork, means: Means, onProgress: OnProgress): Promise<RunMade> {
  const { op, params, inputs } = work
  const source = inputs.find(({ role }) => role === 'image')?.file
  if (!source) throw new AppError('INPUT_MISSING')
  await refuseLarge(work, source)
  const carryOut = async (_source: Blob, report: OnProgress): Promise<RunMade> => {
    const io = new BrowserPlatform(op, inputs, means)
    const { pictures, ...rest } = await runOp(op, { io, params, report })
    const files = pictures.map(({ bytes, type, ...facts }) => {
      return { ...facts, blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type }) }
    })
    return { ...rest, pictures: files }
  }
  // What keeps the size of its source holds all of a large one.
  const { keepsSize, light } = OPS[op]
  return (keepsSize && !light ? largeAlone(carryOut) : carryOut)(source, onProgress)
}
