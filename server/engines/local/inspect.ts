import { readFile } from 'node:fs/promises'
import { LUT_TYPE } from '#contracts/asset.ts'
import { parseCube } from '#kernels/grade/cube.ts'
import { isConverted } from '#kernels/read/convert.ts'
import { checkImageFile, checkPixels, sniff } from '#kernels/sniff.ts'
import { convertPicture } from './convert.ts'
import { openImage, translateImageError } from './decode.ts'
import { drawDrawing } from './drawing.ts'
import type { Work, WorkResult } from './protocol.ts'
import { readHead } from './read-head.ts'

/**
 * Finds out whether a file is a picture (or a model, a colour table, or a drawing) that the tools can work with,
 * by decoding all of it.
 * @returns its true type and, of a picture, its size after EXIF orientation
 * A picture that engines do not read becomes one that they do.
 * @throws AppError one of the FILE_ errors, LUT_INVALID, NO_LINES, DRAWING_TOO_COMPLEX
 */
export async function inspect(work: Extract<Work, { kind: 'inspect' }>): Promise<WorkResult> {
  const head = await readHead(work.path)
  const { kind } = sniff(head, work.size)
  if (kind === 'dxf' || kind === 'svg') return drawDrawing(kind, work.path, work.out)
  const sniffed = checkImageFile(head, work.size, work.name, true)
  if (sniffed.type.startsWith('model/')) return { type: sniffed.type, width: 0, height: 0 }
  if (sniffed.type === LUT_TYPE) {
    parseCube(await readFile(work.path, 'utf8'))
    return { type: LUT_TYPE, width: 0, height: 0 }
  }
  if (isConverted(kind)) return convertPicture(kind, work.path, work.out)
  try {
    const { autoOrient } = await openImage(work.path).metadata()
    checkPixels(autoOrient.width, autoOrient.height)
    // A tiny copy still needs every byte of the file, and holds little.
    await openImage(work.path).resize(32, 32, { fit: 'inside' }).raw().toBuffer()
    return { type: sniffed.type, width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    throw translateImageError(error)
  }
}
