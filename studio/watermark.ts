/**
 * Draws the mark that the server lays over pictures: the name in white on a transparent ground, trimmed.
 * Run by hand after a change: `node studio/watermark.ts`. It wants the font Noto Serif CJK SC; the server
 * itself needs no font, since the drawing is committed.
 */
import { resolve } from 'node:path'
import sharp from 'sharp'

const OUT = resolve(import.meta.dirname, '../server/engines/local/watermark.png')
/** Large enough for the mark on a picture of 50 megapixels. */
const WIDTH = 1024

const text = await sharp({
  text: {
    text: '<span letter_spacing="20480" foreground="white">筑绘</span>',
    font: 'Noto Serif CJK SC Bold 96',
    rgba: true,
    dpi: 400,
  },
})
  .trim()
  .png()
  .toBuffer()
const { data, info } = await sharp(text)
  .resize({ width: WIDTH, kernel: 'lanczos3' })
  .extractChannel('alpha')
  .raw()
  .toBuffer({ resolveWithObject: true })
// The shape alone counts: one channel, which the server uses as coverage.
await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
  .toColourspace('b-w')
  .png({ compressionLevel: 9 })
  .toFile(OUT)
