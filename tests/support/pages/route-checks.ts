import { expect, type Page } from '@playwright/test'
import { ENGINE_NEEDS } from '#contracts/ops.ts'
import { OPS, type OpId } from '#ops/index.ts'
import type { Page as AppPage } from '#src/pages/pages.ts'
import { initialParams } from '#src/tools/controls.ts'
import { isShown, type RegisteredTool, TOOLS } from '#src/tools/registry.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { WorkbenchPage } from './workbench.ts'

/** Where the specification hides the footer. */
const WITHOUT_FOOTER = new Set(['/lama', '/', '/newhome', '/img2prompt', '/text2prompt', '/imgagent'])
/** First headings that are not the page's title. */
const HEADINGS: Record<string, RegExp> = {
  '/': /从哪张图开始/,
  '/newhome': /从哪张图开始/,
  '/home': /从哪张图开始/,
  '/done': /没有找到这个任务/,
  '/done2': /没有找到这个任务/,
  '/user/login': /^登录筑绘$/,
  '/agreement': /^用户协议与隐私政策$/,
  '/share': /^还没有收到图片$/,
  '/client': /^把筑绘装到桌面与手机$/,
}

/** Whether nothing of this version can run the op. */
export function isAwaited(op: OpId): boolean {
  return OPS[op].builtIn.length === 0
}

async function expectShell(page: Page, path: string, title: string): Promise<void> {
  await expect(page).toHaveTitle(`${title} · 筑绘`)
  await expect(page.getByRole('contentinfo')).toHaveCount(WITHOUT_FOOTER.has(path) ? 0 : 1)
}

/** Every input and every control of the tool's form. */
async function expectForm(page: Page, tool: RegisteredTool): Promise<void> {
  const { panel } = new WorkbenchPage(page)
  for (const slot of tool.inputs) {
    await expect(panel.getByRole('heading', { level: 2, name: slot.title })).toBeVisible()
    await expect(page.getByTestId(`file-${slot.role}`)).toHaveCount(1)
  }
  const shown = tool.fields.filter((field) => isShown(field, initialParams(tool)))
  if (shown.length === 0) return
  if (shown.some((field) => field.advanced)) await panel.getByRole('button', { name: '更多设置' }).click()
  const form = panel.getByRole('region', { name: '参数' })
  for (const field of shown) {
    await expect(form.getByText(field.title, { exact: true }).first(), field.key).toBeVisible()
  }
}

/** A conversation: a field to write in, a way to attach a picture, suggestions to begin with. */
async function expectChat(page: Page, tool: RegisteredTool): Promise<void> {
  await expect(page.getByRole('region', { name: '对话' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toBeVisible()
  for (const slot of tool.inputs) {
    await expect(page.getByRole('button', { name: `添加${slot.title}` })).toBeVisible()
  }
}

/** A tool that waits for an engine names it and the way to connect it, and has no button that pretends. */
async function expectPlace(page: Page, tool: RegisteredTool, narrow: boolean): Promise<void> {
  const { title, needs } = OPS[tool.op]
  const note = page.getByRole('note').filter({ hasText: '等待接入引擎' })
  const start = page.getByTestId('start')
  // A viewer shows what is there and starts nothing.
  if (tool.op === 'panorama' || tool.inputs.length + tool.fields.length === 0) {
    await expect(page.getByText('在本机查看，文件不上传')).toBeVisible()
    await expect(start).toHaveCount(0)
  } else if (isAwaited(tool.op)) {
    await expect(note).toContainText(`“${title}”需要${ENGINE_NEEDS[needs]}`)
    await expect(note.getByRole('link', { name: '查看接入方法' })).toHaveAttribute(
      'href',
      /\/qaPage#engines$/,
    )
    await expect(start).toHaveCount(0)
  } else {
    // In a narrow window it opens the form, where the picture is added.
    await expect(start).toBeEnabled({ enabled: narrow })
    await expect(start).toHaveText(`请先添加${tool.inputs[0]?.title}`)
    await expect(note).toHaveCount(0)
    // What the device holds is looked at after the page is drawn; the row that says so appears then.
    await expect(page.locator('[data-settled="false"]')).toHaveCount(0)
  }
}

/**
 * Goes to a page as a link in the app does: the app is started once, not once a page. That each address is answered with
 * the app is checked of the server.
 */
async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path)
    return
  }
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

/** Tools of one shape: they differ by words and defaults alone, which are data. */
function shapeOf({ op, workbench, compact }: RegisteredTool): string {
  return [op, workbench, compact].join()
}

/** Whether a tool stands for all of its shape. */
export function standsForShape(tool: RegisteredTool): boolean {
  return TOOLS.find((other) => shapeOf(other) === shapeOf(tool)) === tool
}

/**
 * What a narrow window can break: how the page is laid out, and the kinds of controls in its form. What the form asks for
 * is checked in a wide one.
 */
function partsOf({ op, workbench, compact, fields }: RegisteredTool): string[] {
  return [[isAwaited(op), workbench, compact].join(), ...fields.map(({ kind }) => kind)]
}

/** Whether a tool has a part that none before it has. */
export function showsNewPart(tool: RegisteredTool): boolean {
  const before = new Set(TOOLS.slice(0, TOOLS.indexOf(tool)).flatMap(partsOf))
  return partsOf(tool).some((part) => !before.has(part))
}

/** Opens a tool and checks everything that its entry in the registry promises. */
export async function expectTool(page: Page, tool: RegisteredTool, narrow: boolean): Promise<void> {
  const path = `/${tool.id}`
  await visit(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.title)
  await expectShell(page, path, tool.title)
  await expectPlace(page, tool, narrow)
  if (tool.workbench === 'chat') {
    await expectChat(page, tool)
    return expectAccessible(page)
  }
  if (!narrow) {
    await expectForm(page, tool)
    return expectAccessible(page)
  }
  await expectAccessible(page)
  await new WorkbenchPage(page).openSheet()
  await expectForm(page, tool)
  await expectAccessible(page)
}

const pathOf = ({ path }: AppPage) => path.replace('/:ids?', '')

/** Whether the first heading of a page is not its title. */
export function hasOwnHeading(entry: AppPage): boolean {
  return pathOf(entry) in HEADINGS
}

/** Opens a page and checks title, first heading and footer. */
export async function expectPage(page: Page, entry: AppPage): Promise<void> {
  const path = pathOf(entry)
  await visit(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path] ?? entry.title)
  await expectShell(page, path, entry.title)
}
