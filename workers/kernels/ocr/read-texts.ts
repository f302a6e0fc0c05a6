import { scaledTo } from '#kernels/raster/resample.ts'
import type { Raster } from '#kernels/raster.ts'
import { detectionInput, type TextBox, textBoxes } from './find-texts.ts'
import { decodeLine, lineInput } from './read-line.ts'

/** A line of text that was read. */
export interface ReadText extends TextBox {
  text: string
  /** 0..1. */
  sure: number
  /** Does not stand level: the box is the one about it. Only drawing files tell such. */
  turned?: true
}

/** Texts that stand level: the boxes of the others hold much besides them. */
export const levelTexts = (texts: readonly ReadText[]): ReadText[] => texts.filter(({ turned }) => !turned)

/** Runs a network of one input and one output. */
export type RunNetwork = (values: Float32Array<ArrayBuffer>, dims: readonly number[]) => Promise<Float32Array>

/** The two networks of PP-OCR, and the characters of the second in their order. */
export interface OcrNetworks {
  find: RunNetwork
  read: RunNetwork
  keys: readonly string[]
}

/** Lines under this are noise: furniture that looks like a character. */
const LEAST_SURE = 0.6
/** Most lines that are read of one picture: each takes some 30 ms. */
const MOST_LINES = 120
/** Longer side to which a small picture is enlarged, px: letters of 10 px are found and read at 20. */
const SIDE = 1600
const MOST_ENLARGED = 2

/** Reads the upright lines of text in a picture with PP-OCRv4; boxes are px of the picture. */
export async function readTexts(
  picture: Raster,
  { find, read, keys }: OcrNetworks,
  onProgress: (done: number) => void,
): Promise<ReadText[]> {
  const scale = Math.max(1, Math.min(MOST_ENLARGED, SIDE / Math.max(picture.width, picture.height)))
  const size = { width: Math.round(scale * picture.width), height: Math.round(scale * picture.height) }
  const large = scaledTo(picture, size, 'cubic')
  const { values, dims } = detectionInput(large)
  const boxes = textBoxes(await find(values, dims), dims[3])
    .filter(({ left, right, top, bottom }) => right - left > 0.6 * (bottom - top))
    .slice(0, MOST_LINES)
  const texts: ReadText[] = []
  for (const [n, box] of boxes.entries()) {
    const line = lineInput(large, box)
    const { text, sure } = decodeLine(await read(line.values, line.dims), keys)
    if (/[\p{L}\p{N}]/u.test(text) && sure >= LEAST_SURE)
      texts.push({
        left: box.left / scale,
        top: box.top / scale,
        right: box.right / scale,
        bottom: box.bottom / scale,
        text: text.trim(),
        sure,
      })
    onProgress((n + 1) / boxes.length)
  }
  return texts
}
