import { expect, type Locator, type Page } from '@playwright/test'

/** The drawer of jobs that wait to be sent. */
export class OutboxDrawerPage {
  readonly page: Page
  readonly root: Locator
  readonly jobs: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.getByRole('dialog', { name: /^待发送/ })
    this.jobs = this.root.getByRole('list', { name: '发送顺序' }).getByRole('listitem')
  }

  /** Opens it by the sign in the header. */
  async open(): Promise<this> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: /离线|待发送/ })
      .click()
    await expect(this.root).toBeVisible()
    return this
  }

  async close(): Promise<void> {
    await this.root.getByRole('button', { name: '关闭' }).click()
    await expect(this.root).toHaveCount(0)
  }

  /** File names in the order of sending. */
  async names(): Promise<string[]> {
    const texts = await this.jobs.allInnerTexts()
    return texts.map((text) => /\S+\.(?:jpg|png)/.exec(text)?.[0] ?? '')
  }
}
