import {
  type SketchHistory,
  type SketchStep,
  type StrokePoint,
  visibleSteps,
  widthAt,
} from './sketch-strokes.ts'

/** Longest side of the canvas that is drawn on. */
export const WORK_SIDE = 2048

type Canvas2d = CanvasRenderingContext2D

/** Draws the part of a stroke that starts at its point `from`. */
export function drawStroke(
  context: Canvas2d,
  stroke: Extract<SketchStep, { kind: 'stroke' }>,
  scale: number,
  from = 0,
): void {
  context.save()
  context.globalCompositeOperation = stroke.mode === 'erase' ? 'destination-out' : 'source-over'
  context.strokeStyle = stroke.colour
  context.fillStyle = stroke.colour
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

/**
 * Replays a drawing from nothing.
 * @param scale canvas pixels per pixel of the board
 */
export function replaySketch(
  context: Canvas2d,
  history: SketchHistory,
  scale: number,
  base: CanvasImageSource | null,
): void {
  const { width, height } = context.canvas
  context.clearRect(0, 0, width, height)
  const { steps, keepBase } = visibleSteps(history)
  if (base && keepBase) context.drawImage(base, 0, 0, width, height)
  for (const step of steps) if (step.kind === 'stroke') drawStroke(context, step, scale)
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
