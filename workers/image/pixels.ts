import { AppError } from '#contracts/errors.ts'
import type { ReadRows } from '#kernels/raster/resampler.ts'
import type { Raster } from '#kernels/raster.ts'
import { checkPixels } from '#kernels/sniff.ts'

/** Pixels of a picture in sRGB with straight alpha, read by rows. */
export interface Pixels {
  readonly width: number
  readonly height: number
  /** Turned by the file's orientation already; else they lie as they are stored. */
  readonly upright: boolean
  /** Known to be opaque; false where it may be either. */
  readonly opaque: boolean
  readonly read: ReadRows
  /** Frees what the browser holds. */
  close(): void
}

/** Pixels of a decoded frame; the frame is closed with them. */
export function pixelsOfFrame(frame: VideoFrame, opaque: boolean): Pixels {
  // The display size is that after the frame's own rotation; pixels are copied as they lie.
  const { x, y, width, height } = frame.visibleRect ?? {
    ...{ x: 0, y: 0, width: frame.codedWidth, height: frame.codedHeight },
  }
  return {
    width,
    height,
    upright: false,
    opaque,
    async read(target, from, rows) {
      await frame.copyTo(target, {
        rect: { x, y: y + from, width, height: rows },
        format: 'RGBA',
        colorSpace: 'srgb',
        // The frame may be padded: rows are asked for without gaps.
        layout: [{ offset: 0, stride: 4 * width }],
      })
    },
    close: () => frame.close(),
  }
}

/**
 * Pixels of a bitmap, drawn strip by strip: a canvas of the whole picture would double its memory.
 * The bitmap is closed with them.
 * @param upright whether the browser has turned it
 */
export function pixelsOfBitmap(bitmap: ImageBitmap, opaque: boolean, upright = true): Pixels {
  const { width, height } = bitmap
  checkPixels(width, height)
  let context: OffscreenCanvasRenderingContext2D | null = null
  return {
    width,
    height,
    upright,
    opaque,
    read(target, from, rows) {
      if (!context || context.canvas.height < rows) {
        context = new OffscreenCanvas(width, rows).getContext('2d', { willReadFrequently: true })
      }
      if (!context) throw new AppError('DEVICE_FAILED')
      context.globalCompositeOperation = 'copy'
      context.drawImage(bitmap, 0, from, width, rows, 0, 0, width, rows)
      target.set(context.getImageData(0, 0, width, rows).data)
    },
    close: () => bitmap.close(),
  }
}

/** Pixels that lie in memory already. @param upright whether they are turned already */
export function pixelsOfRaster({ width, height, data }: Raster, opaque: boolean, upright = false): Pixels {
  return {
    width,
    height,
    upright,
    opaque,
    read: (target, from, rows) => target.set(data.subarray(4 * width * from, 4 * width * (from + rows))),
    close: () => undefined,
  }
}

/** Rows that are read at a time: no copy of the browser's gets large. */
const ROWS = 256

/** The whole picture. */
export async function readAll(pixels: Pixels): Promise<Raster> {
  const { width, height } = pixels
  const data = new Uint8ClampedArray(4 * width * height)
  for (let from = 0; from < height; from += ROWS) {
    const rows = Math.min(ROWS, height - from)
    await pixels.read(data.subarray(4 * width * from, 4 * width * (from + rows)), from, rows)
  }
  return { width, height, data }
}
