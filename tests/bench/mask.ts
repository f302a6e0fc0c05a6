import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { selectAt } from '#kernels/segment/point-at.ts'
import { MaskDocument } from '#src/ui/mask/mask-document.ts'
import { MaskHistory } from '#src/ui/mask/mask-history.ts'
import { stamp } from '#src/ui/mask/stamp.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS } from '#tests/support/photos.ts'

const [WIDTH, HEIGHT] = [4000, 3000]
const STEPS = 500
/** Pointer moves of one stroke, and the time between two, ms: a mouse of 125 Hz. */
const MOVES = 360
const EVERY_MS = 8
const ROUNDS = 3

/** Best time of several runs, in ms. */
function best(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now()
    work()
    return performance.now() - from
  })
  return Math.round(Math.min(...times))
}

/** Times of finding a thing in a photo of 1024 px. */
async function timePointing() {
  const { data, info } = await sharp(PHOTOS.room)
    .resize(1024, 1024, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const picture = { width, height, data: new Uint8ClampedArray(data) }
  const at = { x: 0.27 * width, y: 0.6 * height }
  const box = { left: 0.1 * width, top: 0.4 * height, right: 0.42 * width, bottom: 0.7 * height }
  const line = [at, { x: at.x + 30, y: at.y + 10 }]
  const run = (pointing: Parameters<typeof selectAt>[1]) =>
    best(() => void selectAt(picture, pointing, width, height))
  return {
    clickMs: run({ points: [{ ...at, keep: true }], lines: [] }),
    boxMs: run({ points: [], lines: [], box }),
    lineMs: run({ points: [], lines: [{ keep: true, points: line }] }),
  }
}

/** Bytes that many soft and hard strokes take in the history. */
async function measureHistory(): Promise<number> {
  const history = new MaskHistory(Number.POSITIVE_INFINITY)
  const mask = new MaskDocument(WIDTH, HEIGHT, history)
  for (let n = 0; n < STEPS; n++) {
    const y = 100 + ((n * 617) % (HEIGHT - 200))
    const x = 100 + ((n * 389) % (WIDTH - 1400))
    const radius = 20 + (n % 5) * 15
    const [a, b] = [
      { x, y, radius },
      { x: x + 1000, y: y + 60, radius },
    ]
    const brush = { hardness: (n % 4) / 4, erase: n % 3 === 2 }
    const place = { left: x - 90, top: y - 90, right: x + 1090, bottom: y + 150 }
    mask.edit(place, () => stamp(mask, a, b, brush))
  }
  // Nothing can be redone: only the last step is brought to its end.
  await mask.redo()
  return history.held
}

/** Times between frames while a stroke is drawn, ms, rising. */
async function measureStroke(page: Page, editor: MaskEditorPage): Promise<number[]> {
  const box = await editor.picture.boundingBox()
  if (!box) throw new Error('the picture is not shown')
  const at = (n: number): [number, number] => [
    box.x + box.width * (0.1 + (0.8 * n) / MOVES),
    box.y + box.height * (0.5 + 0.3 * Math.sin(n / 18)),
  ]
  await page.mouse.move(...at(0))
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { frameTimes: times })
    const tick = (time: number) => {
      times.push(time)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  await page.mouse.down()
  const from = performance.now()
  for (let n = 1; n <= MOVES; n++) {
    await page.mouse.move(...at(n))
    const early = from + n * EVERY_MS - performance.now()
    if (early > 0) await new Promise((settle) => setTimeout(settle, early))
  }
  await page.mouse.up()
  await page.evaluate(() => new Promise((settle) => requestAnimationFrame(settle)))
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes)
  return times
    .slice(1)
    .map((time, n) => time - (times[n] as number))
    .sort((a, b) => a - b)
}

async function measureFrames(): Promise<number[]> {
  const photo = sharp(PHOTOS.room).resize(WIDTH, HEIGHT, { fit: 'fill' }).jpeg({ quality: 85 })
  const app = await new AppProcess().start()
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
    const bench = await new WorkbenchPage(page).open('/clean')
    await bench.add({ name: '大图.jpg', mimeType: 'image/jpeg', buffer: await photo.toBuffer() })
    const editor = await new MaskEditorPage(page).ready()
    // The first stroke warms the compiler up.
    await measureStroke(page, editor)
    return await measureStroke(page, editor)
  } finally {
    await browser.close()
    await app.dispose()
  }
}

const pointing = await timePointing()
const historyBytes = await measureHistory()
const frames = await measureFrames()
const part = (share: number) => Number((frames[Math.floor(share * (frames.length - 1))] ?? 0).toFixed(1))
console.log(
  JSON.stringify({
    bench: 'mask',
    pointing: { side: 1024, ...pointing, limitMs: 1000 },
    history: { steps: STEPS, mb: Number((historyBytes / 2 ** 20).toFixed(1)), limitMb: 200 },
    frames: {
      picture: `${WIDTH}x${HEIGHT}`,
      count: frames.length,
      medianMs: part(0.5),
      p95Ms: part(0.95),
      worstMs: part(1),
      limitMs: 34,
    },
  }),
)
