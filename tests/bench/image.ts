/**
 * One photo of 24 megapixels to a JPEG of 1024 px, in real Chromium, by the app's own image worker against:
 * sharp on one thread in Node (`ratioToSharp`, times from the file in memory to the JPEG's bytes, both with
 * lanczos3 and quality 85), pica over the whole bitmap (`vsPica`), createImageBitmap and a canvas
 * (`memoryVsBitmap`, peak resident memory of all processes, each way in a fresh worker of a warm browser).
 * `psnrDb` and `ssim` (of luma) compare the app's resized pixels, before they are encoded, with the textbook's
 * lanczos3 over every pixel of the photo; `sharpPsnrDb` and `sharpSsim` say the same of sharp's own pixels,
 * which shrinks while it loads. Prints one line of JSON last.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { median, openBenchPage } from './harness.ts'
import { largePhotos, PHOTO_HEIGHT, PHOTO_WIDTH } from './large-photos.ts'
import type { ImageBench } from './pages/image.ts'
import { lanczosReference, psnr, ssim } from './pixel-quality.ts'

const SIDE = 1024
const ROUNDS = 9
const PICA_ROUNDS = 3
const MEMORY_ROUNDS = 3

declare const window: { bench: ImageBench }

sharp.concurrency(1)
sharp.cache(false)

const [path = ''] = await largePhotos(1)
const file = readFileSync(path)

async function timeSharp(): Promise<number> {
  const startedAt = performance.now()
  await sharp(file).resize(SIDE, SIDE, { fit: 'inside', kernel: 'lanczos3' }).jpeg({ quality: 85 }).toBuffer()
  return performance.now() - startedAt
}

type Way = 'app' | 'pica' | 'bitmap'

interface Pixels {
  width: number
  height: number
  base64: string
}

async function judge({ width, height, base64 }: Pixels) {
  const whole = await sharp(file).removeAlpha().raw().toBuffer()
  const reference = lanczosReference(whole, [PHOTO_WIDTH, PHOTO_HEIGHT], [width, height])
  const raw = { width, height, channels: 4 } as const
  const app = await sharp(Buffer.from(base64, 'base64'), { raw }).removeAlpha().raw().toBuffer()
  const sharps = await sharp(file).resize(width, height, { fit: 'fill', kernel: 'lanczos3' }).raw().toBuffer()
  return {
    psnrDb: psnr(app, reference),
    ssim: ssim(app, reference, width, height),
    sharpPsnrDb: psnr(sharps, reference),
    sharpSsim: ssim(sharps, reference, width, height),
  }
}

await using bench = await openBenchPage('image', { '/photo.jpg': path })
const { page } = bench
const time = (way: Way) => page.evaluate((w) => window.bench.time(w), way)
await page.evaluate(() => window.bench.load('/photo.jpg'))

const memory: Record<'app' | 'bitmap', number[]> = { app: [], bitmap: [] }
for (let round = 0; round <= MEMORY_ROUNDS; round++) {
  for (const way of ['app', 'bitmap'] as const) {
    const { peakBytes } = await bench.peakMemory(() => time(way))
    // The first round warms the browser up.
    if (round > 0) memory[way].push(peakBytes)
    await page.evaluate(() => window.bench.stop())
  }
}

const times: Record<Way | 'sharp', number[]> = {
  app: [],
  sharp: [],
  pica: [],
  bitmap: [],
}
await Promise.all([time('app'), timeSharp()])
for (let round = 0; round < ROUNDS; round++) {
  times.sharp.push(await timeSharp())
  times.app.push(await time('app'))
  times.bitmap.push(await time('bitmap'))
  if (round < PICA_ROUNDS) times.pica.push(await time('pica'))
}
const found = await judge(await page.evaluate(() => window.bench.pixels()))

const round = (value: number, digits = 2) => Number(value.toFixed(digits))
const ms = {
  app: median(times.app),
  sharp: median(times.sharp),
  pica: median(times.pica),
  bitmap: median(times.bitmap),
}
console.log(
  JSON.stringify({
    bench: 'image',
    ratioToSharp: round(ms.app / ms.sharp),
    psnrDb: round(found.psnrDb),
    ssim: round(found.ssim, 5),
    sharpPsnrDb: round(found.sharpPsnrDb),
    sharpSsim: round(found.sharpSsim, 5),
    vsPica: round(ms.pica / ms.app),
    memoryVsBitmap: round(median(memory.app) / median(memory.bitmap)),
    vsBitmap: round(ms.bitmap / ms.app),
    appMs: round(ms.app, 1),
    sharpMs: round(ms.sharp, 1),
    appPeakMb: round(median(memory.app) / 1e6, 0),
    bitmapPeakMb: round(median(memory.bitmap) / 1e6, 0),
    photoMb: round(file.length / 1e6, 1),
  }),
)
