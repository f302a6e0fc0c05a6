import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { textOfDxf } from '#kernels/cad/dxf-encoding.ts'
import { type Sheet, type SheetWish, sheetOfDxf } from '#kernels/cad/sheet.ts'
import { svgSource } from '#kernels/cad/svg-source.ts'
import { addDrawnPlan } from '#kernels/plan/drawn-plan.ts'
import { SNIFF_BYTES, sniff } from '#kernels/sniff.ts'
import { encodeAsPng } from './encode.ts'
import type { DrawnFile } from './types.ts'

const SVG_TYPE = 'image/svg+xml'
const FONTS = '"Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif'

function drawSheet({ width, height, paths, words }: Sheet): ImageData {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new AppError('DEVICE_FAILED')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const { d, width: pen, colour } of paths) {
    context.strokeStyle = colour
    context.fillStyle = colour
    context.lineWidth = pen
    if (pen > 0) context.stroke(new Path2D(d))
    else context.fill(new Path2D(d), 'evenodd')
  }
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { text, x, y, size, turn, colour } of words) {
    context.save()
    context.translate(x, y)
    context.rotate((turn * Math.PI) / 180)
    context.font = `${size}px ${FONTS}`
    context.fillStyle = colour
    context.fillText(text, 0, 0)
    context.restore()
  }
  return context.getImageData(0, 0, width, height)
}

/** See ImageWorker.openDrawing. */
export async function openDrawing(file: Blob, wish: SheetWish = {}): Promise<DrawnFile | null> {
  const { kind } = sniff(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()), file.size)
  if (kind !== 'dxf' && kind !== 'svg') return null
  if (file.size > LIMITS.uploadBytes) throw new AppError('FILE_TOO_BIG')
  if (kind === 'svg') {
    const { svg, width, height } = svgSource(await file.text())
    return { blob: new Blob([svg], { type: SVG_TYPE }), width, height, others: [] }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sheet = sheetOfDxf(textOfDxf(bytes), wish)
  const png = await encodeAsPng(drawSheet(sheet))
  const drawn = addDrawnPlan(new Uint8Array(await png.arrayBuffer()), sheet.drawn)
  const { width, height, others } = sheet
  return { blob: new Blob([drawn], { type: 'image/png' }), width, height, others }
}
