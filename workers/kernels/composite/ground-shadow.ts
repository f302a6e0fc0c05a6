import { measureMask } from '../matting/isnet.ts'
import { cropPicture } from '../matting/region.ts'
import type { Raster } from '../raster.ts'
import { type Shade, shadeOf } from './shadow.ts'

/** Light of a cloudy sky, a little from behind: the ground and the light of a cut-out are not known. */
const LIGHT = { x: 0, y: 0.05, soft: 1 } as const
/** What the slider's end stands for: shade at full strength looks like a hole. */
const GAIN = 0.85
/** Part of its width along which a thing touches the lower border when it stands on nothing that could be seen. */
const CUT_OFF = 0.2
/** Exponent from light to the code values of sRGB, about: shade that is mixed in by alpha then looks as it should. */
const CODE = 1 / 2.2
/** Colour of shade, 0..255: not quite black, as no ground is without light. */
const COLOUR = [14, 12, 12] as const

/** Shade at a place of the frame, 0..1, interpolated. */
function sample(shade: Shade, x: number, y: number): number {
  const { width, height, data, scale } = shade
  const u = (x + 0.5 - shade.left) * scale - 0.5
  const v = (y + 0.5 - shade.top) * scale - 0.5
  const x0 = Math.floor(u)
  const y0 = Math.floor(v)
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= width || row >= height ? 0 : (data[row * width + column] as number)
  const upper = at(x0, y0) + (at(x0 + 1, y0) - at(x0, y0)) * (u - x0)
  const lower = at(x0, y0 + 1) + (at(x0 + 1, y0 + 1) - at(x0, y0 + 1)) * (u - x0)
  return upper + (lower - upper) * (v - y0)
}

/**
 * Puts the soft shadow of a cut-out on the ground behind it, in place.
 * @param picture the cut-out, straight alpha
 * @param mask 0..255: what stays
 * @param strength 0..1
 * @returns what mask and shadow cover together, 0..255; the mask itself where nothing can be seen of the ground
 */
export function layShadow(picture: Raster, mask: Uint8Array, strength: number): Uint8Array {
  const { width, height, data } = picture
  if (strength <= 0) return mask
  const box = measureMask(mask, width, height)
  if (box.width === 0) return mask
  let touching = 0
  for (let x = 0; x < width; x++) if ((mask[(height - 1) * width + x] as number) > 127) touching++
  if (touching > CUT_OFF * box.width) return mask
  const layer = { ...cropPicture(picture, box), left: box.left, top: box.top }
  const shade = shadeOf(layer, LIGHT)
  const seen = new Uint8Array(mask)
  const bottom = Math.min(height, Math.ceil(shade.top + shade.height / shade.scale))
  const right = Math.min(width, Math.ceil(shade.left + shade.width / shade.scale))
  for (let y = Math.max(0, Math.floor(shade.top)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(shade.left)); x < right; x++) {
      const i = y * width + x
      const own = (data[4 * i + 3] as number) / 255
      const dark = 1 - (1 - Math.min(0.97, GAIN * strength * sample(shade, x, y))) ** CODE
      const behind = dark * (1 - own)
      if (behind < 0.002) continue
      const alpha = own + behind
      for (let c = 0; c < 3; c++) {
        data[4 * i + c] = ((data[4 * i + c] as number) * own + (COLOUR[c] as number) * behind) / alpha
      }
      data[4 * i + 3] = Math.round(255 * alpha)
      seen[i] = Math.max(seen[i] as number, Math.round(255 * alpha))
    }
  }
  return seen
}
