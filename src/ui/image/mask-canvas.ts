import { type MaskHistory, type MaskStep, type StrokePoint, visibleSteps, widthAt } from './mask-strokes.ts'

/** Colour of painted places; the overlay's opacity is CSS, so that overlapping strokes do not add up. */
const PAINT = '#d9482b'
/** Longest side of the canvas that is painted on; the mask is scaled to the picture when it is saved. */
export const WORK_SIDE = 2048

type Canvas2d = CanvasRenderingContext2D

/** Draws the part of a stroke that starts at its point `from`. */
export function drawStroke(
  context: Canvas2d,
  stroke: Extract<MaskStep, { kind: 'stroke' }>,
  scale: number,
  from = 0,
): void {
  context.save()
  context.globalCompositeOperation = stroke.mode === 'erase' ? 'destination-out' : 'source-over'
  context.strokeStyle = stroke.colour ?? PAINT
  context.fillStyle = stroke.colour ?? PAINT
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const points = stroke.points.slice(Math.max(0, from - 1))
  if (points.length === 1) dot(context, points[0]!, stroke.size, scale)
  for (let index = 1; index < points.length; index++) {
    const a = points[index - 1]!
    const b = points[index]!
    context.lineWidth = widthAt(stroke.size, (a.pressure + b.pressure) / 2) * scale
    context.beginPath()
    context.moveTo(a.x * scale, a.y * scale)
    context.lineTo(b.x * scale, b.y * scale)
    context.stroke()
  }
  context.restore()
}

function dot(context: Canvas2d, point: StrokePoint, size: number, scale: number): void {
  context.beginPath()
  context.arc(point.x * scale, point.y * scale, (widthAt(size, point.pressure) * scale) / 2, 0, Math.PI * 2)
  context.fill()
}

/** What is painted becomes clear and the other way round. */
function invert(context: Canvas2d): void {
  const { width, height } = context.canvas
  context.save()
  context.globalCompositeOperation = 'source-out'
  context.fillStyle = PAINT
  context.fillRect(0, 0, width, height)
  context.restore()
}

/**
 * Replays a mask from nothing.
 * @param scale canvas pixels per pixel of the picture
 */
export function replayMask(
  context: Canvas2d,
  history: MaskHistory,
  scale: number,
  base: CanvasImageSource | null,
): void {
  const { width, height } = context.canvas
  context.clearRect(0, 0, width, height)
  const { steps, keepBase } = visibleSteps(history)
  if (base && keepBase) context.drawImage(base, 0, 0, width, height)
  for (const step of steps) {
    if (step.kind === 'stroke') drawStroke(context, step, scale)
    else if (step.kind === 'invert') invert(context)
  }
}

/**
 * A stored mask (white is masked, black is not) as painted pixels to lie below the strokes.
 * @throws DOMException when the file is no picture
 */
export async function loadMask(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  const context = canvas.getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = pixels
  for (let index = 0; index < data.length; index += 4) {
    data[index + 3] = data[index]!
    data[index] = 0xd9
    data[index + 1] = 0x48
    data[index + 2] = 0x2b
  }
  context.putImageData(pixels, 0, 0)
  return canvas
}

/** The painted canvas as a PNG of the picture's size: white is masked, black is not. */
export async function saveMask(painted: HTMLCanvasElement, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.drawImage(painted, 0, 0, width, height)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#000'
  context.fillRect(0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** A stored drawing, to be drawn on. @throws DOMException when the file is no picture */
export async function loadSketch(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas
}

/** The strokes of a drawing as a PNG on a transparent ground. */
export async function saveSketch(painted: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    painted.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png'),
  )
}
