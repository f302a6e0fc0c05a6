/**
 * Takes the project's own pictures from the running app, so that none of them shows what the app cannot do:
 *   node tests/pictures.ts previews   before and after of each tool that runs → public/samples/tools
 *   node tests/pictures.ts screens    screenshots → public/screenshots, docs/images
 * Both need a fresh build (`npm start` makes one), since the app serves what it was built with.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { AppProcess } from '#tests/support/app-process.ts'
import { signInBy } from '#tests/support/browser.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { type PickedFile, WorkbenchPage } from '#tests/support/pages/workbench.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SAMPLES = join(ROOT, 'public/samples')
const PREVIEWS = join(SAMPLES, 'tools')
const DESKTOP = { viewport: { width: 1440, height: 900 }, locale: 'zh-CN' } as const
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, locale: 'zh-CN' } as const

interface Studio {
  app: AppProcess
  browser: Browser
  /** A signed-in page; the service worker stays out, so that nothing comes from an older cache. */
  open(options: BrowserContextOptions): Promise<Page>
}

async function sample(name: string, title: string, type: 'webp' | 'png' = 'webp'): Promise<PickedFile> {
  const webp = await readFile(join(SAMPLES, `${name}.webp`))
  const buffer = type === 'png' ? await sharp(webp).png().toBuffer() : webp
  return { name: `${title}.${type}`, mimeType: `image/${type}`, buffer }
}

/** Runs a tool on a picture and gives the result's bytes. */
async function runTool(page: Page, url: string, tool: string, file: PickedFile): Promise<Buffer> {
  const bench = await new WorkbenchPage(page).open(`${url}/${tool}`)
  // The draft of the last run is still there.
  const clear = page.getByRole('button', { name: '清空原图' })
  if (await clear.isVisible()) await clear.click()
  await bench.add(file)
  await bench.start.click()
  if (tool !== 'compress') {
    await bench.finished(120_000)
    return readFile(await (await bench.download()).path())
  }
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 180_000 }),
    page.getByRole('button', { name: /^下载 / }).click({ timeout: 120_000 }),
  ])
  return readFile(await download.path())
}

/** A card's picture: 960 × 640, cut from the middle. */
async function saveHalf(bytes: Buffer, tool: string, half: 'before' | 'after'): Promise<void> {
  await sharp(bytes)
    .resize(960, 640, { fit: 'cover' })
    .webp({ quality: 80, alphaQuality: 90, effort: 6 })
    .toFile(join(PREVIEWS, `${tool}-${half}.webp`))
}

async function makePreviews({ app, open }: Studio): Promise<void> {
  mkdirSync(PREVIEWS, { recursive: true })
  const page = await open(DESKTOP)
  const sources = {
    matting: await sample('chair', '单椅'),
    toline: await sample('living-final', '客厅'),
    compress: await sample('shop-final', '小店', 'png'),
  }
  const sizes: Record<string, { before: number; after: number }> = {}
  for (const [tool, file] of Object.entries(sources)) {
    if (typeof file === 'string') continue
    const result = await runTool(page, app.url, tool, file)
    await saveHalf(file.buffer, tool, 'before')
    await saveHalf(result, tool, 'after')
    sizes[tool] = { before: file.buffer.length, after: result.length }
  }
  writeFileSync(join(ROOT, 'src/tools/preview-sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
  console.log(sizes)
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    const pictures = [...document.images].filter((image) => image.loading !== 'lazy' || image.complete)
    await Promise.all(pictures.map((image) => image.decode().catch(() => undefined)))
  })
}

async function takeScreens({ app, open }: Studio): Promise<void> {
  const screenshots = join(ROOT, 'public/screenshots')
  const docs = join(ROOT, 'docs/images')
  for (const folder of [screenshots, docs]) mkdirSync(folder, { recursive: true })

  const page = await open(DESKTOP)
  await page.goto(app.url)
  await settle(page)
  await page.screenshot({ path: join(screenshots, 'home-wide.png') })
  await runTool(page, app.url, 'toline', await sample('house-final', '两层住宅'))
  await runTool(page, app.url, 'toline', await sample('garden-final', '庭院'))
  await runTool(page, app.url, 'matting', await sample('chair', '单椅'))
  await settle(page)
  // The driver may have scrolled to reach a button.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.screenshot({ path: join(docs, 'matting.png') })
  await page.goto(`${app.url}/list`)
  await settle(page)
  await page.screenshot({ path: join(docs, 'tasks.png') })

  const phone = await open(PHONE)
  await phone.goto(app.url)
  await settle(phone)
  await phone.screenshot({ path: join(screenshots, 'home-narrow.png') })
}

const JOBS = { previews: makePreviews, screens: takeScreens }
const wanted = process.argv[2]
if (wanted !== 'previews' && wanted !== 'screens') {
  console.error('用法：node tests/pictures.ts previews|screens')
  process.exit(1)
}
const app = await new AppProcess().start()
const browser = await chromium.launch(launchOptions)
try {
  const open = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext({ ...options, colorScheme: 'light', serviceWorkers: 'block' })
    await signInBy(context, app)
    return context.newPage()
  }
  await JOBS[wanted]({ app, browser, open })
} finally {
  await browser.close()
  await app.dispose()
}
