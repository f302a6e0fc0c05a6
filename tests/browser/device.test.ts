import { PAGES } from '#src/pages/pages.ts'
import { findTool, TOOLS } from '#src/tools/registry.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import { PHONE } from '#tests/support/pages/phone.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

test('电脑访问手机页面会回到首页', async ({ page }) => {
  for (const { path } of PAGES.filter((entry) => entry.path.includes('mobile'))) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/)
  }
  await expect(page.getByRole('heading', { level: 1, name: /从哪张图开始/ })).toBeVisible()
})

test.describe('手机', () => {
  test.use({ ...PHONE, colorScheme: 'dark' })

  test('电脑的地址去手机首页，带上“继续”卡片；用户协议留在原处', async ({ page }) => {
    await page.goto('/matting')
    await expect(page).toHaveURL(/\/mobileHome\?from=%2Fmatting$/)
    await page.getByRole('link', { name: /^继续：智能抠图/ }).tap()
    await expect(page).toHaveURL(/\/mobilePrepare\?tool=matting$/)
    await expect(page.getByRole('heading', { level: 1, name: '智能抠图' })).toBeVisible()

    await page.goto('/list')
    await expect(page).toHaveURL(/\/mobileHome\?from=%2Flist$/)
    await page.getByRole('link', { name: /^继续：我的任务/ }).tap()
    await expect(page).toHaveURL(/\/mobileList$/)

    await page.goto('/')
    await expect(page).toHaveURL(/\/mobileHome$/)
    await expect(page.getByRole('link', { name: /^继续：/ })).toHaveCount(0)
    await page.goto('/agreement')
    await expect(page).toHaveURL(/\/agreement$/)
    await expect(page.getByRole('heading', { level: 1, name: '用户协议与隐私政策' })).toBeVisible()
  })

  test('手机页面：标题、无障碍、控制台', async ({ page, problems }) => {
    // The page that is not there, unless the service worker answers for the server.
    problems.allow(/status of 404/)
    for (const [path, title, heading] of [
      ['/mobileHome', '首页', /从哪张图开始/],
      ['/mobileHome?tab=tools', '首页', '工具'],
      ['/mobileHome?tab=me', '首页', '我的'],
      ['/mobileHome?page=/qaPage', '帮助中心', '帮助中心'],
      ['/mobileList', '我的任务', '我的任务'],
      ['/mobilePrepare', '准备任务', '先选一个工具'],
      ['/mobileDone', '任务结果', '没有找到这个任务'],
      ['/mobile404', '页面不存在', '这块地上还没有房子'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page).toHaveTitle(`${title} · 筑绘`)
      await expectAccessible(page)
    }
  })

  test('每种工作台在手机上都能打开，开始按钮或引擎说明在屏幕内', async ({ page }) => {
    const shapes = [...new Map(TOOLS.map((tool) => [tool.workbench, tool.id])).values(), 'matting', 'clean']
    for (const id of shapes) {
      const title = findTool(id)?.title ?? ''
      await page.goto(`/mobilePrepare?tool=${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page).toHaveTitle(`${title} · 筑绘`)
      const action = page.getByTestId('start').or(page.getByRole('note')).or(page.getByText('在本机查看'))
      await expect(action.last()).toBeInViewport()
      await expectAccessible(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, `${id} scrolls sideways`).toBeLessThanOrEqual(0)
    }
  })

  test('横过来：画布在左、开始按钮在右，都在屏幕内，图片占大半个画布', async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    for (const id of ['clean', 'toline']) {
      const bench = await new WorkbenchPage(page).open(`/mobilePrepare?tool=${id}`)
      await bench.add(SMALL_PHOTOS.house)
      const picture = bench.canvas.getByRole('img').first()
      await expect(picture).toBeVisible()
      await expect(bench.start).toBeInViewport({ ratio: 1 })
      await expect(picture).toBeInViewport({ ratio: 1 })
      await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeGreaterThan(150)
      const scrolls = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(scrolls).toBeLessThanOrEqual(0)
    }
  })

  test('结果占满画布：本机运行的说明收进面板，打开才显示', async ({ page }) => {
    const bench = await new WorkbenchPage(page).open('/mobilePrepare?tool=toline')
    await bench.add(SMALL_PHOTOS.house)
    const places = bench.panel.getByRole('radiogroup', { name: '运行于' })
    await expect(places).toBeVisible()
    await bench.start.tap()
    await bench.finished()
    await expect(places).toBeHidden()
    const canvas = await bench.canvas.boundingBox()
    expect(canvas?.height ?? 0).toBeGreaterThan(844 / 2)
    await bench.openSheet()
    await expect(places).toBeVisible()
  })

  test('放大文字后的窄屏不横向滚动，标签栏仍在底部', async ({ page }) => {
    // 390 px at 150 %.
    await page.setViewportSize({ width: 260, height: 563 })
    for (const path of ['/mobileHome', '/mobileList', '/mobilePrepare?tool=toline']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => window.innerWidth)).toBe(260)
      await expect(page.getByRole('navigation', { name: '主导航' })).toBeInViewport({ ratio: 1 })
    }
  })

  test.describe('装好后', () => {
    test('登录后断网，窄手机的顶栏也放得下', async ({ installed: page, app, signIn, problems }) => {
      problems.allow(/net::ERR_|Failed to load resource/)
      await signIn(page.context())
      await page.goto('/mobileHome')
      await expect(new Shell(page).account).toBeVisible()
      await app.stop()
      try {
        await page.evaluate(() => window.dispatchEvent(new Event('offline')))
        const shell = new Shell(page)
        await expect(shell.offlineBar).toBeVisible()
        for (const width of [390, 360, 320]) {
          await page.setViewportSize({ width, height: 640 })
          await expect(shell.account).toBeInViewport({ ratio: 1 })
          await expect(page.getByRole('banner').getByRole('button', { name: '离线' })).toBeVisible()
          expect(await page.evaluate(() => window.innerWidth)).toBe(width)
        }
      } finally {
        await app.start()
      }
    })
  })
})

test.describe('页面代码取不到', () => {
  test('先自动重载一次，仍失败则给出重新加载的页面', async ({ page, problems }) => {
    problems.allow(/net::ERR_FAILED|dynamically imported module|页面没有加载成功/)
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    const first = await (await page.goto('/agreement'))?.text()
    const isPart = ({ pathname }: URL) => /^\/assets\/.*\.js$/.test(pathname) && !first?.includes(pathname)
    await page.route(isPart, (route) => route.abort())
    await page.goto('/matting')
    await expect(page.getByRole('heading', { level: 1, name: '页面没有加载成功' })).toBeVisible()
    expect(loads, 'the first page, this page, and this page reloaded once').toBe(3)
    await expectAccessible(page)
    await page.unroute(isPart)
    await page.getByRole('button', { name: '重新加载' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '智能抠图' })).toBeVisible()
    await expect(new WorkbenchPage(page).start).toBeVisible()
  })
})
