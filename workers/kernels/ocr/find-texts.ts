import type { Raster } from '#kernels/raster.ts'

/** A line of text in a picture, upright: its box, px. */
export interface TextBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Both sides of the network's input are multiples of this, px. */
const STEP = 32
/** Probability from which on a pixel is text, and that the mean of a line has to reach. */
const TEXT = 0.3
const LINE = 0.5
/** How far a box grows beyond the core that the network marks: area against outline (Liao et al., DB, 2020). */
const UNCLIP = 1.6
const MEAN = [0.485, 0.456, 0.406] as const
const DEVIATION = [0.229, 0.224, 0.225] as const

/**
 * Input of PP-OCR's detection network.
 * @param picture px of at most some 1600 a side; what is left over on the right and below is white
 * @returns planes of blue, green and red, normalised, and their shape
 */
export function detectionInput({ width, height, data }: Raster) {
  const [w, h] = [width, height].map((side) => Math.ceil(side / STEP) * STEP) as [number, number]
  const values = new Float32Array(3 * w * h)
  for (let c = 0; c < 3; c++) {
    const plane = values.subarray(c * w * h, (c + 1) * w * h)
    plane.fill((1 - MEAN[c]!) / DEVIATION[c]!)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        plane[y * w + x] = (data[4 * (y * width + x) + 2 - c]! / 255 - MEAN[c]!) / DEVIATION[c]!
  }
  return { values, dims: [1, 3, h, w] as const }
}

/**
 * Boxes of the lines of text in the probabilities that the detection network answers with.
 * @param probability a value a pixel, 0..1, rows of `width`
 */
export function textBoxes(probability: Float32Array, width: number): TextBox[] {
  const height = probability.length / width
  const seen = new Uint8Array(probability.length)
  const boxes: TextBox[] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || probability[start]! < TEXT) continue
    const part = [start]
    seen[start] = 1
    let [left, top, right, bottom, sum] = [width, height, 0, 0, 0]
    for (let at = 0; at < part.length; at++) {
      const i = part[at]!
      const [x, y] = [i % width, Math.floor(i / width)]
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
      sum += probability[i]!
      for (const j of [i - 1, i + 1, i - width, i + width])
        if (j >= 0 && j < seen.length && !seen[j] && probability[j]! >= TEXT) {
          seen[j] = 1
          part.push(j)
        }
    }
    const [w, h] = [right - left, bottom - top]
    if (Math.min(w, h) < 3 || sum / part.length < LINE) continue
    const grow = (w * h * UNCLIP) / (2 * (w + h))
    boxes.push({
      left: Math.max(0, left - grow),
      right: Math.min(width, right + grow),
      top: Math.max(0, top - grow),
      bottom: Math.min(height, bottom + grow),
    })
  }
  return boxes
}
