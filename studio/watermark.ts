/**
 * Draws the marks that the server lays over pictures, each as a shape that is trimmed: the name, and what says that a
 * picture was generated. Run by hand after a change: `node studio/watermark.ts`. It wants the fonts Noto Serif CJK SC
 * and Noto Sans CJK SC; the server itself needs no font, since the drawings are committed.
 */
import { resolve } from 'node:path'
import sharp from 'sharp'

/** @param width large enough for the mark on a picture of 50 megapixels */
async function draw(file: string, { markup, font, width }: { markup: string; font: string; width: number }) {
  const text = await sharp({ text: { text: markup, font, rgba: true, dpi: 400 } })
    .trim()
    .png()
    .toBuffer()
  const { data, info } = await sharp(text)
    .resize({ width, kernel: 'lanczos3' })
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The shape alone counts: one channel, which the server uses as coverage.
  await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toFile(resolve(import.meta.dirname, '../server/engines/local', file))
}

await draw('watermark.png', {
  markup: '<span letter_spacing="20480" foreground="white">筑绘</span>',
  font: 'Noto Serif CJK SC Bold 96',
  width: 1024,
})
await draw('ai-mark.png', {
  markup: '<span letter_spacing="4096" foreground="white">AI 生成</span>',
  font: 'Noto Sans CJK SC Bold 96',
  width: 1024,
})
