import cv from '@techstark/opencv-js'
import type { Raster } from '#kernels/raster.ts'

/** As in OpenCV's own sample. */
const RADIUS = 3

/** Settles once OpenCV is compiled. Its module is a thenable that gives itself: to await it would never end. */
const ready = new Promise<void>((settle) => {
  cv.onRuntimeInitialized = settle
})

/** What OpenCV makes of a hole, by Telea's fast marching and by Navier-Stokes. */
export async function opencvFills(picture: Raster, mask: Uint8Array): Promise<Raster[]> {
  await ready
  const rgb = Array.from(
    { length: 3 * mask.length },
    (_, i) => picture.data[Math.floor(i / 3) * 4 + (i % 3)]!,
  )
  const source = cv.matFromArray(picture.height, picture.width, cv.CV_8UC3, rgb)
  const hole = cv.matFromArray(picture.height, picture.width, cv.CV_8UC1, Array.from(mask))
  try {
    return [cv.INPAINT_TELEA, cv.INPAINT_NS].map((method) => {
      const filled = new cv.Mat()
      cv.inpaint(source, hole, filled, RADIUS, method)
      const data = picture.data.slice()
      for (let i = 0; i < mask.length; i++) data.set(filled.data.subarray(3 * i, 3 * i + 3), 4 * i)
      filled.delete()
      return { ...picture, data }
    })
  } finally {
    source.delete()
    hole.delete()
  }
}
