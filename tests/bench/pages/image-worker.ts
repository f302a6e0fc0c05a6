import { expose } from 'comlink'
import Pica from 'pica'
import { fitInside } from '#kernels/fit-inside.ts'
import type { Raster } from '#kernels/raster.ts'
import { decodeSmaller } from '#workers/image/decode.ts'

const QUALITY = 0.85

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  return context
}

async function jpegOf(context: OffscreenCanvasRenderingContext2D): Promise<number> {
  return (await context.canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })).size
}

let pica: ReturnType<typeof Pica> | undefined

const api = {
  /** The pixels that the app's own path encodes, before it encodes them. */
  async pixels(photo: Blob, side: number): Promise<Raster> {
    return (await decodeSmaller(photo, side)).raster
  },

  /** The usual way: pica with lanczos3 over the whole bitmap. @returns bytes of the JPEG */
  async pica(photo: Blob, side: number): Promise<number> {
    pica ??= Pica({ features: ['js', 'wasm'] })
    const bitmap = await createImageBitmap(photo)
    const { width, height } = bitmap
    const whole = contextOf(width, height)
    whole.drawImage(bitmap, 0, 0)
    bitmap.close()
    const src = whole.getImageData(0, 0, width, height).data
    const size = fitInside({ width, height }, side)
    const dest = await pica.resizeBuffer({
      ...{ src, width, height, toWidth: size.width, toHeight: size.height },
      filter: 'lanczos3',
    })
    const small = contextOf(size.width, size.height)
    small.putImageData(new ImageData(new Uint8ClampedArray(dest), size.width, size.height), 0, 0)
    return jpegOf(small)
  },

  /** The other usual way: createImageBitmap, drawn smaller on a canvas. @returns bytes of the JPEG */
  async bitmap(photo: Blob, side: number): Promise<number> {
    const bitmap = await createImageBitmap(photo)
    const size = fitInside(bitmap, side)
    const small = contextOf(size.width, size.height)
    small.imageSmoothingQuality = 'high'
    small.drawImage(bitmap, 0, 0, size.width, size.height)
    bitmap.close()
    return jpegOf(small)
  },
}

export type BenchWorker = typeof api

expose(api)
