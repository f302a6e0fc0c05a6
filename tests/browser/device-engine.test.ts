import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test, waitForServiceWorker } from '#tests/support/browser.ts'
import { FaultProxy } from '#tests/support/fault-proxy.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { decode, type Pixels, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'

/** Loading and running real networks takes its time where several tests share two cores. */
const PATIENCE = 180_000
test.setTimeout(2 * PATIENCE)

/** Mean difference of a picture and its enlargement, scaled back, in steps of 255. */
async function differenceWhenScaledBack(small: Buffer, large: Pixels): Promise<number> {
  const { data: source, info } = await sharp(small).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const back = await sharp(large.data, { raw: { width: large.width, height: large.height, channels: 4 } })
    .resize(info.width, info.height)
    .raw()
    .toBuffer()
  return source.reduce((sum, value, i) => sum + Math.abs(value - (back[i] ?? 0)), 0) / source.length
}

const pack = (page: Page, id: string) => page.getByTestId(`pack-${id}`)

test('离线包备好后，断网也能在本机抠图和放大，不登录、不扣券', async ({ installed: page, problems }) => {
  const context = page.context()
  const sent: string[] = []
  context.on('request', (request) => {
    // A question for the time that a run would take holds parameters and sizes alone.
    const isQuote = request.url().endsWith('/api/ai/quoteTask')
    if (request.method() !== 'GET' && !isQuote) sent.push(`${request.method()} ${request.url()}`)
  })
  const bench = await new WorkbenchPage(page).open('/matting')
  await bench.add({ name: '椅子.jpg', mimeType: 'image/jpeg', buffer: await armchairPhoto(640, 640) })
  const why = page.getByTestId('place-why')
  await expect(why).toHaveText('未登录，在本机处理，首次使用先下载离线包 64.3 MB')
  // Ahead of time, from the panel; the runtime that came along is not fetched twice.
  await why.click()
  for (const [id, title] of [
    ['matting', '智能抠图'],
    ['upscaleFast', '高清放大'],
  ] as const) {
    await pack(page, id)
      .getByRole('button', { name: `下载${title}离线包`, exact: true })
      .click()
  }
  await expect(pack(page, 'matting')).toContainText('已就绪', { timeout: PATIENCE })
  await expect(pack(page, 'upscaleFast')).toContainText('已就绪', { timeout: PATIENCE })
  await expect(page.getByTestId('packs')).toContainText('共占用 69.3 MB')
  await page.getByRole('button', { name: '关闭' }).click()

  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.reload()
  await expect(why).toHaveText('离线，在本机处理')
  // A whole picture is cut out in airplane.test.ts.
  await test.step('框选后裁到主体，再修整结果', async () => {
    await page.getByText('框选', { exact: true }).click()
    await expect(bench.start).toBeDisabled()
    const mask = await new MaskEditorPage(page).ready()
    // The left half of the chair: nothing of the other one may come along.
    await mask.saving('matting', () => mask.drag([0.15, 0.2], [0.5, 0.9]))
    await expectAccessible(page)
    await page.getByRole('switch', { name: '裁到主体' }).click()
    await bench.start.click()
    await expect(page.getByTestId('download')).toBeVisible({ timeout: PATIENCE })
    const half = await decode(await (await bench.download()).path())
    expect([half.width < 300, half.height < 500, half.alphaAt(0.6, 0.7)]).toEqual([true, true, 255])
    await expect(bench.canvas.getByText(/^裁边：左 \d+ px，上 \d+ px，原图 640 × 640$/)).toBeVisible()
    await page.getByRole('button', { name: '修整' }).click()
    await mask.ready()
    await expect.poll(() => mask.covers([0.4, 0.6])).toBe(true)
    expect(await mask.covers([0.6, 0.6])).toBe(false)
    await mask.saving('matting', () => mask.drag([0.8, 0.1], [0.9, 0.1]))
    await bench.start.click()
    await expect(page.getByTestId('download')).toBeVisible({ timeout: PATIENCE })
    // Down from the stroke that was added, and as far as the chair's half.
    const mended = await decode(await (await bench.download()).path())
    expect(mended.width).toBeGreaterThan(400)
  })

  await bench.open('/upScaleImg')
  const small = await sharp(PHOTOS.room).resize(75, 50).png().toBuffer()
  await bench.add({ name: '房间.png', mimeType: 'image/png', buffer: small })
  await expect(why).toHaveText('离线，在本机处理')
  await bench.start.click()
  await bench.finished(PATIENCE)
  const large = await decode(await (await bench.download()).path())
  expect([large.width, large.height]).toEqual([150, 100])
  expect(await differenceWhenScaledBack(small, large)).toBeLessThan(6)
  expect(sent, 'requests that could carry a picture').toEqual([])
})

test('没有离线包时，任务先下载再处理；省流量时先问', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const bench = await new WorkbenchPage(page).open('/upScaleImg')
  const small = await sharp(PHOTOS.house).resize(60, 40).jpeg().toBuffer()
  await bench.add({ name: '房子.jpg', mimeType: 'image/jpeg', buffer: small })
  await expect(page.getByTestId('place-why')).toContainText('首次使用先下载离线包 19.2 MB')
  const question = page.getByRole('dialog', { name: '使用流量下载离线包？' })
  await bench.start.click()
  await expect(question).toContainText('还需 19.2 MB。')
  await question.getByRole('button', { name: '再想想' }).click()
  await expect(bench.history.getByRole('listitem')).toHaveCount(0)
  await bench.start.click()
  await question.getByRole('button', { name: '下载并开始' }).click()
  await bench.finished(PATIENCE)
  const { width, height } = await decode(await (await bench.download()).path())
  expect([width, height]).toEqual([120, 80])
})

test('真实放大的大网络分两段在本机运行', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/realUpImg')
  const small = await sharp(PHOTOS.room).resize(45, 35).png().toBuffer()
  await bench.add({ name: '房间.png', mimeType: 'image/png', buffer: small })
  await expect(page.getByTestId('place-why')).toContainText('首次使用先下载离线包 32.2 MB')
  await bench.start.click()
  await bench.finished(PATIENCE)
  const large = await decode(await (await bench.download()).path())
  expect([large.width, large.height]).toEqual([90, 70])
  expect(await differenceWhenScaledBack(small, large)).toBeLessThan(6)
})

test('超过本机上限的图片改用服务器，并说明原因', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/upScaleImg')
  await bench.add(PHOTOS.room)
  const why = page.getByTestId('place-why')
  await expect(why).toHaveText('图片 1.7 MP，超过本机 1 MP 上限，用本地引擎')
  await why.click()
  const device = page.getByRole('dialog').getByRole('radio', { name: /本机/ })
  await expect(device).toBeDisabled()
  await page.keyboard.press('Escape')
  // The next picture fits, and the choice of a place is remembered for the tool.
  await page.getByRole('button', { name: '清空' }).click()
  const small = await sharp(PHOTOS.room).resize(300).jpeg().toBuffer()
  await bench.add({ name: '小图.jpg', mimeType: 'image/jpeg', buffer: small })
  await expect(why).toContainText('未登录，在本机处理')
  await why.click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /本地引擎/ })
    .check({ force: true })
  await page.keyboard.press('Escape')
  await expect(why).toHaveText('按你的选择')
  await page.reload()
  await expect(why).toHaveText('按你的选择')
  await expect(bench.panel).toContainText('图片券')
})

test.describe('下载离线包', () => {
  let proxy: FaultProxy
  let context: BrowserContext
  let folder: string
  let page: Page

  // Both use one browser with the app installed, and leave no pack behind.
  test.beforeAll(async ({ app }, info) => {
    proxy = await FaultProxy.before(app.url)
    folder = mkdtempSync(join(process.env.TMPDIR ?? info.project.outputDir, 'profile-'))
    const { launchOptions, locale, viewport } = info.project.use
    context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      locale,
      viewport,
      serviceWorkers: 'allow',
    })
    page = context.pages()[0] ?? (await context.newPage())
    await page.goto(proxy.url)
    await waitForServiceWorker(page)
  })
  test.beforeEach(({ problems }) => {
    problems.watch(context)
    problems.allow(/ERR_|Failed to load resource/)
  })
  test.afterAll(async () => {
    await context.close()
    await proxy.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  async function openPanel(): Promise<void> {
    await page.goto(`${proxy.url}/upScaleImg`)
    await page.getByTestId('place-why').click()
  }

  /** Removes the only pack that is there. */
  async function removePack(title: string): Promise<void> {
    await page.getByRole('button', { name: `移除${title}离线包` }).click()
    await page.getByRole('button', { name: '移除', exact: true }).click()
    await expect(page.getByTestId('packs')).toContainText('共占用 0 B')
  }

  test('断了三次也从断点继续，重载后接着下，校验后就绪', async () => {
    const ranges: string[] = []
    context.on('request', (request) => {
      const range = request.headers().range
      if (range) ranges.push(range)
    })
    await openPanel()
    const row = pack(page, 'upscaleBest')
    // Each connection carries 5 MB at most: the network of 18 MB needs several.
    proxy.cutAfter(5_000_000, 'down')
    await row.getByRole('button', { name: '下载真实放大离线包', exact: true }).click()
    // A cut may come before anything of the file does; asking for the rest says that some of it is kept.
    const isCut = (times: number, asked: number) =>
      expect.poll(() => proxy.cuts >= times && ranges.length >= asked, { timeout: PATIENCE }).toBe(true)
    await isCut(2, 1)
    await page.reload()
    await isCut(3, 2)
    await page.getByTestId('place-why').click()
    await expect(row).toContainText(/下载中 \d+%|等待网络 \d+%|已就绪/)
    proxy.resume()
    await expect(row).toContainText('已就绪', { timeout: PATIENCE })
    expect(ranges.every((range) => /^bytes=[1-9]\d*-$/.test(range))).toBe(true)
    await removePack('真实放大')
  })

  test('可以暂停、继续、移除，占用随之变化', async () => {
    await openPanel()
    const row = pack(page, 'upscaleBest')
    proxy.cutAfter(8_000_000, 'down')
    await row.getByRole('button', { name: '下载真实放大离线包', exact: true }).click()
    // The runtime, which other packs share, is the first half: what is paused is the network behind it.
    await expect(row).toContainText(/(下载中|等待网络) [5-9]\d%/, { timeout: PATIENCE })
    await row.getByRole('button', { name: '暂停下载真实放大' }).click()
    await expect(row).toContainText(/已暂停 \d+%/)
    await expect(page.getByTestId('packs')).not.toContainText('共占用 0 B')
    proxy.resume()
    await row.getByRole('button', { name: '下载真实放大离线包', exact: true }).click()
    await expect(row).toContainText('已就绪', { timeout: PATIENCE })
    await removePack('真实放大')
    await expect(row).toContainText('未下载')
  })
})
