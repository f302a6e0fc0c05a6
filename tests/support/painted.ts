import type { Page } from '@playwright/test'

/** Waits until what has changed is laid out and painted. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
