import type { Raster } from '#kernels/raster.ts'
import type { TextBox } from './find-texts.ts'

/** Height of the recognition network's input, px. */
const HEIGHT = 48
const MOST_WIDTH = 960

/**
 * Input of PP-OCR's recognition network: a line of text, scaled to its height.
 * @returns planes of blue, green and red, −1..1, and their shape
 */
export function lineInput({ width, height, data }: Raster, box: TextBox) {
  const [w, h] = [box.right - box.left, box.bottom - box.top]
  const wide = Math.max(16, Math.min(MOST_WIDTH, Math.round((HEIGHT * w) / h)))
  const values = new Float32Array(3 * HEIGHT * wide)
  const at = (x: number, y: number, c: number) =>
    data[4 * (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) + c]!
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < wide; x++) {
      const [fx, fy] = [box.left + ((x + 0.5) * w) / wide - 0.5, box.top + ((y + 0.5) * h) / HEIGHT - 0.5]
      const [x0, y0] = [Math.floor(fx), Math.floor(fy)]
      const [tx, ty] = [fx - x0, fy - y0]
      for (let c = 0; c < 3; c++) {
        const upper = at(x0, y0, c) * (1 - tx) + at(x0 + 1, y0, c) * tx
        const lower = at(x0, y0 + 1, c) * (1 - tx) + at(x0 + 1, y0 + 1, c) * tx
        values[((2 - c) * HEIGHT + y) * wide + x] = (upper * (1 - ty) + lower * ty) / 127.5 - 1
      }
    }
  return { values, dims: [1, 3, HEIGHT, wide] as const }
}

/**
 * Text in the recognition network's answer: the likeliest character at each step, repetitions and blanks left out
 * (connectionist temporal classification, Graves et al. 2006).
 * @param answer probabilities, steps × characters; the first character is the blank, the last the space
 * @param keys characters between those two
 * @returns the text and the mean probability of its characters; '' and 0 for none
 */
export function decodeLine(answer: Float32Array, keys: readonly string[]): { text: string; sure: number } {
  const classes = keys.length + 2
  let [text, sum, count, last] = ['', 0, 0, 0]
  for (let start = 0; start + classes <= answer.length; start += classes) {
    let best = 0
    for (let k = 1; k < classes; k++) if (answer[start + k]! > answer[start + best]!) best = k
    if (best !== last && best > 0) {
      text += best === classes - 1 ? ' ' : keys[best - 1]!
      sum += answer[start + best]!
      count++
    }
    last = best
  }
  return { text, sure: count > 0 ? sum / count : 0 }
}
