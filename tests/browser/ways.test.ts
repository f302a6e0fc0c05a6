import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, signInBy, test } from '#tests/support/browser.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'

test.describe.configure({ timeout: 300_000 })

test('选工作流：只列装好的，随工具保留，结果写明，再次使用一并取回；项目的数据去向管住新任务；涨了价先问', async ({
  browser,
  problems,
}) => {
  problems.allow(/status of 409/)
  const fake = await new FakeComfyUi({ jobMs: 200, without: ['qwen_image_vae.safetensors'] }).start()
  const app = await new AppProcess({ COMFYUI_URL: fake.address }).start()
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' })
  problems.watch(context)
  const page = await context.newPage()
  try {
    await signInBy(context, app)
    await test.step('what a render lost is listed, put back as a version, taken back, and redrawn by itself', async () => {
      await page.addInitScript(() => {
        const value = { architecturalRenderNew: 'gpu' }
        localStorage.setItem('zhuhui.places', JSON.stringify({ version: 1, value }))
      })
      const render = await new WorkbenchPage(page).open('/architecturalRenderNew')
      const buffer = await sharp('public/samples/house-clay.webp').resize(360, 240).png().toBuffer()
      await render.add({ name: '住宅.png', mimeType: 'image/png', buffer })
      await render.start.click()
      await render.finished()
      // Nothing was looked for until the list is opened.
      await render.canvas.getByTestId('structure').click()
      const list = page.getByRole('region', { name: '改动核对单' })
      await expect(list.getByRole('status').first()).toContainText(/结构保持度 \d+%，偏低 · \d+ 处改动/, {
        timeout: 60_000,
      })
      await expect(render.history.getByText(/^结构 \d+%/)).toBeVisible()
      const entries = list.getByRole('listitem')
      await expect(render.canvas.getByTestId('ring').first()).toBeVisible()
      await entries.first().getByRole('button').first().click()
      await expect(render.canvas.locator('[data-testid=ring][data-chosen=true]').first()).toHaveText('1')
      await expectAccessible(page)
      await entries
        .first()
        .getByRole('button', { name: /^恢复这一处/ })
        .click()
      await expect(list.getByText(/^已恢复成底图：/)).toBeVisible()
      await list.getByRole('button', { name: '撤消恢复' }).click()
      await expect(list.getByText(/^已恢复成底图：/)).toHaveCount(0)
      await entries
        .first()
        .getByRole('button', { name: /^重画这一处/ })
        .click()
      await expect(page).toHaveURL(/\/localRenderingPro$/)
      await expect(page.getByRole('button', { name: '已带入这张图的蒙版' })).toBeVisible()
      await expect(page.getByRole('textbox', { name: '描述' })).not.toHaveValue('')
    })

    const bench = await new WorkbenchPage(page).open('/text2Img')
    const way = page.getByTestId('way')
    await expect(way).toContainText('自动')
    await way.click()
    const dialog = page.getByRole('dialog', { name: '选择工作流' })
    await expect(dialog.getByRole('radio', { name: /^自动/ })).toBeChecked()
    await expect(dialog.getByRole('radio', { name: /Qwen-Image 文生图/ })).toHaveCount(0)
    await expect(dialog).toContainText(/还没有装好模型的：.*Qwen-Image 文生图/)
    await expectAccessible(page)
    await expect(dialog.getByRole('radio', { name: /^SDXL 文生图\s*SDXL · 显存 8 GB 起/ })).toBeVisible()
    await dialog.getByText('SDXL 文生图', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(way).toContainText('SDXL 文生图')

    await page.reload()
    await expect(way).toContainText('SDXL 文生图')
    await page.getByRole('textbox').first().fill('木屋')
    await bench.start.click()
    await expect(page.getByTestId('download')).toBeVisible({ timeout: 30_000 })

    await way.click()
    await dialog.getByText('自动', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(way).toContainText('自动')
    await bench.canvas.getByRole('button', { name: '再次使用' }).click()
    await expect(way).toContainText('SDXL 文生图')

    await page.goto('/list')
    await page
      .getByRole('link', { name: /文生图/ })
      .first()
      .click()
    await expect(page.getByText('SDXL 文生图', { exact: true })).toBeVisible()
    await expect(page.getByText('种子', { exact: true })).toBeVisible()

    // A project keeps its tasks' pictures from going further than it says.
    await page.goto('/list')
    await page.getByRole('checkbox', { name: /选择/ }).first().check({ force: true })
    await page.getByRole('button', { name: '放入项目' }).click()
    const into = page.getByRole('dialog', { name: /放入项目/ })
    await into.getByLabel('新项目').fill('滨江住宅')
    await into.getByRole('button', { name: '新建并放入' }).click()
    await page.getByLabel('按项目筛选').selectOption({ label: '滨江住宅' })
    const bar = page.getByRole('region', { name: '项目 滨江住宅' })
    await bar.getByRole('button', { name: '新任务放进这里' }).click()
    await expect(bar).toContainText('新任务放进这里 · 数据去向：可外发')
    const limit = async (reach: string) => {
      await bar.getByRole('button', { name: '编辑' }).click()
      const edit = page.getByRole('dialog', { name: '编辑项目' })
      await edit.getByRole('radio', { name: reach }).check()
      await expectAccessible(page)
      await edit.getByRole('button', { name: '保存' }).click()
      await expect(bar).toContainText(`数据去向：${reach}`)
    }
    await limit('本服务器')
    const list = page.url()
    await page.goto('/text2Img')
    await expect(page.getByTestId('place-why')).toContainText('项目“滨江住宅” · 本服务器')
    await bench.start.click()
    await expect(page.getByTestId('download')).toBeVisible({ timeout: 30_000 })
    await page.goto(list)
    await expect(page.getByRole('link', { name: /文生图/ })).toHaveCount(2)
    await limit('这台设备')
    await page.goto('/text2Img')
    await expect(page.getByRole('note')).toContainText('项目“滨江住宅”的图片只留在这台设备，不上传')
    await page.getByTestId('place-why').click()
    await page.getByRole('button', { name: '不放进项目' }).click()
    await page.keyboard.press('Escape')
    await expect(bench.start).toBeEnabled()

    // A price that has risen is asked about before anything is taken.
    const price = { kind: 'image', amount: 5 }
    const error = { code: 4211, message: '价格比提交时高', errorCode: 4211, errorMsg: '', price }
    await context.route('**/api/ai/startTask', (route) => {
      const { agreed } = route.request().postDataJSON() as { agreed: { amount: number } }
      if (agreed.amount >= price.amount) return route.continue()
      return route.fulfill({ status: 409, json: { success: false, data: null, error } })
    })
    await bench.start.click()
    await expect(bench.status).toContainText('现在要 5 张图片券，提交时是 2 张，还没有扣券')
    await page.getByRole('button', { name: '1 个待发送' }).click()
    const drawer = page.getByRole('dialog', { name: /待发送/ })
    await expect(drawer).toContainText('现在要 5 张图片券')
    await expectAccessible(page)
    await drawer.getByRole('button', { name: '按新价发送' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('download')).toBeVisible({ timeout: 30_000 })
  } finally {
    await context.close()
    await app.dispose()
    await fake.stop()
  }
})
