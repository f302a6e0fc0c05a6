import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { MaskDocument } from '#src/ui/mask/mask-document.ts'
import { MaskHistory } from '#src/ui/mask/mask-history.ts'
import { stamp } from '#src/ui/mask/stamp.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { atMost, type Figures, rounded } from './figure.ts'

const [WIDTH, HEIGHT] = [4000, 3000]
const STEPS = 500
/** Pointer moves of one stroke, and the time between two, ms: a mouse of 125 Hz. */
const MOVES = 360
const EVERY_MS = 8

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

/** The mask editor on a picture of 4000 × 3000: frames while brushing in real Chromium, and memory of the history. */
export async function editor(): Promise<Figures> {
  const historyBytes = await measureHistory()
  const frames = await measureFrames()
  const part = (share: number) => frames[Math.floor(share * (frames.length - 1))] ?? Number.POSITIVE_INFINITY
  return {
    medianFrameMs: atMost(part(0.5), 1000 / 60 + 0.5),
    p95FrameMs: rounded(part(0.95)),
    worstFrameMs: atMost(part(1), 34),
    frames: frames.length,
    historySteps: STEPS,
    historyMb: atMost(historyBytes / 2 ** 20, 200),
  }
}
