import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS, SMALL_PHOTOS } from '#tests/support/photos.ts'
import { seedPictures, seedTasks, storedTask } from '#tests/support/seed.ts'

test.describe.configure({ timeout: 120_000 })

/** The database as version 1 made it, filled as version 1 filled it. */
async function makeVersionOne(
  page: Page,
  tasks: readonly Record<string, unknown>[],
  drafts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await page.route('**/blank', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }),
  )
  await page.goto('/blank')
  await page.evaluate(
    async ([records, forms]) => {
      const db = await new Promise<IDBDatabase>((settle, reject) => {
        const request = indexedDB.open('zhuhui', 1)
        request.onupgradeneeded = () => {
          const store = request.result.createObjectStore('tasks', { keyPath: 'taskId' })
          store.createIndex('userId+createdAt', ['userId', 'createdAt'])
          request.result.createObjectStore('blobs', { keyPath: 'key' }).createIndex('userId', 'userId')
          request.result.createObjectStore('drafts')
          request.result.createObjectStore('kv')
        }
        request.onsuccess = () => settle(request.result)
        request.onerror = () => reject(request.error)
      })
      const transaction = db.transaction(['tasks', 'drafts', 'kv'], 'readwrite')
      for (const [key, form] of Object.entries(forms)) transaction.objectStore('drafts').put(form, key)
      for (const record of records) transaction.objectStore('tasks').put(record)
      transaction.objectStore('kv').put('kept', 'session/anything')
      await new Promise<void>((settle, reject) => {
        transaction.oncomplete = () => settle()
        transaction.onerror = () => reject(transaction.error)
      })
      db.close()
    },
    [tasks, drafts] as const,
  )
}

/** Names of the pictures that drafts in the store have bytes for. */
function storedNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((settle, reject) => {
        request.onsuccess = () => settle(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await resultOf(indexedDB.open('zhuhui'))
    const stores = db.transaction(['drafts', 'blobs'])
    const keys = await resultOf(stores.objectStore('blobs').getAllKeys())
    const drafts: { inputs: { id: string; name: string }[] }[] = await resultOf(
      stores.objectStore('drafts').getAll(),
    )
    db.close()
    return drafts.flatMap(({ inputs }) =>
      inputs.filter(({ id }) => keys.some((key) => String(key).endsWith(id))).map(({ name }) => name),
    )
  })
}

test('版本 1 的数据升级后一条不少，同一毫秒的也在，未完成的照样读入', async ({ page, problems }) => {
  // The results of these records are on no server.
  problems.allow(/401 \(Unauthorized\)/)
  const now = Date.now()
  // A hundred and twenty of one moment lie across the borders of pages.
  const tied = Array.from({ length: 120 }, (_, i) => storedTask(i, { createdAt: now - 1000 }))
  const rest = Array.from({ length: 80 }, (_, i) => storedTask(500 + i, { createdAt: now - 2000 - i }))
  await makeVersionOne(page, [...tied, ...rest, storedTask(900, { createdAt: now, state: 'failed' })])
  await page.goto('/list')
  await expect(page.locator('[data-total]')).toHaveAttribute('data-total', '201')
  const version = await page.evaluate(async () => {
    const all = await indexedDB.databases()
    return all.find(({ name }) => name === 'zhuhui')?.version
  })
  expect(version).toBe(3)
})

test('旧版本的草稿打开后，对单张图片的修改都在', async ({ page }) => {
  const form = (id: string, edits: Record<string, unknown>) => ({
    params: {},
    inputs: [{ id, role: 'image', name: `${id}.jpg`, type: 'image/jpeg', width: 320, height: 240, ...edits }],
  })
  const regions = [
    { x: 0.3, y: 0.4, label: 'floor' },
    { x: 0.7, y: 0.4, label: 'wall' },
  ]
  const plan = {
    ruler: { x0: 0.1, y0: 0.5, x1: 0.9, y1: 0.5, mm: 8000 },
    changes: [{ x: 0.5, y: 0.5, kind: 'study' }],
  }
  await makeVersionOne(page, [], {
    'guest/indoorRenderNew': form('room', { regions }),
    'guest/colorFlatPicture': form('home', { plan }),
  })
  await seedPictures(page, ['draft-room', 'draft-home'])
  const render = await new WorkbenchPage(page).open('/indoorRenderNew')
  await expect(render.canvas.getByText('已改 2 处')).toBeVisible()
  const flat = await new WorkbenchPage(page).open('/colorFlatPicture')
  const undo = flat.canvas.getByRole('button', { name: '撤销' })
  await undo.click()
  // The kind of the room is gone; the length that was set stays.
  await expect(undo).toBeEnabled()
  await page.reload()
  await undo.click()
  await expect(undo).toBeDisabled()
})

test('空间用完：内容留在页面里并说清楚，腾出空间后真的存下', async ({ browser, app, problems }) => {
  problems.allow(/QuotaExceeded|could not be stored/)
  // Chromium heeds a quota only in a context of its own.
  await using context = await browser.newContext({ baseURL: app.url })
  problems.watch(context)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 60_000 })
  const bench = new WorkbenchPage(page)
  await bench.open('/compress')
  await bench.add(PHOTOS.house)
  const alert = page.getByRole('alert').filter({ hasText: '本机存储空间不足' })
  await expect(alert).toContainText('1 个文件只在这个页面里')
  await expect(alert.getByRole('link', { name: '清理空间' })).toBeVisible()
  const shell = new Shell(page)
  const again = alert.getByRole('button', { name: '再试一次' })
  await shell.expectToast('仍然保存不了，请先清理空间', () => again.click())
  await expect(alert).toContainText('只在这个页面里')
  await session.send('Storage.overrideQuotaForOrigin', { origin: app.url })
  await shell.expectToast('已保存到本机', () => again.click())
  await expect(alert).toBeHidden()
  expect(await storedNames(page)).toEqual(['house.jpg'])
  await page.reload()
  await expect(page.getByText('house.jpg').first()).toBeVisible()
})

test('另一标签页不放开旧版本的数据库：几秒后说明，在内存里照常做；放开后并入原有内容并存下', async ({
  page,
  context,
  problems,
}) => {
  // The result of the earlier task is on no server.
  problems.allow(/waits for another tab|cannot be read|could not be stored|401 \(Unauthorized\)/)
  const holder = await context.newPage()
  const earlier = storedTask(1, { createdAt: Date.now() - 60_000, toolId: 'compress', op: 'compress' })
  await makeVersionOne(holder, [earlier])
  await holder.evaluate(() => {
    const opening = indexedDB.open('zhuhui', 1)
    opening.onsuccess = () => Object.assign(window, { held: opening.result })
  })
  await holder.waitForFunction(() => 'held' in window)
  const bench = await new WorkbenchPage(page).open('/compress')
  const alert = page.getByRole('alert').filter({ hasText: '本机存储没有响应' })
  await expect(alert).toContainText('请关闭本站的其他标签页')
  await bench.add(SMALL_PHOTOS.house)
  await bench.start.click()
  await expect(bench.history.getByRole('listitem')).toContainText('已完成')
  await expect(alert).toContainText('1 个任务')
  await holder.close()
  await expect(alert).toBeHidden()
  await expect(bench.history.getByRole('listitem')).toHaveCount(2)
  await page.reload()
  await expect(bench.history.getByRole('listitem')).toHaveCount(2)
  await expect(bench.panel.getByRole('button', { name: /house\.jpg/ }).first()).toBeVisible()
})

test('本机存储：说清占用，清理本机结果前报数，清理后列表为空', async ({ page }) => {
  await page.goto('/myStorage')
  await expect(page.getByRole('heading', { name: '本机存储', level: 1 })).toBeVisible()
  await seedPictures(page, ['p0'])
  const now = Date.now()
  await seedTasks(
    page,
    [0, 1, 2].map((i) => storedTask(i, { createdAt: now - i, outputKey: 'p0' })),
  )
  await page.reload()
  await page.getByRole('button', { name: '清理结果图片' }).click()
  const dialog = page.getByRole('dialog', { name: '清理 3 个本机结果？' })
  await expect(dialog).toContainText('找不回来')
  const clearing = dialog.getByRole('button', { name: '清理，不保留' })
  await new Shell(page).expectToast('已清理', () => clearing.click())
  await expect(page.getByRole('button', { name: '清理结果图片' })).toBeDisabled()
  await page.goto('/list')
  await expect(page.getByRole('heading', { name: '还没有任务' })).toBeVisible()
})
