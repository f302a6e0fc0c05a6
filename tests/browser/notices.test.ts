import { basename } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#tests/support/browser.ts'
import { GONE } from '#tests/support/console-problems.ts'
import { type PickedFile, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

test.describe.configure({ mode: 'parallel', timeout: 180_000 })

/** Chromium without windows knows no notifications. */
const NOTIFIES = { tag: '@windows' }

/** A photo as small as what these tests look at allows: how it is worked on is not their matter. */
async function small(source: string, side = 480): Promise<PickedFile> {
  const buffer = await sharp(source).resize(side, side, { fit: 'inside' }).jpeg().toBuffer()
  return { name: basename(source), mimeType: 'image/jpeg', buffer }
}

/** Lets a test say whether the page is in view, and records what the page asks of the system. */
async function watchSystem(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = { hidden: false, badges: [] as number[], locks: 0, releases: 0 }
    Object.assign(window, { seen })
    Object.defineProperty(document, 'visibilityState', { get: () => (seen.hidden ? 'hidden' : 'visible') })
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void seen.badges.push(count),
      clearAppBadge: async () => void seen.badges.push(0),
    })
    let held: EventTarget | undefined
    const letGo = () => {
      seen.releases += 1
      held?.dispatchEvent(new Event('release'))
      held = undefined
    }
    const request = async () => {
      seen.locks += 1
      held = Object.assign(new EventTarget(), { release: async () => letGo() })
      return held
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    document.addEventListener(
      'visibilitychange',
      () => {
        if (seen.hidden && held) letGo()
      },
      true,
    )
  })
}

const systemOf = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { seen: { badges: number[]; locks: number; releases: number } }).seen,
  )

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.assign((window as unknown as { seen: object }).seen, { hidden: value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test('图标上的数字：后台完成的任务计入，看到后清除', async ({ page, context }) => {
  await watchSystem(context)
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add(await small(SMALL_PHOTOS.house))
  await setHidden(page, true)
  await bench.start.click()
  await bench.finished()
  await expect.poll(async () => (await systemOf(page)).badges.at(-1)).toBe(1)
  // The page that is read again is in view and shows the result.
  await page.reload()
  await expect.poll(async () => (await systemOf(page)).badges.at(-1)).toBe(0)
})

test('在别的页面上时完成的任务，打开列表即算看过', async ({ page, context }) => {
  await watchSystem(context)
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add(await small(SMALL_PHOTOS.house))
  await setHidden(page, true)
  await bench.start.click()
  await bench.finished()
  await page.getByRole('link', { name: '筑绘，回到首页' }).click()
  // Until the page has changed, coming back would show the result.
  await expect(bench.canvas).toBeHidden()
  await setHidden(page, false)
  await expect.poll(async () => (await systemOf(page)).badges.at(-1)).toBe(1)
  await page.getByRole('banner').getByRole('link', { name: '我的任务' }).click()
  await expect.poll(async () => (await systemOf(page)).badges.at(-1)).toBe(0)
})

test('页面刚画出来就切走：之后完成的任务照样计入', async ({ page, context }) => {
  await watchSystem(context)
  await context.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main h1')) return
      observer.disconnect()
      Object.assign((window as unknown as { seen: object }).seen, { hidden: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }).observe(document, { childList: true, subtree: true })
  })
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add(await small(SMALL_PHOTOS.house))
  await bench.start.click()
  await bench.finished()
  await expect.poll(async () => (await systemOf(page)).badges.at(-1)).toBe(1)
})

test('另一个标签页正看着结果：后台标签页不计数也不通知', NOTIFIES, async ({ installed: page, app }) => {
  const context = page.context()
  await watchSystem(context)
  await context.grantPermissions(['notifications'], { origin: app.url })
  await page.evaluate(() => localStorage.setItem('notifyWish', JSON.stringify({ version: 1, value: 'yes' })))
  const behind = await context.newPage()
  await behind.goto('/agreement')
  await setHidden(behind, true)
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add(await small(SMALL_PHOTOS.house))
  await bench.start.click()
  await bench.finished()
  const unseen = (of: Page) => of.evaluate(() => localStorage.getItem('unseenTasks') ?? '')
  await expect.poll(() => unseen(behind)).not.toMatch(/[0-9a-f]{8}-/)

  // The next one ends while both are out of sight: one notification, though two pages know of it.
  await setHidden(page, true)
  await bench.start.click()
  const tags = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ tag }) => tag)
    })
  await expect.poll(tags, { timeout: 60_000 }).toHaveLength(1)
  await expect.poll(async () => (await systemOf(behind)).badges.at(-1)).toBe(1)
  expect(await tags()).toHaveLength(1)
})

test('成批处理时屏幕常亮，切回来时重新保持，结束后放开', async ({ page, context }) => {
  await watchSystem(context)
  const bench = await new WorkbenchPage(page).open('/toline')
  const photos = [
    SMALL_PHOTOS.house,
    SMALL_PHOTOS.chair,
    SMALL_PHOTOS.room,
    SMALL_PHOTOS.house,
    SMALL_PHOTOS.chair,
  ]
  await bench.add(await Promise.all(photos.map((path) => small(path, 640))))
  await expect(bench.start).toContainText('5')
  await bench.start.click()
  await expect.poll(async () => (await systemOf(page)).locks).toBe(1)
  await setHidden(page, true)
  await setHidden(page, false)
  await expect.poll(async () => (await systemOf(page)).releases).toBeGreaterThanOrEqual(1)
  await expect
    .poll(
      async () => {
        const { locks, releases } = await systemOf(page)
        return locks - releases
      },
      { timeout: 60_000 },
    )
    .toBe(0)
  expect((await systemOf(page)).locks).toBe(2)
})

test(
  '离线排队的任务：说好通知后，在后台完成时发一条，点开就是结果',
  NOTIFIES,
  async ({ installed: page, app, signIn, problems }) => {
    problems.allow(GONE)
    const context = page.context()
    await watchSystem(context)
    await context.grantPermissions(['notifications'], { origin: app.url })
    await signIn(context)
    await page.reload()
    const bench = await new WorkbenchPage(page).open('/toline')
    await bench.add(await small(SMALL_PHOTOS.chair))
    await bench.panel.getByText('本地引擎', { exact: true }).click()
    await app.stop()
    try {
      await bench.start.click()
      await expect(bench.status).toContainText('等待网络')
      await page.getByRole('button', { name: '完成后通知我' }).click()
      await expect(page.getByText('完成后通知您，请让这个页面开着')).toBeVisible()
      await page.getByRole('link', { name: '筑绘，回到首页' }).click()
      await setHidden(page, true)
    } finally {
      await app.start()
    }
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    const notices = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const shown = await registration.getNotifications()
        return shown.map(({ title, body, tag }) => ({ title, body, tag }))
      })
    await expect
      .poll(notices, { timeout: 90_000 })
      .toEqual([
        { title: '图转线稿已完成', body: 'chair.jpg，点开查看结果', tag: expect.stringMatching(/^run-/) },
      ])
    await expect.poll(async () => (await systemOf(page)).badges.at(-1)).toBe(1)
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
      const Click: new (type: string, init: object) => Event = Reflect.get(self, 'NotificationEvent')
      const [notification] = await registration.getNotifications()
      self.dispatchEvent(new Click('notificationclick', { notification }))
    })
    await expect(page).toHaveURL(/\/done\?taskId=/)
    await setHidden(page, false)
    await expect(
      page
        .getByRole('link', { name: /下载/ })
        .or(page.getByRole('button', { name: /下载/ }))
        .first(),
    ).toBeVisible()
    await expect.poll(async () => (await systemOf(page)).badges.at(-1)).toBe(0)
    expect(await notices()).toEqual([])
  },
)

test('不要通知就不再问', NOTIFIES, async ({ installed: page, app, signIn, problems }) => {
  problems.allow(GONE)
  await signIn(page.context())
  await page.reload()
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.panel.getByText('本地引擎', { exact: true }).click()
  await bench.add(SMALL_PHOTOS.chair)
  await app.stop()
  try {
    await bench.start.click()
    await page.getByRole('button', { name: '不用', exact: true }).click()
    await expect(page.getByRole('button', { name: '完成后通知我' })).toHaveCount(0)
    await page.reload()
    await expect(bench.status).toContainText('等待网络')
    await expect(page.getByRole('button', { name: '完成后通知我' })).toHaveCount(0)
  } finally {
    await app.start()
  }
})
