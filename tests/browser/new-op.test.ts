import sharp from 'sharp'
import { AppProcess } from '#tests/support/app-process.ts'
import { test as base, expect } from '#tests/support/browser.ts'
import { BatchPage } from '#tests/support/pages/batch.ts'
import { decode } from '#tests/support/pages/workbench.ts'
import { ProjectCopy } from '#tests/support/project-copy.ts'

const SIZE = { width: 96, height: 64 }
/** Building the app takes a minute, and several where tests share the processor. */
const BUILD_MS = 15 * 60_000

const TOOL = `
  {
    id: 'mirror',
    title: '镜像',
    summary: '左右或上下翻转',
    group: 'image',
    workbench: 'transform',
    op: 'mirror',
    inputs: [source()],
    fields: [
      { kind: 'choice', key: 'direction', title: '方向', titles: { across: '左右', down: '上下' } },
    ],
    keywords: ['翻转'],
  },`

/** The app with one operation more: its folder, its line and its tool; nothing else knows of it. */
const test = base.extend<object, { app: AppProcess }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const copy = new ProjectCopy()
      copy.add('tests/support/mirror-op', 'ops/mirror')
      copy.insert(
        'ops/index.ts',
        "import { z } from 'zod'\n",
        "import { facts as mirror } from './mirror/facts.ts'\n",
      )
      copy.insert('ops/index.ts', '\nconst LIST = {\n', '  mirror,\n')
      copy.insert('src/tools/image-tools.ts', 'export const IMAGE_TOOLS = [', TOOL)
      copy.build()
      const app = await new AppProcess({}, copy.root).start()
      await use(app)
      await app.dispose()
      copy.remove()
    },
    { scope: 'worker', timeout: BUILD_MS },
  ],
})

/** Red at the upper left, dark elsewhere: with alpha, so that both platforms read the very same pixels. */
async function corner(name: string) {
  const red = await sharp({ create: { width: 48, height: 32, channels: 4, background: '#e02010' } })
    .png()
    .toBuffer()
  const buffer = await sharp({ create: { ...SIZE, channels: 4, background: '#203040' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

test('一个新操作：一个文件夹、一行登记、一项工具，就有表单、预览、本机与服务器、批量和历史', async ({
  page,
  signIn,
}) => {
  await signIn()
  const bench = await new BatchPage(page).open('/mirror')
  const picture = await corner('角.png')
  await bench.add(picture)

  const preview = page.getByTestId('mirror-preview')
  /** Whether the preview is red at a place, shares of its sides. */
  const isRed = async (x: number, y: number) => {
    const { data, info } = await sharp(await preview.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = 3 * (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1)))
    return (data[at] ?? 0) > 150 && (data[at + 1] ?? 0) < 100
  }
  await expect(preview).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => isRed(0.75, 0.25)).toBe(true)
  await bench.panel.getByText('上下', { exact: true }).click()
  await expect.poll(() => isRed(0.25, 0.75)).toBe(true)

  const wanted = await sharp(picture.buffer).flip().raw().toBuffer()
  for (const place of ['本机', '本地引擎']) {
    await test.step(place, async () => {
      await bench.panel.getByText(place, { exact: true }).first().click()
      await bench.start.click()
      await bench.finished()
      await expect(bench.canvas.getByText('上下', { exact: true })).toBeVisible()
      const download = await bench.download()
      expect(download.suggestedFilename()).toBe('角_镜像.png')
      const { data } = await decode(await download.path())
      expect(Buffer.compare(data, wanted)).toBe(0)
      await page.keyboard.press('Escape')
    })
  }

  await bench.add(await corner('又一角.png'))
  await expect(bench.status).toContainText('2 张图片')
  await bench.start.click()
  await expect(bench.status).toContainText('2 张全部完成', { timeout: 120_000 })
  await page.reload()
  await expect(bench.history.getByRole('listitem')).toHaveCount(4)
})
