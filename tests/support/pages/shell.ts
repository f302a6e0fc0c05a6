import { expect, type Locator, type Page } from '@playwright/test'
import { type AppProcess, freshPhone } from '#tests/support/app-process.ts'
import { painted } from '#tests/support/painted.ts'

/** The sign-in form, in its modal or on its page. */
export class LoginForm {
  readonly root: Locator
  readonly phone: Locator
  readonly code: Locator
  readonly agreed: Locator
  readonly submit: Locator

  /** @param root the modal, or the page's main part */
  constructor(root: Locator) {
    this.root = root
    this.phone = root.getByLabel('手机号')
    this.code = root.getByLabel('验证码')
    this.agreed = root.getByRole('checkbox')
    this.submit = root.getByRole('button', { name: '登录', exact: true })
  }

  /** The button that asks for a code; it shows the countdown afterwards. */
  get send(): Locator {
    return this.root.getByRole('button', { name: /获取验证码|秒后重新获取|发送中/ })
  }

  /** Signs a number in with the code that the server prints; gives the number. */
  async signIn(app: AppProcess, phone = freshPhone()): Promise<string> {
    await this.phone.fill(phone)
    const from = app.mark()
    await this.send.click()
    await this.code.fill(await app.code(phone, from))
    await this.submit.click()
    await expect(this.root).toBeHidden()
    return phone
  }
}

const TOASTS = '[popover="manual"] button'

/** What lies around every page: header, search, sign-in, theme, bars. */
export class Shell {
  readonly page: Page
  readonly login: LoginForm
  readonly offlineBar: Locator
  readonly account: Locator
  readonly signInButton: Locator
  /** The purses' button; its name tells all counts. */
  readonly tickets: Locator
  readonly toasts: Locator

  constructor(page: Page) {
    this.page = page
    this.login = new LoginForm(page.getByRole('dialog', { name: '登录筑绘' }))
    this.offlineBar = page.getByText(/^离线中，(本机工具|\d+ 个任务)/)
    const header = page.getByRole('banner')
    this.account = header.getByRole('button', { name: /^账户：/ })
    this.signInButton = header.getByRole('button', { name: '登录', exact: true })
    this.tickets = header.getByRole('button', { name: /^算力券：/ })
    this.toasts = page.locator(TOASTS)
  }

  /** Cuts the network, and waits until the page has told so. */
  async goOffline(): Promise<void> {
    await this.page.context().setOffline(true)
    await this.expectOffline()
  }

  /** Waits until the bar that says that there is no network has moved the page down. */
  async expectOffline(): Promise<void> {
    await expect(this.offlineBar).toBeVisible()
    await painted(this.page)
  }

  /**
   * Does something and waits, in the page itself, for the toast that it brings: one goes after three seconds, which a
   * busy machine may spend between two looks from outside.
   */
  async expectToast(text: string, act: () => Promise<unknown>): Promise<void> {
    const appears = ([toasts, wanted]: readonly [string, string]) =>
      [...document.querySelectorAll(toasts)].some((toast) => toast.textContent === wanted)
    await Promise.all([this.page.waitForFunction(appears, [TOASTS, text] as const), act()])
  }

  async expectImageTickets(count: number): Promise<void> {
    await expect(this.tickets).toHaveAccessibleName(new RegExp(`图片券 ${count}，`))
  }

  /** Types into the open search and goes to the first hit, which has to be this one. */
  async searchFor(query: string, hit: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: '搜索工具与页面' })
    const field = dialog.getByRole('combobox')
    await field.fill(query)
    await expect(dialog.getByRole('option', { selected: true })).toContainText(hit)
    await field.press('Enter')
    await expect(this.page.getByRole('heading', { level: 1, name: hit })).toBeVisible()
  }

  /** Presses the account menu's button, which may ask before anything happens. */
  async askSignOut(): Promise<void> {
    await this.account.click()
    await this.page.getByRole('button', { name: '退出登录' }).click()
  }

  async signOut(): Promise<void> {
    await this.askSignOut()
    await expect(this.signInButton).toBeVisible()
  }

  async chooseTheme(name: '跟随系统' | '浅色' | '深色'): Promise<void> {
    await this.page.getByRole('button', { name: '切换主题' }).click()
    await this.page.getByRole('group', { name: '主题' }).getByText(name).click()
    await this.page.keyboard.press('Escape')
  }
}
