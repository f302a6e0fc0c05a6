import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { SHARE_FIELDS, SHARE_PATH } from '#contracts/share.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import { GONE } from '#tests/support/console-problems.ts'
import { PHONE } from '#tests/support/pages/phone.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

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
      await share(page, { files: [SMALL_PHOTOS.house, SMALL_PHOTOS.chair] })
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
      expect(width).toBe(640)
    } finally {
      await app.start()
    }
  })

  test('多张照片只列出可多选的工具，全部放进去', async ({ installed: page }) => {
    await share(page, { files: [SMALL_PHOTOS.house, SMALL_PHOTOS.chair, SMALL_PHOTOS.room] })
    await expect(page.getByText('一次只处理一张图的工具没有列出')).toBeVisible()
    await page.getByRole('link', { name: /图片压缩/ }).click()
    await expect(page).toHaveURL(/\/compress$/)
    const { start } = new WorkbenchPage(page)
    await expect(start).toContainText('3')
    // The next share takes the place of what lay there before.
    await share(page, { files: [SMALL_PHOTOS.house, SMALL_PHOTOS.chair] })
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
      await share(page, { files: [SMALL_PHOTOS.chair], text })
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

    test('分享直接到选工具的页面，再到手机的工作台', async ({ installed: page }) => {
      await share(page, { files: [SMALL_PHOTOS.chair] })
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
  const base64 = await readFile(SMALL_PHOTOS.chair, 'base64')
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
