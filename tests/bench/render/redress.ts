import { resolve } from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { atMost, type Figures, rounded } from '#tests/bench/engine/figure.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'

/** Samples on the pages that render them. */
const CASES = [
  { page: '/indoorRenderNew', sample: 'living-clay' },
  { page: '/indoorRenderNew', sample: 'shop-line' },
  { page: '/architecturalRenderNew', sample: 'house-clay' },
  { page: '/landscapeRenderNew', sample: 'garden-line' },
] as const
/** Finishes that a region takes one after another. */
const FINISHES = ['#b01010', '#2a5a8c', '#d8c9a3', '#33402e', '#8a4b3a']

interface Times {
  /** When the user's change reached the page, and when each picture after it was shown, ms. */
  changed: number
  shown: number[]
}

declare const window: { times: Times }

/** Notes when a change is made and when the preview shows another picture. */
function watch(): void {
  window.times = { changed: 0, shown: [] }
  addEventListener(
    'input',
    () => {
      window.times = { changed: performance.now(), shown: [] }
    },
    true,
  )
  const show = ImageBitmapRenderingContext.prototype.transferFromImageBitmap
  ImageBitmapRenderingContext.prototype.transferFromImageBitmap = function (bitmap) {
    show.call(this, bitmap)
    const { shown } = window.times
    requestAnimationFrame((time) => shown.push(time))
  }
}

/** Seconds from each change of a region until a picture shows it, at first and at its sharpest. */
async function measure(
  page: Page,
  path: string,
  sample: string,
): Promise<{ first: number[]; sharp: number[] }> {
  const bench = await new WorkbenchPage(page).open(path)
  const buffer = await sharp(resolve(import.meta.dirname, `../../../public/samples/${sample}.webp`))
    .png()
    .toBuffer()
  await bench.add({ name: `${sample}.png`, mimeType: 'image/png', buffer })
  const preview = page.getByTestId('render-preview')
  const settled = () => expect(preview).toHaveAttribute('data-busy', 'false', { timeout: 120_000 })
  await expect(preview).toBeVisible({ timeout: 120_000 })
  await settled()
  const box = await preview.boundingBox()
  if (!box) throw new Error('the preview is not shown')
  await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.93 * box.height)
  const colour = page.getByRole('region', { name: '选中的区域' }).getByLabel('纯色')
  const first: number[] = []
  const last: number[] = []
  for (const finish of FINISHES) {
    await colour.fill(finish)
    await expect.poll(() => page.evaluate(() => window.times.shown.length)).toBeGreaterThan(0)
    await settled()
    await page.evaluate(() => new Promise((resolveFrame) => requestAnimationFrame(resolveFrame)))
    const { changed, shown } = await page.evaluate(() => window.times)
    first.push((shown[0]! - changed) / 1000)
    last.push((shown.at(-1)! - changed) / 1000)
  }
  return { first, sharp: last }
}

/** How soon the page shows a region that was given another finish, in Chromium, as its user sees it. */
export async function redress(): Promise<Figures> {
  const app = await new AppProcess().start()
  const browser = await chromium.launch(launchOptions)
  const figures: Figures = {}
  const all: number[] = []
  try {
    for (const { page: path, sample } of CASES) {
      const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
      await page.addInitScript(watch)
      const times = await measure(page, path, sample)
      all.push(...times.first)
      figures[`${sample}Seconds`] = rounded(Math.max(...times.first))
      figures[`${sample}SharpSeconds`] = rounded(Math.max(...times.sharp))
      await page.close()
    }
  } finally {
    await browser.close()
    await app.dispose()
  }
  return { slowestSeconds: atMost(Math.max(...all), 1), ...figures }
}
