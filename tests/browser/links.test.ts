import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

const SITE = 'https://pictures.example'

/** Drops or pastes what a browser hands over of another page, by its types. */
async function give(
  page: Page,
  way: 'drop' | 'paste',
  data: Readonly<Record<string, string>>,
  on = 'body',
): Promise<void> {
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await page.locator(on).evaluate(
    (target, [how, texts]) => {
      const transfer = new DataTransfer()
      for (const [type, text] of Object.entries(texts)) transfer.setData(type, text)
      const init = { bubbles: true, cancelable: true }
      target.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
      )
    },
    [way, data] as const,
  )
}

test('拖入或粘贴图片的链接：网站允许就取来；不允许、不是图片都说明怎么办', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/pictures\.example|ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  const body = await readFile(SMALL_PHOTOS.chair)
  await context.route(`${SITE}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const open = { 'Access-Control-Allow-Origin': '*' }
    if (pathname.startsWith('/open/'))
      return route.fulfill({ body, contentType: 'image/jpeg', headers: open })
    if (pathname === '/page') return route.fulfill({ body: '<p>', contentType: 'text/html', headers: open })
    return route.fulfill({
      body,
      contentType: 'image/jpeg',
      headers: { 'Access-Control-Allow-Origin': SITE },
    })
  })
  const bench = await new WorkbenchPage(page).open('/toline')
  const picture = (name: string) => bench.panel.getByRole('button', { name: new RegExp(name) }).first()

  await give(page, 'drop', { 'text/uri-list': `# a comment\r\n${SITE}/open/%E6%A4%85%E5%AD%90.jpg?w=1200` })
  await expect(picture('椅子.jpg')).toBeVisible()
  await give(page, 'paste', { 'text/plain': `${SITE}/open/lamp` })
  await expect(picture('lamp.jpg')).toBeVisible()
  // What is dragged is a picture in a link that leads to a page.
  await give(page, 'drop', {
    'text/uri-list': `${SITE}/page`,
    'text/html': `<a href="${SITE}/page"><img src="${SITE}/open/sofa.webp" alt=""></a>`,
  })
  await expect(picture('sofa.jpg')).toBeVisible()
  await expect(bench.refusals).toHaveCount(0)

  await give(page, 'drop', { 'text/uri-list': `${SITE}/closed.jpg` })
  await expect(bench.refusals).toContainText('那个网站不允许直接取用它的图片')
  await expect(bench.refusals).toContainText('把图片保存下来，再把文件拖进来')
  await give(page, 'drop', { 'text/uri-list': `${SITE}/page` })
  await expect(bench.refusals).toContainText('这个链接不是图片')
  await context.setOffline(true)
  await context.unroute(`${SITE}/**`)
  await give(page, 'paste', { 'text/plain': `${SITE}/open/late.jpg` })
  await expect(bench.refusals.getByText('late.jpg')).toBeVisible()
  await context.setOffline(false)
})

test('写字的地方粘贴链接仍是文字；一段文章里的链接不当图片', async ({ page, context }) => {
  const asked: string[] = []
  await context.route(`${SITE}/**`, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await new WorkbenchPage(page).open('/architecturalRenderNew')
  await give(page, 'paste', { 'text/plain': `${SITE}/a.jpg` }, '#root textarea')
  await give(page, 'paste', { 'text/plain': `看这张 ${SITE}/b.jpg` })
  await give(page, 'paste', {
    'text/plain': '一段文章',
    'text/html': `<p>一段文章 <img src="${SITE}/c.jpg"></p>`,
  })
  await expect(page.getByText('正在取链接里的图片…')).toHaveCount(0)
  expect(asked).toEqual([])
})
