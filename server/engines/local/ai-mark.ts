import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { asJpeg, asPng, openImage, QUALITY, withImageErrors } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'
import { drawMark } from './watermark.ts'

/** The words 'AI 生成' in one channel, drawn by studio/watermark.ts. */
const MARK = fileURLToPath(new URL('./ai-mark.png', import.meta.url))
/** Height of its letters in parts of the picture's shorter side: what GB 45438-2025 (5.2) asks for at least. */
const LETTERS = 0.05
const SMALLEST_LETTERS = 10
/** Legible, also on white. */
const LOOK = { face: 0.92, shade: 0.6, angle: 0 }

type Mark = Extract<Work, { kind: 'mark' }>

const encoders: Readonly<Record<string, { type: string; encode: (image: Sharp) => Sharp }>> = {
  jpeg: { type: 'image/jpeg', encode: asJpeg },
  webp: { type: 'image/webp', encode: (image) => image.webp({ quality: QUALITY }) },
}
const png = { type: 'image/png', encode: asPng }

/**
 * Writes a picture, JPEG and WebP in their own format and others as PNG, with the words 'AI 生成' in its lower right
 * corner.
 * @throws AppError FILE_DAMAGED, FILE_TOO_MANY_PIXELS
 */
export function layAiMark({ path, out }: Mark): Promise<WorkResult> {
  return withImageErrors(async () => {
    const image = openImage(path)
    const { format, hasAlpha, autoOrient } = await image.metadata()
    const { width, height } = autoOrient
    const shape = await sharp(MARK).metadata()
    const letters = Math.max(SMALLEST_LETTERS, Math.round(LETTERS * Math.min(width, height)))
    const room = Math.round(letters / 2)
    const wanted = Math.min(Math.round((letters * shape.width) / shape.height), width - 2 * room)
    const mark = await drawMark(MARK, Math.max(1, wanted), LOOK)
    const place = {
      left: Math.max(0, width - mark.width - room),
      top: Math.max(0, height - mark.height - room),
    }
    const fits = mark.width <= width && mark.height <= height
    const marked = fits ? image.composite([{ input: mark.png, ...place }]) : image
    const { type, encode } = encoders[format] ?? png
    // Composing makes every picture RGBA.
    await encode(hasAlpha ? marked : marked.removeAlpha()).toFile(out)
    return { type, width, height }
  })
}
