import { AppError } from '#contracts/errors.ts'
import type { Watermark } from '#contracts/watermark.ts'
import type { Raster } from '#kernels/raster.ts'
import { layOver, luminanceOf, meanLuminance, outlineOf, placeMarks } from '#kernels/watermark.ts'
import { decode, decodeSmaller } from './decode.ts'
import { encodeLike, toCanvas } from './encode.ts'
import { keepLabel } from './keep-label.ts'
import type { Encoded } from './types.ts'

/** Marked pictures are handed on, so little may be lost. */
const QUALITY = 92
/** Canvases are no higher than this: a picture of 50 megapixels is marked strip by strip. */
const STRIP = 512
const FONT =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", system-ui, sans-serif'
/** Logos wider than this many heights are fitted by their width. */
const WIDEST_LOGO = 6
const OUTLINE_OPACITY = 0.55

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(
    Math.max(1, Math.ceil(width)),
    Math.max(1, Math.ceil(height)),
  ).getContext('2d', { willReadFrequently: true })
  if (!context) throw new AppError('DEVICE_FAILED')
  return context
}

/** The mark with its outline, not turned; `width` and `height` are without the outline's room. */
interface Mark {
  canvas: OffscreenCanvas
  width: number
  height: number
}

function drawText({ text, colour }: Watermark, height: number): Mark {
  const font = `600 ${height}px ${FONT}`
  const probe = contextOf(1, 1)
  probe.font = font
  const words = text.trim() || '筑绘'
  const width = probe.measureText(words).width
  const line = Math.max(1, height / 18)
  const room = Math.ceil(2 * line + height / 4)
  const context = contextOf(width + 2 * room, height + 2 * room)
  context.font = font
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = line
  context.strokeStyle = outlineOf(luminanceOf(colour))
  context.globalAlpha = OUTLINE_OPACITY
  context.strokeText(words, room, room + height / 2)
  context.globalAlpha = 1
  context.fillStyle = colour
  context.fillText(words, room, room + height / 2)
  return { canvas: context.canvas, width, height }
}

async function drawLogo(logo: Blob, wanted: number): Promise<Mark> {
  const { raster } = await decode(logo).catch((cause: unknown) => {
    throw new AppError('FILE_DAMAGED', '打不开水印图片', { cause })
  })
  const height = Math.min(wanted, (WIDEST_LOGO * wanted * raster.height) / raster.width)
  const width = (height * raster.width) / raster.height
  const blur = Math.max(1, height / 24)
  const room = Math.ceil(4 * blur)
  const plain = contextOf(width, height)
  plain.imageSmoothingQuality = 'high'
  plain.drawImage(toCanvas(raster), 0, 0, width, height)
  const light = meanLuminance(plain.getImageData(0, 0, plain.canvas.width, plain.canvas.height).data)
  const context = contextOf(width + 2 * room, height + 2 * room)
  context.shadowColor = `${outlineOf(light)}99`
  context.shadowBlur = blur
  context.drawImage(plain.canvas, room, room)
  return { canvas: context.canvas, width, height }
}

/** Marks a raster in place. */
async function mark(raster: Raster, settings: Watermark, logo: Blob | null): Promise<void> {
  const { width, height, data } = raster
  const letters = Math.max(8, (Math.min(width, height) * settings.size) / 100)
  const drawn = settings.kind === 'logo' && logo ? await drawLogo(logo, letters) : drawText(settings, letters)
  const angle = settings.layout === 'tile' ? (settings.angle * Math.PI) / 180 : 0
  const reach = Math.hypot(drawn.canvas.width, drawn.canvas.height) / 2
  const places = placeMarks(raster, drawn, settings)
  const context = contextOf(width, Math.min(STRIP, height))
  for (let from = 0; from < height; from += STRIP) {
    const rows = Math.min(STRIP, height - from)
    const near = places.filter(({ y }) => y > from - reach && y < from + rows + reach)
    if (near.length === 0) continue
    context.clearRect(0, 0, width, STRIP)
    context.globalAlpha = settings.opacity / 100
    for (const { x, y } of near) {
      context.translate(x, y - from)
      context.rotate(angle)
      context.drawImage(drawn.canvas, -drawn.canvas.width / 2, -drawn.canvas.height / 2)
      context.resetTransform()
    }
    const cover = context.getImageData(0, 0, width, rows).data
    layOver(data.subarray(4 * width * from, 4 * width * (from + rows)), cover)
  }
}

/**
 * Lays a watermark over a picture. JPEG and WebP keep their type, everything else becomes PNG; orientation is
 * applied, colours are sRGB, and of metadata the label of what was generated survives alone.
 * @param logo picture of the mark, for settings of the kind `logo`
 * @param longerSide scales down to this first, px; the whole picture when left out
 * @throws AppError FILE_ errors of the picture or the logo, DEVICE_FAILED
 */
export async function watermark(
  file: Blob,
  settings: Watermark,
  logo: Blob | null,
  longerSide?: number,
): Promise<Encoded> {
  const { raster, head } = longerSide ? await decodeSmaller(file, longerSide) : await decode(file)
  await mark(raster, settings, logo)
  const blob = await keepLabel(file, await encodeLike(raster, head.type, QUALITY))
  return { blob, width: raster.width, height: raster.height }
}
