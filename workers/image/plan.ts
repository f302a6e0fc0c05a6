import { AppError } from '#contracts/errors.ts'
import type { Extents } from '#kernels/cad/extents.ts'
import { addDrawnPlan, cropDrawn, findDrawnPlan } from '#kernels/plan/drawn-plan.ts'
import { findPlanSvg } from '#kernels/plan/svg.ts'
import { encodeAsPng } from './encode.ts'
import type { Encoded } from './types.ts'

/**
 * A coloured plan in vectors, which its file holds.
 * @throws AppError FILE_DAMAGED for a file of another origin
 */
export async function planAsSvg(file: Blob): Promise<Blob> {
  const svg = findPlanSvg(new Uint8Array(await file.arrayBuffer()))
  if (!svg) throw new AppError('FILE_DAMAGED', '这个文件里没有矢量图，请用原图再生成一次')
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** Least side of what is left of a picture, px. */
const LEAST_SIDE = 64

/** See ImageWorker.cropPlan. */
export async function cropPlan(file: Blob, box: Extents): Promise<Encoded> {
  const whole = await createImageBitmap(file).catch((cause: unknown) => {
    throw new AppError('FILE_DAMAGED', undefined, { cause })
  })
  try {
    const [x, y] = [Math.round(box.x0 * whole.width), Math.round(box.y0 * whole.height)]
    const width = Math.round(box.x1 * whole.width) - x
    const height = Math.round(box.y1 * whole.height) - y
    if (Math.min(width, height) < LEAST_SIDE)
      throw new AppError('FILE_TOO_SMALL', `裁出的部分边长不到 ${LEAST_SIDE} 像素`)
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new AppError('DEVICE_FAILED')
    context.drawImage(whole, -x, -y)
    const png = await encodeAsPng(context.getImageData(0, 0, width, height))
    const drawn = findDrawnPlan(new Uint8Array(await file.arrayBuffer()))
    if (!drawn) return { blob: png, width, height }
    const [x0, y0] = [x / whole.width, y / whole.height]
    const placed = { x0, y0, x1: (x + width) / whole.width, y1: (y + height) / whole.height }
    const kept = addDrawnPlan(new Uint8Array(await png.arrayBuffer()), cropDrawn(drawn, placed))
    return { blob: new Blob([kept], { type: 'image/png' }), width, height }
  } finally {
    whole.close()
  }
}
