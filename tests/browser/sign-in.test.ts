import type { Page } from '@playwright/test'
import { assetUrl, zAssetId } from '#contracts/asset.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { ERRORS } from '#contracts/errors.ts'
import { callAs } from '#tests/support/api.ts'
import { freshPhone } from '#tests/support/app-process.ts'
import { expect, test } from '#tests/support/browser.ts'
import { LoginForm, Shell } from '#tests/support/pages/shell.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'
import { plainPhoto } from '#tests/support/pictures.ts'
import { Client } from '#tests/support/server.ts'

/** Opens the home page's sign-in. */
async function openLogin(page: Page): Promise<Shell> {
  const shell = new Shell(page)
  await page.goto('/agreement')
  await shell.signInButton.click()
  await expect(shell.login.root).toBeVisible()
  return shell
}

// The real model works here: seconds on an idle machine, more on a busy one.
test.describe.configure({ timeout: 180_000 })

test('发送验证码后倒计时 60 秒，关闭弹窗与刷新都不中断', async ({ page }) => {
  await page.clock.install()
  const { login, signInButton } = await openLogin(page)
  await expect(login.send).toHaveText('获取验证码')
  await login.phone.fill('123')
  await login.send.click()
  await expect(login.root.getByText('请输入 11 位中国大陆手机号')).toBeVisible()
  await login.phone.fill(freshPhone())
  await login.send.click()
  await expect(page.getByText('验证码已发送').last()).toBeVisible()
  await expect(login.send).toHaveText(/^(60|5\d) 秒后重新获取$/)
  await expect(login.send).toBeDisabled()
  await page.clock.fastForward(15_000)
  // From 60 again where closing or a reload interrupts it; how far below depends on how busy the machine is.
  const goesOn = /^([1-3]?\d|4[0-5]) 秒后重新获取$/
  await expect(login.send).toHaveText(goesOn)
  await login.root.getByRole('button', { name: '关闭' }).click()
  await expect(login.root).toBeHidden()
  await signInButton.click()
  await expect(login.send).toHaveText(goesOn)
  await page.reload()
  await signInButton.click()
  await expect(login.send).toHaveText(goesOn)
  await page.clock.fastForward(46_000)
  await expect(login.send).toHaveText('获取验证码')
  await expect(login.send).toBeEnabled()
})

test('验证码错误有说明，未同意协议不能登录，登录后留在原页', async ({ page, app, problems }) => {
  problems.allow(/status of 400/)
  const shell = await openLogin(page)
  const { login } = shell
  const phone = freshPhone()
  await login.phone.fill(phone)
  const from = app.mark()
  await login.send.click()
  const code = await app.code(phone, from)
  await login.code.fill(code === '000000' ? '000001' : '000000')
  await login.submit.click()
  await expect(login.root.getByRole('alert').filter({ hasText: ERRORS.CODE_WRONG.message })).toContainText(
    ERRORS.CODE_WRONG.remedy,
  )
  await login.code.fill(code)
  await expect(login.agreed).toBeChecked()
  await login.agreed.uncheck()
  await login.submit.click()
  await expect(login.root.getByText('请先阅读并同意用户协议')).toBeVisible()
  await expect(login.agreed).toBeFocused()
  await login.agreed.check()
  await login.submit.click()
  await expect(login.root).toBeHidden()
  await expect(shell.account).toBeVisible()
  await shell.expectImageTickets(100)
  await expect(page).toHaveURL(/\/agreement$/)
})

/** Everything that this browser keeps of accounts: records, bytes, drafts, the last user, cached pictures. */
function privateThings(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('zhuhui')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const count = (store: string, range?: IDBKeyRange) =>
      new Promise<number>((resolve, reject) => {
        const request = db.transaction(store).objectStore(store).count(range)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const cached = (await caches.has('assets')) ? (await (await caches.open('assets')).keys()).length : 0
    const found = {
      tasks: await count('tasks'),
      blobs: await count('blobs'),
      drafts: await count('drafts'),
      user: await count('kv', IDBKeyRange.only('session/user')),
      tickets: await count('kv', IDBKeyRange.only('session/tickets')),
      cached,
    }
    db.close()
    return found
  })
}
/** What a sign-out leaves that was cut short between its note and its last step. */
function cutSignOutShort(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('zhuhui')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const transaction = db.transaction('kv', 'readwrite')
    const kept = transaction.objectStore('kv')
    kept.put({ userId: 'u', keepWaiting: false }, 'session/clearing')
    kept.put({ image: 100 }, 'session/tickets')
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    db.close()
  })
}
const NOTHING = { tasks: 0, blobs: 0, drafts: 0, user: 0, tickets: 0, cached: 0 }

test('没有网络时退出登录：本机的个人内容都清除，网络回来后登录在服务器上也结束', async ({
  installed: page,
  app,
  signIn,
  problems,
}) => {
  // A copy of a picture that is still being made when the server stops is refused.
  problems.allow(/net::ERR_|status of 503/)
  const context = page.context()
  await signIn(context)
  await page.reload()
  const shell = new Shell(page)
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add(SMALL_PHOTOS.house)
  const places = bench.panel.getByRole('radiogroup', { name: '运行于' })
  await expect(places.getByRole('radio', { name: '本机' })).toBeChecked()
  await bench.start.click()
  await bench.finished()
  await places.getByText('本地引擎').click()
  await bench.start.click()
  await expect(bench.history.getByText('已完成')).toHaveCount(2, { timeout: 90_000 })
  await expect.poll(async () => (await privateThings(page)).cached).toBeGreaterThan(0)
  expect(await privateThings(page)).toMatchObject({ tasks: 2, user: 1, tickets: 1 })
  const session = (await context.cookies()).filter(({ name }) => name === 'satoken')
  expect(session).toHaveLength(1)

  await app.stop()
  await page.goto('/list')
  await expect(shell.offlineBar).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  try {
    await test.step('what only this device has is not lost without a question', async () => {
      const question = page.getByRole('dialog', { name: '有 1 个结果只在这台设备上' })
      await shell.askSignOut()
      await question.getByRole('button', { name: '再想想' }).click()
      await expect(question).toBeHidden()
      expect(await privateThings(page)).toMatchObject({ tasks: 2, user: 1 })
      await shell.askSignOut()
      await question.getByRole('button', { name: '删除并退出' }).click()
      await expect(shell.signInButton).toBeVisible()
    })
    await page.goto('/list')
    await expect(page.getByRole('heading', { name: '还没有任务' })).toBeVisible()
    await expect.poll(() => privateThings(page)).toEqual(NOTHING)
    await cutSignOutShort(page)
    await page.reload()
    await expect.poll(() => privateThings(page)).toEqual(NOTHING)
  } finally {
    await app.start()
  }
  await page.reload()
  await expect(shell.signInButton).toBeVisible()
  await expect.poll(() => callAs(context, app, ENDPOINTS.userInfo)).toBeNull()
  // The server has ended the session as well: the old cookie opens nothing.
  await context.addCookies(session)
  expect(await callAs(context, app, ENDPOINTS.userInfo)).toBeNull()
})

test('图片离开浏览器缓存：从地址栏退出，或登录过期', async ({ installed: page, app, signIn, problems }) => {
  // What is asked of an empty cache, and of the server without a session.
  problems.allow(/net::ERR_FAILED|status of 401/)
  const context = page.context()
  const cached = () => page.evaluate(async () => (await (await caches.open('assets')).keys()).length)
  /** Looks at an upload of its own, large and small, until the app keeps both for use without a network. */
  const look = async () => {
    await context.clearCookies()
    await signIn(context)
    const token = (await context.cookies()).find(({ name }) => name === 'satoken')?.value ?? ''
    await page.reload()
    const id = zAssetId.parse(await new Client(app.url, token).uploadOk(await plainPhoto(640, 480), '图.png'))
    const urls = [assetUrl(id), assetUrl(id, { side: 320, format: 'webp' })]
    await page.evaluate((all) => Promise.all(all.map(async (url) => (await fetch(url)).blob())), urls)
    await expect.poll(cached).toBe(2)
    return urls
  }
  const kept = (urls: string[]) =>
    page.evaluate(
      (all) =>
        Promise.all(
          all.map(
            async (url) =>
              (await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null))?.status,
          ),
        ),
      urls,
    )

  const urls = await look()
  const bar = await context.newPage()
  await bar.goto('/api/user/logout')
  await bar.close()
  await expect.poll(cached).toBe(0)
  expect(await kept(urls)).not.toContain(200)

  const others = await look()
  await context.clearCookies()
  await page.reload()
  await expect.poll(cached).toBe(0)
  expect(await kept(others)).not.toContain(200)
})

test('链接里的登录信息先问再用：拒绝的仍是访客', async ({ page, app, signIn, browser }) => {
  const owner = await browser.newContext()
  await signIn(owner)
  const token = (await owner.cookies()).find(({ name }) => name === 'satoken')?.value ?? ''
  await owner.close()
  const shell = new Shell(page)
  const question = page.getByRole('dialog', { name: /^以 1\d{2}\*{4}\d{4} 登录？$/ })
  await page.goto(`${app.url}/toline?satoken=${token}`)
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(/\/toline$/)
  await question.getByRole('button', { name: '再想想' }).click()
  await expect(shell.signInButton).toBeVisible()
  await page.reload()
  await expect(shell.signInButton).toBeVisible()
  await expect(question).toBeHidden()
  await page.goto(`${app.url}/toline?satoken=${token}`)
  await question.getByRole('button', { name: '登录', exact: true }).click()
  await expect(shell.account).toBeVisible()
})

test('登录页在窄屏上不被截断，粘贴的号码与短信读得出来，时钟回拨后倒计时不超过 60 秒', async ({ page }) => {
  await page.addInitScript(() => {
    const value = Date.now() + 172_858_000
    if (localStorage.getItem('smsCooldownUntil') === null)
      localStorage.setItem('smsCooldownUntil', JSON.stringify({ version: 1, value }))
  })
  await page.goto('/user/login')
  const login = new LoginForm(page.getByRole('main'))
  await expect(login.send).toHaveText(/^(60|5\d) 秒后重新获取$/)
  for (const width of [375, 360]) {
    await page.setViewportSize({ width, height: 740 })
    const ends = await login.root
      .locator('input, button, a, p, h1')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...ends), `${width} px`).toBeLessThanOrEqual(width - 16)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
  }
  await login.phone.fill('+86 138 0013 8000')
  await expect(login.phone).toHaveValue('13800138000')
  await login.code.fill('【筑绘】尾号 8000 的用户，验证码１２３４５６，10 分钟内有效')
  await expect(login.code).toHaveValue('123456')
})

test('数字框：小数取整、超出收回、全角读得出、读不出的回到原来', async ({ page }) => {
  await page.goto('/compress')
  const field = page.getByRole('spinbutton', { name: '最长边' })
  const leave = async (typed: string) => {
    await field.fill(typed)
    await field.blur()
  }
  await leave('1600.5')
  await expect(field).toHaveValue('1601')
  await leave('１２００')
  await expect(field).toHaveValue('1200')
  await leave('宽一点')
  await expect(field).toHaveValue('1200')
  await leave('')
  await expect(field).toHaveValue('1200')
  await leave('9999999')
  await expect(field).not.toHaveValue('9999999')
  await page.reload()
  await expect(field).not.toHaveValue('0')
})
