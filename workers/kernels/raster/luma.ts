import type { Plane, Raster } from '#kernels/raster.ts'
import { areaMeans } from './area-means.ts'

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
  const { data: source, width: sw } = image
  const read = (y: number, row: Float32Array) => {
    for (let x = 0, p = 4 * y * sw; x < sw; x++, p += 4) {
      const alpha = source[p + 3]!
      const v = red * source[p]! + green * source[p + 1]! + blue * source[p + 2]!
      row[x] = alpha < 255 ? white + ((v - white) * alpha) / 255 : v
    }
  }
  const data = areaMeans({ width: sw, height: image.height, channels: 1, read }, { width, height })
  return { width, height, data, scale: width / sw }
}
