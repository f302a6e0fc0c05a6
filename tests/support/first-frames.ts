import { expect, type Page } from '@playwright/test'
import { FRAMES_PREFIX } from '#contracts/frames.ts'

/** The documents with first frames that are kept, by path and query. */
export const framesOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async (prefix) => {
    const found: Record<string, string> = {}
    for (const name of (await caches.keys()).filter((key) => key.startsWith(prefix))) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url)
        found[pathname + search] = (await (await cache.match(request))?.text()) ?? ''
      }
    }
    return found
  }, FRAMES_PREFIX)

/** Forgets all first frames: the next load of a page draws it from nothing. */
export const dropFrames = (page: Page): Promise<void> =>
  page.evaluate(async (prefix) => {
    for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name)
  }, FRAMES_PREFIX)

/**
 * Opens the page anew until a first frame is kept of it: none is where the account was known before the page was
 * drawn, as it may be when its code is slow to come.
 * @param part what the frame's document has to contain
 */
export async function keepFrame(page: Page, part = 'data-frame='): Promise<void> {
  const { pathname, search } = new URL(page.url())
  const isKept = async () => (await framesOf(page))[pathname + search]?.includes(part)
  await expect(async () => {
    await page.reload()
    await expect.poll(isKept, { timeout: 3000 }).toBe(true)
  }).toPass()
}
