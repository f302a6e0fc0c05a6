import { expectAccessible } from '#tests/support/accessibility.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, signInBy, test } from '#tests/support/browser.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { OWN_TEXT } from '#tests/support/own-workflows.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'

test.describe.configure({ timeout: 180_000 })

test('管理员贴入自己的工作流：读取、绑定、测试、保存，工具里用它出图', async ({ browser, problems }) => {
  const fake = await new FakeComfyUi({ jobMs: 200 }).start()
  const app = await new AppProcess({ COMFYUI_URL: fake.address }).start()
  const context = await browser.newContext({ baseURL: app.url })
  problems.watch(context)
  const page = await context.newPage()
  try {
    await signInBy(context, app)
    await page.goto('/admin/engines')
    const code = /一次性代码 (\S+)/.exec(app.output)?.[1] ?? ''
    await page.getByLabel('一次性代码').fill(code)
    await page.getByRole('button', { name: '成为管理员' }).click()

    const panel = page.getByRole('region', { name: '自己的工作流' })
    await panel.getByRole('button', { name: '添加工作流' }).click()
    const dialog = page.getByRole('dialog', { name: '添加工作流' })
    await dialog.getByLabel('它是哪种操作').selectOption('文生图')
    const text = dialog.getByLabel('工作流（API 格式）')
    const read = dialog.getByRole('button', { name: '读取' })
    await text.fill(JSON.stringify({ nodes: [], links: [] }))
    await read.click()
    await expect(dialog.getByRole('alert')).toContainText('编辑器格式')
    await expect(dialog.getByRole('alert')).toContainText('导出(API)')
    await expectAccessible(page)

    // As a file, and with an input that nothing guesses.
    const buffer = Buffer.from(JSON.stringify(OWN_TEXT))
    await dialog
      .getByLabel('工作流文件')
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer })
    await expect(text).toHaveValue(/EmptySD3LatentImage/)
    await read.click()
    const bindings = dialog.getByRole('group', { name: '绑定' })
    await expect(bindings).toContainText('#4 CLIPTextEncode · text')
    await expect(bindings).toContainText('#7 KSampler · seed')
    await expect(dialog.getByLabel('结果')).toHaveValue('9')
    await expectAccessible(page)

    // Taken away, it is asked for; put back by clicking on the node.
    await dialog.getByRole('button', { name: '从“描述”取消 #4 text' }).click()
    await dialog.getByLabel('名称').fill('公司文生图')
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('“描述”还没有绑定')
    await dialog.getByRole('button', { name: '点选“描述”' }).click()
    const nodes = dialog.getByRole('region', { name: '工作流的节点' })
    await nodes
      .getByRole('listitem')
      .filter({ hasText: '#4 CLIPTextEncode' })
      .getByRole('button', { name: 'text' })
      .click()
    await expect(bindings).toContainText('#4 CLIPTextEncode · text')
    // Bound by the list.
    await dialog.getByRole('button', { name: '从“种子”取消 #7 seed' }).click()
    await dialog.getByLabel('为“种子”选择输入').selectOption({ label: 'seed：1' })
    await expect(bindings).toContainText('#7 KSampler · seed')

    await dialog.getByRole('button', { name: '测试', exact: true }).click()
    await expect(dialog.getByRole('img', { name: '工作流的测试结果' })).toBeVisible({ timeout: 30_000 })
    await dialog.getByLabel('首选').check()
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(panel.getByRole('listitem')).toContainText('公司文生图')
    await expect(panel.getByRole('listitem')).toContainText('首选')

    await page.goto('/text2Img')
    await page.getByRole('textbox').first().fill('山间木屋')
    const bench = new WorkbenchPage(page)
    await bench.start.click()
    await expect
      .poll(() => fake.accepted.at(-1)?.prompt['4']?.inputs.text, { timeout: 30_000 })
      .toBe('山间木屋')
    await expect(bench.canvas.getByRole('img').first()).toBeVisible({ timeout: 30_000 })

    await page.goto('/admin/engines')
    await panel.getByRole('button', { name: '编辑工作流“公司文生图”' }).click()
    await expect(page.getByRole('dialog').getByLabel('名称')).toHaveValue('公司文生图')
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: '删除工作流“公司文生图”' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(0)
  } finally {
    await context.close()
    await app.dispose()
    await fake.stop()
  }
})
