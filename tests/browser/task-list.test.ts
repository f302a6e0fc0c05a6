import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { GONE } from '#tests/support/console-problems.ts'
import { PHONE } from '#tests/support/pages/phone.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { seedPictures, seedTasks, storedTask } from '#tests/support/seed.ts'

const MANY = 10_000
/** One a quarter of an hour: a hundred days. */
const STEP_MS = 15 * 60_000
const PICTURES = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']

test.describe.configure({ timeout: 180_000 })

async function seedMany(page: Page): Promise<void> {
  const now = Date.now()
  const tasks = Array.from({ length: MANY }, (_, i) =>
    storedTask(i, {
      createdAt: now - i * STEP_MS,
      state: i % 50 === 7 ? 'failed' : 'done',
      ...(i % 3 === 0 ? { toolId: 'compress', op: 'compress' } : {}),
      ...(i === 9000 ? { name: '滨江大剧院 夜景.jpg' } : {}),
      outputKey: PICTURES[i % PICTURES.length] ?? 'p0',
    }),
  )
  await seedPictures(page, PICTURES)
  for (let at = 0; at < MANY; at += 2000) await seedTasks(page, tasks.slice(at, at + 2000))
}

const cards = (page: Page) => page.locator('article')
const total = (page: Page) => page.locator('[data-total]')

test('一万个任务断网可看：滚到底、搜得到、全选数得对', async ({ installed: page, app, problems }) => {
  problems.allow(GONE)
  await seedMany(page)
  await app.stop()
  try {
    await page.goto('/list')
    await expect(total(page)).toHaveAttribute('data-total', String(MANY))
    await test.step('pictures are there, and only what is near the window is in the page', async () => {
      await expect(cards(page).first().locator('img')).toBeVisible()
      expect(await cards(page).count()).toBeLessThan(80)
    })
    await test.step('the oldest can be scrolled to', async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(page.getByRole('link', { name: `图纸 ${MANY - 1}.jpg` })).toBeVisible()
      await expect(cards(page).last().locator('img')).toBeVisible()
      expect(await cards(page).count()).toBeLessThan(80)
      const last = page.getByRole('listitem').filter({ hasText: `图纸 ${MANY - 1}.jpg` })
      await expect(last).toHaveAttribute('aria-posinset', String(MANY))
      await expect(last).toHaveAttribute('aria-setsize', String(MANY))
    })
    await test.step('a search finds an old one', async () => {
      await page.getByRole('searchbox', { name: '搜索任务' }).fill('大剧院')
      await expect(total(page)).toHaveAttribute('data-total', '1')
      await expect(page.getByRole('link', { name: /滨江大剧院 夜景\.jpg/ })).toBeVisible()
      await page.getByRole('button', { name: '清空' }).click()
    })
    await test.step('everything is selected, not only what is on show', async () => {
      await cards(page).first().getByRole('checkbox').check({ force: true })
      await page.getByRole('button', { name: '全选 10,000 个' }).click()
      await expect(page.getByRole('status').filter({ hasText: '已选 10,000 个' })).toBeVisible()
      await expect(page.getByRole('button', { name: '重试 200 个' })).toBeVisible()
      await page.keyboard.press('Escape')
    })
    await test.step('filters narrow it, and a reload keeps them', async () => {
      await page.getByRole('button', { name: '失败', exact: true }).click()
      await expect(total(page)).toHaveAttribute('data-total', '200')
      await page.getByRole('combobox', { name: '按工具筛选' }).selectOption({ label: '图片压缩' })
      await expect(total(page)).toHaveAttribute('data-total', '67')
      await page.reload()
      await expect(total(page)).toHaveAttribute('data-total', '67')
    })
  } finally {
    await app.start()
  }
})

test('Shift 选一段，放进项目，再按项目筛选；刷新后还在', async ({ page }) => {
  await page.goto('/list')
  await expect(page.getByRole('heading', { name: '还没有任务' })).toBeVisible()
  const now = Date.now()
  await seedPictures(page, PICTURES)
  await seedTasks(
    page,
    Array.from({ length: 12 }, (_, i) => storedTask(i, { createdAt: now - i, outputKey: 'p0' })),
  )
  await page.reload()
  await expect(total(page)).toHaveAttribute('data-total', '12')
  await page.getByRole('checkbox', { name: '选择 图转线稿 图纸 2.jpg' }).check({ force: true })
  await page
    .getByRole('checkbox', { name: '选择 图转线稿 图纸 5.jpg' })
    .click({ force: true, modifiers: ['Shift'] })
  await expect(page.getByRole('status').filter({ hasText: '已选 4 个' })).toBeVisible()
  await page.getByRole('button', { name: '放入项目' }).click()
  const dialog = page.getByRole('dialog', { name: /放入项目/ })
  await expect(dialog).toContainText('项目保存在这台设备上')
  await dialog.getByLabel('新项目').fill('滨江住宅')
  await dialog.getByRole('button', { name: '新建并放入' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('combobox', { name: '按项目筛选' }).selectOption('滨江住宅')
  await expect(total(page)).toHaveAttribute('data-total', '4')
  await page.reload()
  await expect(total(page)).toHaveAttribute('data-total', '4')
  await page.getByRole('checkbox', { name: '选择 图转线稿 图纸 2.jpg' }).check({ force: true })
  await page.getByRole('button', { name: '移出项目' }).click()
  await expect(total(page)).toHaveAttribute('data-total', '3')
})

test('最早的未完成任务不论多旧都在启动时读入', async ({ page, problems }) => {
  // The pictures of these records are on no server.
  problems.allow(/401 \(Unauthorized\)/)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const now = Date.now()
  const old = storedTask(5000, {
    createdAt: now - 400 * 86_400_000,
    state: 'queued',
    place: 'local',
    phase: 'waiting',
    name: '很久以前.jpg',
  })
  const rest = Array.from({ length: 300 }, (_, i) => storedTask(i, { createdAt: now - i * 1000 }))
  await seedTasks(page, [...rest, old])
  await page.reload()
  // The header counts what is under way; the rest of the history is not read for it.
  await expect(page.getByRole('link', { name: /我的任务.*1/ })).toBeVisible()
})

test('原图取不到的任务：说明原因，不显示破图', async ({ page, problems }) => {
  // The pictures of this record are on no server.
  problems.allow(/401 \(Unauthorized\)/)
  const bench = await new WorkbenchPage(page).open('/toline')
  await seedTasks(page, [storedTask(1, { createdAt: Date.now(), state: 'failed', place: 'local' })])
  await page.reload()
  await bench.history.getByRole('listitem').getByRole('button').first().click()
  await expect(bench.canvas.getByText('处理失败')).toBeVisible()
  await expect(bench.canvas.locator('img')).toHaveCount(0)
})

test.describe('手机', () => {
  test.use(PHONE)

  test('竖拍的照片不撑高卡片：各行不重叠，每张的时间都看得见', async ({ page }) => {
    await page.goto('/mobileList')
    await expect(page.getByRole('heading', { name: '还没有任务' })).toBeVisible()
    await seedPictures(page, ['tall'], 'guest', [300, 900])
    const now = Date.now()
    const tasks = Array.from({ length: 6 }, (_, i) =>
      storedTask(i, { createdAt: now - i, outputKey: 'tall' }),
    )
    await seedTasks(page, tasks)
    await page.reload()
    await expect(cards(page).last().locator('img')).toBeVisible()
    const loaded = (img: HTMLImageElement) => img.complete && img.naturalHeight > img.naturalWidth
    await expect.poll(() => cards(page).first().locator('img').evaluate(loaded)).toBe(true)
    const boxes = await cards(page).evaluateAll((all) =>
      all.map((card) => {
        const { left, top, bottom } = card.getBoundingClientRect()
        return { left, top, bottom }
      }),
    )
    expect(boxes.length).toBeGreaterThanOrEqual(4)
    for (const one of boxes) {
      const below = boxes.filter((other) => other.left === one.left && other.top > one.top)
      for (const { top } of below) expect(top).toBeGreaterThanOrEqual(one.bottom)
    }
  })
})
