import type { Raster } from '#kernels/raster.ts'
import { detectionInput, type TextBox, textBoxes } from './find-texts.ts'
import { decodeLine, lineInput } from './read-line.ts'

/** A line of text that was read. */
export interface ReadText extends TextBox {
  text: string
  /** 0..1. */
  sure: number
}

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

/**
 * Reads the upright lines of text in a picture with PP-OCRv4.
 * @param picture at most some 1600 px a side
 */
export async function readTexts(
  picture: Raster,
  { find, read, keys }: OcrNetworks,
  onProgress: (done: number) => void,
): Promise<ReadText[]> {
  const { values, dims } = detectionInput(picture)
  const boxes = textBoxes(await find(values, dims), dims[3])
    .filter(({ left, right, top, bottom }) => right - left > 0.6 * (bottom - top))
    .slice(0, MOST_LINES)
  const texts: ReadText[] = []
  for (const [n, box] of boxes.entries()) {
    const line = lineInput(picture, box)
    const { text, sure } = decodeLine(await read(line.values, line.dims), keys)
    if (/[\p{L}\p{N}]/u.test(text) && sure >= LEAST_SURE) texts.push({ ...box, text: text.trim(), sure })
    onProgress((n + 1) / boxes.length)
  }
  return texts
}
