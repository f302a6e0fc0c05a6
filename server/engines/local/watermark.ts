import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** The name's shape in one channel, drawn by studio/watermark.ts: no font is needed here. */
const MARK = fileURLToPath(new URL('./watermark.png', import.meta.url))
/** Parts of the picture's longer side: width of a mark, and the tile that holds two of them. */
const MARK_PART = 0.11
const TILE_PART = 0.3
const SMALLEST_MARK = 28
/** Faint, but to be seen on white and on black: a light face on a soft dark ground. */
const LOOK = { face: 0.3, shade: 0.26, angle: -24 }

/** A mark as it is laid over a picture. */
export interface DrawnMark {
  png: Buffer
  width: number
  height: number
}

/**
 * A mark as RGBA: white face, dark halo.
 * @param file its shape in one channel
 * @param look opacities of both, 0..1, and by how much it is turned, degrees
 */
export async function drawMark(
  file: string,
  width: number,
  look: { face: number; shade: number; angle: number },
): Promise<DrawnMark> {
  const halo = Math.max(1, width / 110)
  const pad = Math.ceil(4 * halo)
  const { data: shape, info } = await sharp(file)
    .resize({ width })
    .extend({ top: pad, bottom: pad, left: pad, right: pad, background: '#000000' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: 1 } as const
  const blurred = await sharp(shape, { raw }).blur(Math.max(0.5, halo)).extractChannel(0).raw().toBuffer()
  const rgba = Buffer.alloc(4 * shape.length)
  for (let i = 0; i < shape.length; i++) {
    const face = (look.face * (shape[i] ?? 0)) / 255
    // The halo ends where the face begins, or it would grey it.
    const shade = Math.min(1, (1.6 * (blurred[i] ?? 0)) / 255) * look.shade * (1 - (shape[i] ?? 0) / 255)
    const alpha = face + shade
    rgba.fill(alpha > 0 ? Math.round((255 * face) / alpha) : 0, 4 * i, 4 * i + 3)
    rgba[4 * i + 3] = Math.round(255 * alpha)
  }
  const turned = await sharp(rgba, { raw: { ...raw, channels: 4 } })
    .rotate(look.angle, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: turned.data, width: turned.info.width, height: turned.info.height }
}

/**
 * A tile of watermark for a picture of this size, px: repeated over the picture it sets the marks in staggered rows.
 * @returns PNG with alpha
 */
export async function watermarkTile(width: number, height: number): Promise<Buffer> {
  const longer = Math.max(width, height)
  const mark = await drawMark(MARK, Math.max(SMALLEST_MARK, Math.round(longer * MARK_PART)), LOOK)
  const side = Math.max(Math.round(longer * TILE_PART), Math.ceil(1.6 * mark.width))
  const tileHeight = Math.max(Math.round(side * 0.62), 2 * mark.height)
  const at = (x: number, y: number) => ({
    input: mark.png,
    left: Math.round(x * side - mark.width / 2),
    top: Math.round(y * tileHeight - mark.height / 2),
  })
  const tile = sharp({ create: { width: side, height: tileHeight, channels: 4, background: '#00000000' } })
    .composite([at(0.28, 0.27), at(0.76, 0.75)])
    .png()
  // A tile must not be larger than what it is laid over.
  const fit = { left: 0, top: 0, width: Math.min(side, width), height: Math.min(tileHeight, height) }
  return sharp(await tile.toBuffer())
    .extract(fit)
    .png()
    .toBuffer()
}
