import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import JSZip from 'jszip'
import sharp from 'sharp'
import { ERRORS } from '#contracts/errors.ts'
import { accountOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/browser.ts'
import { BatchPage } from '#tests/support/pages/batch.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { type PickedFile, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS } from '#tests/support/photos.ts'

test.describe.configure({ timeout: 180_000 })

/** Photos that differ in their bytes and take a moment to draw. */
async function photos(count: number, width = 480): Promise<PickedFile[]> {
  const sources = await Promise.all([PHOTOS.house, PHOTOS.room].map((path) => readFile(path)))
  return Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `立面_${at + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp(sources[at % 2])
        .resize(width + at)
        .jpeg()
        .toBuffer(),
    })),
  )
}

/** Tiny pictures, each with bytes of its own. */
async function dots(count: number): Promise<PickedFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `图 ${at + 1}.png`,
      mimeType: 'image/png',
      buffer: await sharp({
        create: {
          width: 32,
          height: 24,
          channels: 3,
          background: { r: at % 256, g: (at * 7) % 256, b: at >> 1 },
        },
      })
        .png()
        .toBuffer(),
    })),
  )
}

/** Breaks one worker that draws, as the browser does when it runs out of memory. */
async function crashWorker(page: Page): Promise<void> {
  const worker = page.workers().find((one) => one.url().includes('worker'))
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken by the test')
    })
  })
}

test('一批 8 个文件：坏的 2 个说明原因，6 张照常；中途坏掉的一张一次重试', async ({ page, problems }) => {
  problems.allow(/broken by the test/)
  const batch = await new BatchPage(page).open('/toline')
  const whole = await readFile(PHOTOS.room)
  const bad = [
    {
      name: '截断.jpg',
      mimeType: 'image/jpeg',
      buffer: whole.subarray(0, Math.floor(whole.length / 3)),
    },
    { name: '网页.png', mimeType: 'image/png', buffer: Buffer.from('<html>不是图片</html>'.repeat(30)) },
  ]
  await batch.add([...(await photos(6)), ...bad])
  await expect(batch.status).toContainText('6 张图片')
  for (const [name, { message, remedy }] of [
    ['截断.jpg', ERRORS.FILE_DAMAGED],
    ['网页.png', { ...ERRORS.FILE_MISMATCH, message: '扩展名是图片，内容其实是网页' }],
  ] as const) {
    const refusal = batch.refusals.getByRole('listitem').filter({ hasText: name })
    await expect(refusal).toContainText(message)
    await expect(refusal).toContainText(remedy)
  }

  await expect(batch.start).toHaveText('生成线稿 ×6')
  await batch.start.click()
  await expect(batch.canvas.getByText(/^\d+%$/).first()).toBeVisible()
  await crashWorker(page)
  await expect(batch.status).toContainText('完成 5 张，失败 1 张', { timeout: 120_000 })
  const failed = batch.rows.filter({ hasText: ERRORS.DEVICE_FAILED.message })
  await expect(failed).toHaveCount(1)
  await expect(failed).toContainText(ERRORS.DEVICE_FAILED.remedy)
  const name = (await failed.locator('[title]').first().getAttribute('title')) ?? ''
  const place = await failed.getAttribute('aria-posinset')

  await batch.retryFailed.click()
  await expect(batch.status).toContainText('6 张全部完成', { timeout: 60_000 })
  const mended = batch.rows.filter({ hasText: name })
  await expect(mended).toHaveAttribute('aria-posinset', place ?? '')
  await expect(mended.getByRole('button', { name: `下载 ${name}` })).toBeVisible()
  await expect(batch.rows).toHaveCount(6)

  await batch.rows.first().getByRole('button', { name: '对比 立面_1.jpg' }).click()
  await expect(batch.compare).toBeVisible()
  await expect(batch.canvas).toContainText('1 / 6')
  await page.keyboard.press('Escape')
  await expect(batch.rows).toHaveCount(6)
})

test('整个文件夹：图片全部加入，其余文件略过', async ({ page }, info) => {
  const folder = join(info.outputPath(), '现场照片')
  mkdirSync(join(folder, '二层'), { recursive: true })
  const files = await dots(3)
  for (const [at, file] of files.entries()) {
    if (typeof file !== 'string') writeFileSync(join(folder, at === 2 ? '二层' : '', file.name), file.buffer)
  }
  writeFileSync(join(folder, '说明.txt'), '这不是图片')
  writeFileSync(join(folder, '.DS_Store'), 'x')
  const batch = await new BatchPage(page).open('/toline')
  await new Shell(page).expectToast('文件夹里另有 2 个不是图片的文件已略过', () => batch.addFolder(folder))
  await expect(batch.status).toContainText('3 张图片')

  await page.getByRole('button', { name: '清空原图' }).click()
  await expect(batch.rows).toHaveCount(0)
  await batch.dropPath(folder)
  await expect(batch.status).toContainText('3 张图片')
  await expect(batch.refusals).toBeHidden()
})

test('压缩包：里面的图片成为一批，中文文件名不乱', async ({ page }) => {
  const zip = new JSZip()
  for (const file of await dots(4))
    if (typeof file !== 'string') zip.file(`项目/效果图/${file.name}`, file.buffer)
  zip.file('项目/说明.txt', 'x')
  const buffer = await zip.generateAsync({ type: 'nodebuffer' })
  const batch = await new BatchPage(page).open('/matting')
  await batch.add({ name: '效果图.zip', mimeType: 'application/zip', buffer })
  await expect(batch.status).toContainText('4 张图片')
  for (const at of [1, 2, 3, 4]) await expect(batch.rows.filter({ hasText: `图 ${at}.png` })).toHaveCount(1)
})

test('服务器一批：开始前写明券数，三张线稿三张券', async ({ page, app, signIn }) => {
  await signIn()
  const batch = await new BatchPage(page).open('/toline')
  await batch.add(await photos(3, 240))
  await expect(batch.status).toContainText('3 张图片')
  await page.getByText('本地引擎', { exact: true }).first().click()
  await expect(batch.panel).toContainText('3 张 × 1 图片券 = 3')
  await expect(batch.panel).toContainText(/处理约 .+(秒|分钟)/)
  await expect(batch.panel).toContainText('余 100')
  await batch.start.click()
  await expect(batch.status).toContainText('3 张全部完成', { timeout: 120_000 })
  const { tickets, holds, settles } = await accountOf(page.context(), app)
  expect({ tickets, holds, settles }).toEqual({ tickets: 97, holds: 3, settles: 3 })

  await test.step('nothing is run again by itself, and all of it only on purpose', async () => {
    await expect(batch.start).toHaveText('全部重做 ×3')
  })
})

test('券不够：写明差多少与办法，一个任务也不建', async ({ page, app, signIn }) => {
  await signIn()
  const batch = await new BatchPage(page).open('/matting')
  await batch.add(await dots(101))
  await expect(batch.status).toContainText('101 张图片')
  await page.getByText('本地引擎', { exact: true }).first().click()
  await expect(batch.panel).toContainText('101 张 × 1 图片券 = 101')
  await expect(batch.panel).toContainText('余 100，差 1')
  await batch.start.click()
  const note = batch.panel.getByRole('alert')
  await expect(note).toContainText('图片券不足：需要 101 张，余 100 张，还差 1 张')
  await expect(note).toContainText('先处理其中 100 张')
  const { tasks, tickets } = await accountOf(page.context(), app)
  expect({ tasks, tickets }).toEqual({ tasks: [], tickets: 100 })
})

test('中途刷新：剩下的接着做；离开再回来，还是这一批', async ({ page }) => {
  const batch = await new BatchPage(page).open('/toline')
  await batch.add(await photos(4))
  await expect(batch.status).toContainText('4 张图片')
  await batch.start.click()
  await expect(batch.status).toContainText(/已处理 [1-3] \/ 4 张/, { timeout: 60_000 })
  await page.reload()
  await expect(batch.status).toContainText('4 张全部完成', { timeout: 120_000 })
  await expect(batch.rows).toHaveCount(4)

  await page.goto('/compress')
  await expect(page.getByRole('heading', { level: 1, name: '图片压缩' })).toBeVisible()
  await page.goto('/toline')
  await expect(batch.status).toContainText('4 张全部完成')
  await expect(page).toHaveURL(/run=/)
})

test('上百张：列表只画看得见的，检查时页面照常可用', async ({ page }) => {
  const batch = await new BatchPage(page).open('/toline')
  await batch.add(await dots(160))
  await expect(batch.canvas.getByText(/正在检查图片 \d+ \/ 160/)).toBeVisible()
  await page.getByText('铅笔', { exact: true }).click()
  await expect(page.getByRole('button', { name: '铅笔', pressed: true })).toBeVisible()
  await expect(batch.status).toContainText('160 张图片', { timeout: 120_000 })
  expect(await batch.rows.count(), 'rows in the page').toBeLessThan(60)
  expect(await page.locator('img').count(), 'pictures in the page').toBeLessThan(120)

  await batch.scrollToEnd()
  await expect(batch.rows.filter({ hasText: '图 160.png' })).toBeVisible()
  expect(await batch.rows.count()).toBeLessThan(60)

  await page.reload()
  await expect(batch.status).toContainText('160 张图片')
  await expect(page.getByRole('button', { name: '铅笔', pressed: true })).toBeVisible()
})

test('放不下的说明有几个、怎么办，放得下的都在', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/imgs2Video')
  await bench.add(await dots(22))
  await expect(bench.refusals).toContainText('其余 2 个文件')
  await expect(bench.refusals).toContainText('“图片”最多 20 张')
  await expect(bench.refusals).toContainText('请先处理这一批')
})
