import type { Plane, Raster } from '#kernels/raster.ts'

/** Shares of red, green and blue in a plane's values. */
export type ChannelWeights = readonly [number, number, number]

const REC_709: ChannelWeights = [0.2126, 0.7152, 0.0722]

/**
 * Brightness of a picture (Rec. 709 weights on encoded values, 0..255; transparent parts on white), scaled down by
 * area averaging so that its longer side is at most `longerSide`. `scale` is plane pixels per picture pixel.
 * @param weights other shares of the channels, such as a difference of colours
 */
export function shrinkLuma(
  image: Raster,
  longerSide: number,
  weights: ChannelWeights = REC_709,
): Plane & { scale: number } {
  const [red, green, blue] = weights
  const white = 255 * (red + green + blue)
  const scale = Math.min(1, longerSide / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const data = new Float32Array(width * height)
  const column = new Float32Array(width)
  const { data: source, width: sw } = image
  const stepX = sw / width
  const stepY = image.height / height
  for (let sy = 0; sy < image.height; sy++) {
    column.fill(0)
    let x = 0
    let end = stepX
    for (let sx = 0, p = sy * sw * 4; sx < sw; sx++, p += 4) {
      const alpha = source[p + 3]!
      let v = red * source[p]! + green * source[p + 1]! + blue * source[p + 2]!
      if (alpha < 255) v = white + ((v - white) * alpha) / 255
      if (sx + 1 <= end + 1e-9) {
        column[x] = column[x]! + v
        continue
      }
      const part = Math.max(0, end - sx)
      column[x] = column[x]! + v * part
      if (x < width - 1) x++
      column[x] = column[x]! + v * (1 - part)
      end += stepX
    }
    const y = Math.min(height - 1, Math.floor(sy / stepY))
    const below = Math.min(1, Math.max(0, sy + 1 - (y + 1) * stepY))
    const next = y + 1 < height ? below : 0
    for (let i = 0; i < width; i++) {
      const v = column[i]! / (stepX * stepY)
      const at = y * width + i
      data[at] = data[at]! + v * (1 - next)
      if (next > 0) data[at + width] = data[at + width]! + v * next
    }
  }
  return { width, height, data, scale: width / sw }
}
