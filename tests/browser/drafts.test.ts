import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

function countStoredDrafts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('zhuhui')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('drafts').objectStore('drafts').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )
}

test('改动后立刻离开：最后一次改动也在', async ({ page }) => {
  await new WorkbenchPage(page).open('/matting')
  const ground = page.getByRole('radiogroup', { name: '背景' })
  await ground.getByText('自选色', { exact: true }).click()
  await expect.poll(() => countStoredDrafts(page)).toBe(1)
  for (const choice of ['白色', '自选色', '透明', '白色']) {
    const reloaded = page.waitForEvent('load')
    // In one task, so that nothing can be stored between the change and the leave.
    await ground.getByText(choice, { exact: true }).evaluate((label) => {
      ;(label as HTMLElement).click()
      location.reload()
    })
    await reloaded
    // Also tells that the stored form has been read: the next change is made to it.
    await expect(ground.getByRole('radio', { name: choice })).toBeChecked()
  }
})

test('登录状态晚到：正在检查的图片不丢，进了账户的草稿', async ({ page, context, signIn }) => {
  await signIn(context)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/user/userInfo', async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  const bench = await new WorkbenchPage(page).open('/toline')
  await asked.promise
  await bench.add(SMALL_PHOTOS.house)
  answered.resolve()
  await expect(page.getByRole('button', { name: /^账户：/ })).toBeVisible()
  await expect(page.getByText('house.jpg').first()).toBeVisible()
  await expect(bench.start).toBeEnabled()
})

test('图片名一出现就刷新：图片也在', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/toline')
  const names: string[] = []
  for (const photo of [SMALL_PHOTOS.house, SMALL_PHOTOS.chair, SMALL_PHOTOS.room]) {
    const name = basename(photo)
    names.push(name)
    const reloaded = page.waitForEvent('load')
    await page.evaluate((wanted) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('main')?.innerHTML.includes(wanted)) return
        observer.disconnect()
        location.reload()
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    }, name)
    await bench.add(photo)
    await reloaded
    for (const kept of names)
      await expect(bench.panel.getByRole('button', { name: new RegExp(kept) }).first()).toBeVisible()
  }
})

test('任务正在存下时页面没了：任务和图片都在，接着做完', async ({ page, context }) => {
  const bench = await new WorkbenchPage(page).open('/compress')
  await bench.add(SMALL_PHOTOS.house)
  await expect(bench.start).toBeEnabled()
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...args: [value: unknown, key?: IDBValidKey]) {
      if (this.name === 'tasks') {
        console.log('storing')
        // The page never hears that the record was taken.
        queueMicrotask(() => {
          for (;;);
        })
      }
      return put.apply(this, args)
    }
  })
  const storing = page.waitForEvent('console', (message) => message.text() === 'storing')
  void bench.start.click().catch(() => undefined)
  await storing
  await page.close()
  const next = await new WorkbenchPage(await context.newPage()).open('/compress')
  await expect(next.history.getByRole('listitem')).toContainText('已完成')
})

/** The form's pictures, by their names. */
const pictureIn = (bench: WorkbenchPage, name: string) =>
  bench.panel.getByRole('button', { name: new RegExp(name) }).first()

test('两个标签页、同一份草稿：一边加图、涂抹、改参数，另一边跟上，刷新后都在', async ({ page, context }) => {
  const one = await new WorkbenchPage(page).open('/materialChange')
  const two = await new WorkbenchPage(await context.newPage()).open('/materialChange')
  await one.add(SMALL_PHOTOS.chair)
  await expect(pictureIn(two, 'chair.jpg')).toBeVisible()
  const [maskOne, maskTwo] = [new MaskEditorPage(one.page), new MaskEditorPage(two.page)]
  await maskOne.ready()
  await maskTwo.ready()
  await maskOne.saving('materialChange', () => maskOne.drag([0.1, 0.1], [0.3, 0.1]))
  await expect.poll(() => maskTwo.covers([0.2, 0.1]), 'an open editor shows it').toBe(true)
  await maskTwo.saving('materialChange', () => maskTwo.drag([0.1, 0.3], [0.3, 0.3]))
  await expect.poll(() => maskOne.covers([0.2, 0.3])).toBe(true)
  expect(await maskOne.covers([0.2, 0.1])).toBe(true)
  const scale = (bench: WorkbenchPage) => bench.page.getByRole('spinbutton', { name: '纹理大小（数值）' })
  await scale(two).fill('2.5')
  await expect(scale(one)).toHaveValue('2.5')
  await one.add(SMALL_PHOTOS.room)
  await expect(pictureIn(two, 'room.jpg')).toBeVisible()
  for (const bench of [one, two]) {
    await expect(bench.page.getByText('另一个标签页也改过')).toHaveCount(0)
    await bench.page.reload()
    for (const name of ['chair.jpg', 'room.jpg']) await expect(pictureIn(bench, name)).toBeVisible()
    await expect(scale(bench)).toHaveValue('2.5')
    await expect(bench.page.getByText('已涂抹 1 / 2')).toBeVisible()
  }
})

test('两个标签页同时改了草稿：后存的在，另一份留着，换来换去都不丢', async ({ page, context }) => {
  const one = await new WorkbenchPage(page).open('/compress')
  const asleep = await context.newPage()
  // A tab that sleeps hears nothing of the others.
  await asleep.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  const two = await new WorkbenchPage(asleep).open('/compress')
  await one.add([SMALL_PHOTOS.house, SMALL_PHOTOS.room])
  await expect(pictureIn(one, 'room.jpg')).toBeVisible()
  await expect.poll(() => countStoredDrafts(page)).toBe(1)
  await two.add(SMALL_PHOTOS.chair)
  const offer = (bench: WorkbenchPage) =>
    bench.page.getByRole('status').filter({ hasText: '另一个标签页也改过这份草稿' })
  await expect(offer(two)).toContainText('2 个文件')
  await expect(pictureIn(two, 'chair.jpg')).toBeVisible()
  await asleep.close()

  // The tab that heard nothing told nothing either; the other one looks when it is opened again.
  await page.reload()
  await expect(pictureIn(one, 'chair.jpg')).toBeVisible()
  await expect(pictureIn(one, 'house.jpg')).toHaveCount(0)
  await offer(one).getByRole('button', { name: '换成那一份' }).click()
  for (const name of ['house.jpg', 'room.jpg']) await expect(pictureIn(one, name)).toBeVisible()
  await expect(offer(one)).toContainText('1 个文件')
  await page.reload()
  await expect(pictureIn(one, 'house.jpg')).toBeVisible()
  await offer(one).getByRole('button', { name: '换成那一份' }).click()
  await expect(pictureIn(one, 'chair.jpg')).toBeVisible()
  await offer(one).getByRole('button', { name: '不要那一份' }).click()
  await expect(offer(one)).toHaveCount(0)
  await page.reload()
  await expect(pictureIn(one, 'chair.jpg')).toBeVisible()
  await expect(offer(one)).toHaveCount(0)
})
