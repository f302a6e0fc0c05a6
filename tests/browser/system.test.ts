import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { SHARE_FIELDS, SHARE_PATH } from '#contracts/share.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test, waitForServiceWorker } from '#tests/support/browser.ts'
import { PHONE } from '#tests/support/pages/phone.ts'
import { decode, type PickedFile, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS } from '#tests/support/photos.ts'

/** What the browser itself says about a server that is gone. */
const GONE = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED)/

test.describe.configure({ mode: 'parallel', timeout: 180_000 })

interface Sent {
  files?: readonly string[]
  text?: string
}

/** Posts to the share page as the system's share sheet does: a form, sent as a navigation. */
async function share(page: Page, { files = [], text = '' }: Sent): Promise<void> {
  const bytes = await Promise.all(
    files.map(async (path) => ({ name: basename(path), base64: await readFile(path, 'base64') })),
  )
  await page.evaluate(
    ({ action, fields, photos, words }) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action })
      const data = new DataTransfer()
      for (const { name, base64 } of photos) {
        const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        data.items.add(new File([content], name, { type: 'image/jpeg' }))
      }
      const picker = Object.assign(document.createElement('input'), { type: 'file', name: fields.files })
      picker.multiple = true
      picker.files = data.files
      const note = Object.assign(document.createElement('input'), { name: fields.text, value: words })
      form.append(picker, note)
      document.body.append(form)
      form.submit()
    },
    { action: SHARE_PATH, fields: SHARE_FIELDS, photos: bytes, words: text },
  )
}

test.describe('从相册分享', () => {
  test('断网时分享两张照片：留在本机，选工具后直接放进去，处理出结果', async ({
    installed: page,
    app,
    problems,
  }) => {
    problems.allow(GONE)
    await app.stop()
    try {
      await share(page, { files: [PHOTOS.house, PHOTOS.chair] })
      await expect(page.getByRole('heading', { level: 1, name: '用哪个工具打开？' })).toBeVisible()
      await expect(page).toHaveURL(/\/share\?id=[0-9a-f-]{36}$/)
      const pictures = page.getByRole('list', { name: '收到的图片' })
      await expect(pictures.getByRole('img')).toHaveCount(2)
      await expectAccessible(page)
      await page.reload()
      await expect(pictures.getByRole('img'), 'a reload keeps them').toHaveCount(2)

      await pictures.getByRole('button', { name: '去掉 chair.jpg' }).click()
      await expect(pictures.getByRole('img')).toHaveCount(1)
      await page.getByRole('link', { name: /图转线稿/ }).click()
      const bench = new WorkbenchPage(page)
      await expect(page).toHaveURL(/\/toline$/)
      await expect(bench.start).toBeEnabled()
      await bench.start.click()
      await bench.finished()
      const { width } = await decode(await (await bench.download()).path())
      expect(width).toBe(1500)
    } finally {
      await app.start()
    }
  })

  test('多张照片只列出可多选的工具，全部放进去', async ({ installed: page }) => {
    await share(page, { files: [PHOTOS.house, PHOTOS.chair, PHOTOS.room] })
    await expect(page.getByText('一次只处理一张图的工具没有列出')).toBeVisible()
    await page.getByRole('link', { name: /图片压缩/ }).click()
    await expect(page).toHaveURL(/\/compress$/)
    const { start } = new WorkbenchPage(page)
    await expect(start).toContainText('3')
    // The next share takes the place of what lay there before.
    await share(page, { files: [PHOTOS.house, PHOTOS.chair] })
    await page.getByRole('link', { name: /图片压缩/ }).click()
    await expect(start).toContainText('2')
  })

  test('文字作为描述放进工具；链接说明要分享图片本身', async ({ installed: page }) => {
    await share(page, { text: '清水混凝土小住宅，傍晚' })
    await expect(page.getByText('清水混凝土小住宅，傍晚')).toBeVisible()
    await page.getByRole('link', { name: /文生图 一句话/ }).click()
    await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue('清水混凝土小住宅，傍晚')
    await share(page, { text: 'https://example.com/house.jpg' })
    await expect(page.getByText('筑绘不会去取链接里的图片')).toBeVisible()
  })

  test('只留最近三次分享，旧的说明已过期；退出登录时全部清除', async ({ installed: page }) => {
    const ids: string[] = []
    for (const text of ['一', '二', '三', '四']) {
      await share(page, { files: [PHOTOS.chair], text })
      await expect(page.getByRole('list', { name: '收到的图片' }).getByRole('img')).toHaveCount(1)
      ids.push(new URL(page.url()).searchParams.get('id') ?? '')
    }
    const kept = () =>
      page.evaluate(async (name) => {
        if (!(await caches.has(name))) return []
        const keys = await (await caches.open(name)).keys()
        return [...new Set(keys.map(({ url }) => new URL(url).pathname.split('/')[2]))]
      }, 'shares')
    expect((await kept()).toSorted()).toEqual(ids.slice(1).toSorted())
    await page.goto(`/share?id=${ids[0]}`)
    await expect(page.getByRole('heading', { level: 1, name: '这次分享已经过期' })).toBeVisible()
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = resolve
          navigator.serviceWorker.controller?.postMessage({ type: 'CLEAR_PRIVATE' }, [port2])
        }),
    )
    expect(await kept()).toEqual([])
  })

  test.describe('手机', () => {
    test.use(PHONE)

    test('分享直接到选工具的页面，再到手机的工作台', async ({ page }) => {
      await page.goto('/')
      await waitForServiceWorker(page)
      await share(page, { files: [PHOTOS.chair] })
      await expect(page.getByRole('heading', { level: 1, name: '用哪个工具打开？' })).toBeVisible()
      await expectAccessible(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, 'nothing scrolls sideways').toBeLessThanOrEqual(0)
      await page.getByRole('link', { name: /图转线稿/ }).tap()
      await expect(page).toHaveURL(/\/mobilePrepare\?tool=toline$/)
      await expect(new WorkbenchPage(page).start).toBeEnabled()
    })
  })

  test('服务工作线程不在时，服务器把分享引到说明页', async ({ app, request }) => {
    const answer = await request.post(`${app.url}${SHARE_PATH}`, {
      multipart: { [SHARE_FIELDS.text]: 'x' },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(303)
    expect(answer.headers().location).toBe('/share?problem=unread')
  })
})

test('用筑绘打开图片文件：同一个页面，选工具后放进去', async ({ page }) => {
  // Chromium launches files only for apps that the system has installed: the queue is the browser's part.
  await page.addInitScript(() => {
    const queue = { setConsumer: (consumer: unknown) => Object.assign(window, { launchWith: consumer }) }
    Object.defineProperty(window, 'launchQueue', { value: queue })
  })
  await page.goto('/share?source=open')
  await expect(page.getByRole('heading', { level: 1, name: '还没有收到图片' })).toBeVisible()
  await expectAccessible(page)
  const base64 = await readFile(PHOTOS.chair, 'base64')
  await page.evaluate((text) => {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    const file = new File([bytes], '椅子.jpg', { type: 'image/jpeg' })
    const { launchWith } = window as unknown as { launchWith: (params: object) => void }
    launchWith({ targetURL: location.href, files: [{ getFile: async () => file }] })
  }, base64)
  await expect(page.getByRole('heading', { level: 1, name: '打开方式' })).toBeVisible()
  await expect(
    page.getByRole('list', { name: '收到的图片' }).getByRole('img', { name: '椅子.jpg' }),
  ).toBeVisible()
  await page.getByRole('link', { name: /智能抠图/ }).click()
  await expect(page).toHaveURL(/\/matting$/)
  await expect(new WorkbenchPage(page).start).toBeEnabled()
})

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
  await bench.add(await small(PHOTOS.house))
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
  await bench.add(await small(PHOTOS.house))
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

test('另一个标签页正看着结果：后台标签页不计数也不通知', async ({ installed: page, app }) => {
  const context = page.context()
  await watchSystem(context)
  await context.grantPermissions(['notifications'], { origin: app.url })
  await page.evaluate(() => localStorage.setItem('notifyWish', JSON.stringify({ version: 1, value: 'yes' })))
  const behind = await context.newPage()
  await behind.goto('/agreement')
  await setHidden(behind, true)
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add(await small(PHOTOS.house))
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
  const photos = [PHOTOS.house, PHOTOS.chair, PHOTOS.room, PHOTOS.house, PHOTOS.chair]
  await bench.add(await Promise.all(photos.map((path) => small(path, 1000))))
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

test('离线排队的任务：说好通知后，在后台完成时发一条，点开就是结果', async ({
  installed: page,
  app,
  signIn,
  problems,
}) => {
  problems.allow(GONE)
  const context = page.context()
  await watchSystem(context)
  await context.grantPermissions(['notifications'], { origin: app.url })
  await signIn(context)
  await page.reload()
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add(await small(PHOTOS.chair))
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
})

test('不要通知就不再问', async ({ installed: page, app, signIn, problems }) => {
  problems.allow(GONE)
  await signIn(page.context())
  await page.reload()
  const bench = await new WorkbenchPage(page).open('/matting')
  await bench.add(PHOTOS.chair)
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

/** The browser's offer to install, which it makes by its own measure. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => {
      Object.assign(window, { prompted: true })
      return { outcome: 'dismissed' }
    }
    window.dispatchEvent(Object.assign(event, { prompt }))
    return event.defaultPrevented
  })

test('安装提示：第二次来才出现，关掉后不再出现', async ({ page, context }) => {
  const card = (of: Page) => of.getByRole('complementary', { name: '安装筑绘' })
  await page.goto('/')
  expect(await offerInstall(page), 'the browser shows no bar of its own').toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card(page)).toHaveCount(0)

  const second = await context.newPage()
  await second.goto('/')
  await offerInstall(second)
  await expect(card(second)).toBeVisible()
  await expectAccessible(second)
  await card(second).getByRole('button', { name: '安装', exact: true }).click()
  expect(await second.evaluate(() => 'prompted' in window)).toBe(true)
  await offerInstall(second)
  await card(second).getByRole('button', { name: '不再提示安装' }).click()
  await expect(card(second)).toHaveCount(0)
  await second.reload()
  await offerInstall(second)
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card(second)).toHaveCount(0)
})

test('第一次打开之后马上断网，分类与材质也在', async ({ page, app, problems }) => {
  problems.allow(GONE)
  await page.goto('/')
  await waitForServiceWorker(page)
  await app.stop()
  try {
    const lists = await page.evaluate(async () => {
      const paths = ['/api/ai/getAllClassify', '/api/ai/getAllSuCai']
      const answers = await Promise.all(paths.map(async (path) => (await fetch(path)).json()))
      return answers.map(({ success, data }) => [success, JSON.stringify(data).length > 200])
    })
    expect(lists).toEqual([
      [true, true],
      [true, true],
    ])
  } finally {
    await app.start()
  }
})
