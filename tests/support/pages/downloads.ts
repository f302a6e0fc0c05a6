import { type Download, expect, type Locator, type Page } from '@playwright/test'

/** The question before an archive, and the dock that shows it on its way. */
export class Downloads {
  readonly page: Page
  readonly dialog: Locator
  readonly dock: Locator
  readonly progress: Locator
  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: '打包下载' })
    this.dock = page.getByRole('complementary', { name: '下载' })
    this.progress = this.dock.getByRole('progressbar')
  }

  /** Picks everything on the list of tasks and asks for its results. */
  async askForAll(count: number): Promise<void> {
    await expect(this.page.getByRole('article').first()).toBeVisible()
    await this.page.getByRole('checkbox').first().check({ force: true })
    const bar = this.page.getByRole('toolbar', { name: '批量操作' })
    const all = bar.getByRole('button', { name: `全选 ${count} 个`, exact: true })
    await all.click()
    await bar.getByRole('button', { name: /^下载 \d+ 个$/ }).click()
    await expect(this.dialog).toBeVisible()
  }

  /** Answers the question. */
  async start(name?: string): Promise<void> {
    if (name) await this.dialog.getByLabel('文件名').fill(name)
    await this.dialog.getByRole('button', { name: '开始下载' }).click()
    await expect(this.dialog).toBeHidden()
  }

  /** Waits until the archive is saved, with all its files; what is missing is told with its reason. */
  async expectSaved(count: number): Promise<void> {
    const saved = this.dock.getByText(/^已保存 \d+ 个文件/)
    await expect(saved).toBeVisible({ timeout: 30_000 })
    expect(await this.dock.locator('details li').allTextContents(), 'missing files').toEqual([])
    await expect(saved).toHaveText(new RegExp(`^已保存 ${count} 个文件`))
  }

  /** Waits for the finished archive. */
  async finished(act: () => Promise<void>): Promise<Download> {
    const [download] = await Promise.all([this.page.waitForEvent('download', { timeout: 60_000 }), act()])
    return download
  }
}
