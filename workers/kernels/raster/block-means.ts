/** Real numbers or bytes, `channels` a pixel, rows from the top. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly data: Float32Array | Uint8ClampedArray
}

/**
 * Means over squares of pixels; what is left over at the right and lower border goes, so that each square keeps its
 * place.
 * @param factor side of a square, px
 * @param channel takes this channel alone
 */
export function blockMeans(
  { width: w, height: h, channels, data }: Pixels,
  factor: number,
  channel?: number,
) {
  const [width, height] = [Math.floor(w / factor), Math.floor(h / factor)]
  const [from, take] = channel === undefined ? [0, channels] : [channel, 1]
  const out = new Float32Array(width * height * take)
  if (factor === 1 && take === 1) {
    for (let i = 0, p = from; i < out.length; i++, p += channels) out[i] = data[p]!
    return { width, height, data: out }
  }
  const part = 1 / (factor * factor)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = from; c < from + take; c++, i++) {
        let sum = 0
        for (let sy = y * factor; sy < (y + 1) * factor; sy++) {
          const row = (sy * w + x * factor) * channels + c
          for (let k = 0; k < factor; k++) sum += data[row + k * channels]!
        }
        out[i] = sum * part
      }
  return { width, height, data: out }
}

/** One of each four values of a plane, such as the largest; a left over row or column goes. */
export function halvedBy<T extends Uint8Array | Float32Array>(
  plane: T,
  width: number,
  out: T,
  pick: (...four: number[]) => number,
): T {
  const w = width >> 1
  for (let i = 0; i < out.length; i++) {
    const p = 2 * Math.floor(i / w) * width + 2 * (i % w)
    out[i] = pick(plane[p]!, plane[p + 1]!, plane[p + width]!, plane[p + width + 1]!)
  }
  return out
}
