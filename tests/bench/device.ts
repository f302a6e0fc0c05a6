/**
 * Matting and enlargement ×2 in a browser, from the photo's bytes to the encoded result through the app's own
 * worker, against the bare network in the same browser with the same settings: one run on the same pixels,
 * prepared beforehand, the whole picture in one piece. Rounds take turns, so that a busy machine slows both; the medians count.
 * Prints one line of JSON last: { matting, upscale } as ratios, and the times in ms.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { MODELS, type ModelId, modelUrl } from '#contracts/models.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { median, openBenchPage } from './harness.ts'
import type { DeviceBench } from './pages/device.ts'

const ROUNDS = 5
const ROOT = resolve(import.meta.dirname, '../..')
const SCRATCH = join(ROOT, '.cache/bench')
const used: readonly ModelId[] = ['isnet', 'fastX2']

declare const window: { bench: DeviceBench }

mkdirSync(SCRATCH, { recursive: true })
const small = join(SCRATCH, 'room-512.jpg')
await sharp(PHOTOS.room).resize(512, 512, { fit: 'cover' }).jpeg({ quality: 92 }).toFile(small)
const files = Object.fromEntries(used.map((id) => [modelUrl(id), join(ROOT, 'models', MODELS[id].file)]))
await using opened = await openBenchPage('device', {
  ...files,
  '/chair.jpg': PHOTOS.chair,
  '/room.jpg': small,
})
const { page } = opened

async function measure(op: 'matting' | 'upscale', photo: string) {
  await page.evaluate(([o, p]) => window.bench.prepare(o, p), [op, photo] as const)
  const bare = () => page.evaluate(() => window.bench.bare())
  const product = () => page.evaluate(([o, p]) => window.bench.product(o, p), [op, photo] as const)
  // The first runs load and warm up.
  await bare()
  await product()
  const base: number[] = []
  const ours: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    base.push(await bare())
    ours.push(await product())
  }
  const [baseMs, oursMs] = [median(base), median(ours)]
  return {
    baseMs: Math.round(baseMs),
    oursMs: Math.round(oursMs),
    ratio: Math.round((oursMs / baseMs) * 100) / 100,
  }
}

const matting = await measure('matting', '/chair.jpg')
const upscale = await measure('upscale', '/room.jpg')
console.log(
  JSON.stringify({
    matting: matting.ratio,
    upscale: upscale.ratio,
    mattingMs: matting.oursMs,
    mattingBareMs: matting.baseMs,
    upscaleMs: upscale.oursMs,
    upscaleBareMs: upscale.baseMs,
  }),
)
