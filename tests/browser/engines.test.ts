import { expectAccessible } from '#tests/support/accessibility.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, signInBy, test } from '#tests/support/browser.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { PHONE } from '#tests/support/pages/phone.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'

test.describe.configure({ timeout: 180_000 })

test('第一次部署：输入控制台的代码，接入 ComfyUI，测试，工具立即可用', async ({ browser, problems }) => {
  // A wrong code, and the server that goes away at the end.
  problems.allow(/status of 400|net::ERR_|Failed to fetch|status of 50/)
  const app = await new AppProcess().start()
  const fake = await new FakeComfyUi({ jobMs: 300 }).start()
  const context = await browser.newContext({ baseURL: app.url })
  problems.watch(context)
  const page = await context.newPage()
  try {
    await page.goto('/text2Img')
    await expect(page.getByText('等待接入引擎')).toBeVisible()

    await signInBy(context, app)
    await page.goto('/admin/engines')
    await page.getByLabel('一次性代码').fill('AAAA-BBBB-CCCC')
    await page.getByRole('button', { name: '成为管理员' }).click()
    await expect(page.getByRole('alert')).toContainText('代码不对')
    const code = /一次性代码 (\S+)/.exec(app.output)?.[1] ?? ''
    await page.getByLabel('一次性代码').fill(code)
    await page.getByRole('button', { name: '成为管理员' }).click()

    await expect(page.getByRole('heading', { name: '还没有接入引擎' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '接入第一个引擎' }).click()
    const dialog = page.getByRole('dialog', { name: '接入引擎' })
    await dialog.getByRole('button', { name: '接入', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('http://')
    await dialog.getByLabel('地址').fill(fake.address)
    await dialog.getByLabel('名称').fill('机房')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '接入', exact: true }).click()
    await expect(dialog).toBeHidden()

    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '机房' }) })
    await expect(card).toContainText('就绪')
    await card.getByRole('button', { name: '能做什么、缺什么' }).click()
    await card.getByRole('button', { name: '测试文生图' }).click()
    await expect(card.getByRole('img', { name: '文生图的测试结果' })).toBeVisible({ timeout: 30_000 })
    await expect(card.getByText(/测试通过，用时 \d/)).toBeVisible()
    await expectAccessible(page)

    // The tool knows at once, and so does its operator's menu.
    const shell = new Shell(page)
    await shell.account.click()
    await expect(page.getByRole('link', { name: '引擎', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/text2Img')
    await expect(page.getByText('等待接入引擎')).toBeHidden()
    await page.getByRole('textbox').first().fill('木屋')
    const bench = new WorkbenchPage(page)
    await bench.start.click()
    await expect(page.getByText(/机房/).first()).toBeVisible({ timeout: 30_000 })

    await page.goto('/admin/engines')
    await expect(card).toContainText('就绪')
    await app.stop('SIGKILL')
    await expect(page.getByRole('status').filter({ hasText: '连不上服务器' })).toBeVisible({
      timeout: 60_000,
    })
    await expect(card.getByRole('button', { name: '编辑' })).toBeDisabled()
  } finally {
    await context.close()
    await fake.stop()
    await app.dispose()
  }
})

test.describe('手机', () => {
  test.use(PHONE)

  test('个人中心与引擎页在手机上也打得开', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/mobileHome?page=/myPersonCenter')
    await expect(page.getByRole('heading', { level: 1, name: '个人中心' })).toHaveCount(1)
    await page.goto('/mobileHome?page=/admin/engines')
    await expect(page.getByLabel('一次性代码')).toBeVisible()
    await expectAccessible(page)
  })
})
