import type { Raster } from '#kernels/raster.ts'

/**
 * Turns a picture upright.
 * @param orientation Exif 2.3 tag 0x0112, 1..8; 1 gives the same raster back
 */
export function turn(raster: Raster, orientation: number): Raster {
  if (orientation <= 1 || orientation > 8) return raster
  const { width, height } = raster
  const swaps = orientation >= 5
  const outWidth = swaps ? height : width
  const outHeight = swaps ? width : height
  const from = new Uint32Array(raster.data.buffer, raster.data.byteOffset, width * height)
  const out = new Uint32Array(width * height)
  const mirrorX = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8
  const mirrorY = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++) {
      // Source position: transpose for 5..8, then mirror along the source's own axes.
      const u = swaps ? y : x
      const v = swaps ? x : y
      const sx = mirrorX ? width - 1 - u : u
      const sy = mirrorY ? height - 1 - v : v
      out[y * outWidth + x] = from[sy * width + sx] ?? 0
    }
  }
  return { width: outWidth, height: outHeight, data: new Uint8ClampedArray(out.buffer) }
}
