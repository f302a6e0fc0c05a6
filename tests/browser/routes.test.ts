import { PAGES } from '#src/pages/pages.ts'
import { TOOLS } from '#src/tools/registry.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import {
  expectPage,
  expectTool,
  hasOwnHeading,
  showsNewPart,
  standsForShape,
} from '#tests/support/pages/route-checks.ts'

/** Pages that a desktop shows; phones' own are in device.test.ts. */
const DESKTOP_PAGES = PAGES.filter(({ path }) => !path.includes('mobile'))
/** Parts that one page of a view has, and others of it do not. */
const WITH_OWN_PARTS = ['/aiToolPage', '/modelsquare', '/modelTraining', '/myPersonCenter', '/tupianHome']
/** Pages of one view differ by their words: axe and a narrow window look at one of each, and at those with more to show. */
const LOOKED_AT = DESKTOP_PAGES.filter(
  (page) =>
    DESKTOP_PAGES.find(({ view }) => view === page.view) === page ||
    hasOwnHeading(page) ||
    WITH_OWN_PARTS.includes(page.path),
)
const SIZES = [
  {
    name: '桌面 1440×900，浅色',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    narrow: false,
  },
  { name: '窄窗 390×844，深色', viewport: { width: 390, height: 844 }, colorScheme: 'dark', narrow: true },
] as const
const GROUPS = [
  { name: '渲染', tools: TOOLS.filter((tool) => tool.group === 'render') },
  { name: '图片工具', tools: TOOLS.filter((tool) => tool.group === 'image') },
  { name: '生成与助手', tools: TOOLS.filter((tool) => tool.group === 'generate' || tool.group === 'assist') },
]

test.describe.configure({ mode: 'parallel' })

for (const { name, viewport, colorScheme, narrow } of SIZES) {
  test.describe(name, () => {
    // A fade that axe meets half-way has no colours of its own.
    test.use({ viewport, colorScheme })

    for (const group of GROUPS) {
      // Tools of one shape are laid out by the same code; what they differ in is data, which unit tests check.
      const tools = group.tools.filter(narrow ? showsNewPart : standsForShape)
      test(`${group.name}：${tools.length} 个工具页`, async ({ page }) => {
        test.setTimeout(180_000)
        for (const tool of tools) {
          await test.step(tool.id, () => expectTool(page, tool, narrow))
        }
      })
    }

    const pages = narrow ? LOOKED_AT : DESKTOP_PAGES
    test(`${pages.length} 个其他页面`, async ({ page }) => {
      test.setTimeout(180_000)
      for (const entry of pages) {
        await test.step(entry.path, async () => {
          await expectPage(page, entry)
          if (LOOKED_AT.includes(entry)) await expectAccessible(page)
        })
      }
    })

    test('没有的地址是 404 页，大小写不同的地址也是', async ({ page, problems }) => {
      // The browser's own line about an answer that says what the page says.
      problems.allow(/status of 404/)
      const ways = [
        ['/no-such-page', '智能抠图'],
        ['/Matting', '智能抠图'],
        ['/MaterialChange', '材质替换 · 室外'],
        ['/list/', '我的任务'],
      ] as const
      // An address leads to the same page in every window, so the narrow one tries the first alone.
      for (const [path, near] of narrow ? ways.slice(0, 1) : ways) {
        await page.goto(path)
        if (path === '/list/') {
          await expect(page.getByRole('heading', { level: 1, name: near })).toBeVisible()
          continue
        }
        await expect(page.getByRole('heading', { level: 1, name: '这块地上还没有房子' })).toBeVisible()
        await expect(page).toHaveTitle('页面不存在 · 筑绘')
        await expect(page.getByRole('main')).toContainText(path)
        await expect(page.getByRole('main').getByRole('link', { name: near })).toBeVisible()
        await expect(page.getByRole('contentinfo')).toBeVisible()
      }
      await expectAccessible(page)
    })
  })
}

test('只差一个大写字母的两个地址是两个工具', async ({ page }) => {
  await page.goto('/materialchange')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('材质替换 · 室外')
  await page.goto('/materialChange')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('材质替换 · 室内')
})

test.describe('没有缓存时', () => {
  test('工具页的文件在外壳到达之前就请求，每个只请求一次', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const shell = Promise.withResolvers<void>()
    await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
      await shell.promise
      await route.continue()
    })
    await page.goto('/matting', { waitUntil: 'commit' })
    for (const name of ['AntdRoot', 'antd', 'tool', 'MaskWorkbench']) {
      await expect.poll(() => asked).toContainEqual(expect.stringMatching(`^/assets/${name}-[^/]*\\.js$`))
    }
    shell.resolve()
    await expect(page.getByRole('heading', { level: 1, name: '智能抠图' })).toBeVisible()
    const scripts = asked.filter((path) => /^\/assets\/.*\.(js|css)$/.test(path))
    expect(scripts.filter((path, place) => scripts.indexOf(path) !== place)).toEqual([])
  })
})
