import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { isFinal } from '#contracts/task.ts'
import { findTool } from '#src/tools/registry.ts'
import { accountOf } from '#tests/support/api.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, signInBy, test, waitForServiceWorker } from '#tests/support/browser.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { type PickedFile, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { Profile } from '#tests/support/profile.ts'

/** Engines work here, on two cores that other tests share. */
const PATIENCE = 120_000
test.describe.configure({ timeout: 300_000 })

const SIX = ['matting', 'toline', 'compress', 'upScaleImg', 'lama', 'text2Video']
/** How many of the pictures each tool works on here: six in all. Networks without a line are device-engine.test.ts's matter. */
const ON_DEVICE: Readonly<Record<string, number>> = { compress: 3, toline: 3 }
const ON_SERVER = ['toline', 'xitu', 'upScaleImg']

const titleOf = (id: string) => findTool(id)?.title ?? ''

async function photo(source: string | Buffer, name: string, side: number): Promise<PickedFile> {
  const buffer = await sharp(source).resize(side, side, { fit: 'inside' }).jpeg().toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Offline: puts pictures into a tool in place of those that are there, and starts it on the device or the server. */
async function start(page: Page, id: string, place: '本机' | '本地引擎', files: PickedFile[]): Promise<void> {
  const bench = await new WorkbenchPage(page).open(`/${id}`)
  await new Shell(page).expectOffline()
  // The pictures that were worked on here come back with the page.
  if (place === '本地引擎' && id in ON_DEVICE) {
    await page.getByRole('button', { name: /^清空/ }).click()
  }
  await bench.add(files)
  const choice = bench.panel.getByRole('radiogroup').filter({ hasText: '本地引擎' })
  await expect(bench.panel.getByText('运行于', { exact: true })).toBeVisible()
  if ((await choice.count()) > 0) {
    await choice.getByText(place, { exact: true }).click()
    await expect(choice.getByRole('radio', { name: place })).toBeChecked()
  }
  await bench.start.click()
}

test('飞行模式：装好后断网开六个工具、本机出六张、排三个任务，重载、杀浏览器、联网后九张都在，只扣三张券', async ({
  problems,
}, info) => {
  problems.allow(/net::ERR_|Failed to load resource/)
  const app = await new AppProcess().start()
  const profile = new Profile(info, app.url)
  const pictures = await Promise.all([
    photo(await armchairPhoto(320, 320), '椅子.jpg', 320),
    photo(PHOTOS.chair, '藤椅.jpg', 320),
    photo(PHOTOS.room, '房间.jpg', 320),
  ])
  const names = ['椅子.jpg', '藤椅.jpg', '房间.jpg']
  const other = await photo(PHOTOS.house, '房子.jpg', 240)
  try {
    const { context, page } = await profile.open()
    problems.watch(context)
    const shell = new Shell(page)
    await signInBy(context, app)
    await page.goto('/')
    await waitForServiceWorker(page)
    await shell.expectImageTickets(100)
    await app.stop()

    await test.step('six tools open', async () => {
      for (const id of SIX) {
        await page.goto(`/${id}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(id))
        await expect(shell.offlineBar).toBeVisible()
      }
    })
    await test.step('six pictures on the device', async () => {
      for (const [id, count] of Object.entries(ON_DEVICE)) {
        await start(page, id, '本机', pictures.slice(0, count))
        const done = new WorkbenchPage(page).history.getByRole('listitem').filter({ hasText: '已完成' })
        await expect(done).toHaveCount(count, { timeout: PATIENCE })
      }
    })
    await test.step('three jobs wait', async () => {
      for (const [index, id] of ON_SERVER.entries()) {
        await start(page, id, '本地引擎', [other])
        await expect(shell.offlineBar).toContainText(`${index + 1} 个任务在本机等待`)
      }
      await page.reload()
      await expect(shell.offlineBar).toContainText('3 个任务在本机等待')
    })
    const cookies = await context.cookies()
    await profile.kill()
    await app.start()

    const later = await profile.open()
    problems.watch(later.context)
    // The browser writes its cookies every half minute; the session is not what is lost here.
    await later.context.addCookies(cookies)
    await later.page.goto('/list')
    const accountNow = () => accountOf(later.context, app)
    await expect
      .poll(async () => (await accountNow()).tasks.filter(({ state }) => isFinal(state)).length, {
        timeout: PATIENCE,
      })
      .toBe(3)
    const link = (id: string, name: string) =>
      later.page.getByRole('link', { name: `${titleOf(id)}，${name}，已完成` })
    for (const [id, count] of Object.entries(ON_DEVICE)) {
      for (const name of names.slice(0, count)) await expect(link(id, name)).toHaveCount(1)
    }
    for (const id of ON_SERVER) await expect(link(id, '房子.jpg')).toHaveCount(1)
    await expect(later.page.getByRole('article')).toHaveCount(9)
    const { holds, settles, refunds, tickets, sum } = await accountNow()
    expect({ holds, settles, refunds, tickets, sum }).toEqual({
      holds: 3,
      settles: 3,
      refunds: 0,
      tickets: 97,
      sum: 97,
    })
  } finally {
    await profile.dispose()
    await app.dispose()
  }
})
