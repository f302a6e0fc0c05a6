import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS, TOKEN_NAME } from '#contracts/endpoints.ts'
import { consoleSms } from '#server/providers/sms.ts'
import { SESSION_IDLE_MS, SESSION_TOTAL_MS } from '#server/store/sessions.ts'
import { FakeEngine } from '#tests/support/fake-engine.ts'
import { Client, freshPhone, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let visitor: Client

beforeAll(async () => {
  server = await startTestServer({}, { engines: () => [new FakeEngine()] })
  visitor = new Client(server.url)
})
afterAll(() => server.dispose())

const send = (phoneNo: string, client = visitor) => client.ask(ENDPOINTS.smsSend, { body: { phoneNo } })
const login = (phoneNo: string, verifyCode: string) =>
  visitor.ask(ENDPOINTS.smsLogin, { body: { phoneNo, verifyCode } })
const codeOf = (phone: string) => server.codes.get(phone)?.at(-1) ?? ''
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

describe('codes', () => {
  it('opens an account with welcome tickets in four purses on first sign-in, and finds it again', async () => {
    const phone = freshPhone()
    await send(phone)
    const first = await login(phone, codeOf(phone))
    expect(first.envelope.data).toMatchObject({
      isNew: true,
      user: { phone: `${phone.slice(0, 3)}****${phone.slice(7)}` },
    })
    expect(first.envelope.data.user.nickname).toMatch(/^设计师\d{4}$/)
    const client = new Client(server.url, first.envelope.data.satoken)
    const purses = await Promise.all(
      [1, 2, 3, 4].map((type) => client.call(ENDPOINTS.totalTicket, { query: { type } })),
    )
    expect(purses).toEqual([100, 20, 50, 5])
    const me = await client.call(ENDPOINTS.userInfo)
    expect(me?.id).toBe(first.envelope.data.user.id)
  })

  it('is six digits, used once', async () => {
    const phone = freshPhone()
    await send(phone)
    expect(codeOf(phone)).toMatch(/^\d{6}$/)
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(phone, codeOf(phone))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await login(phone, codeOf(phone))).envelope.error.code).toBe(4104)
  })

  it('dies after three wrong tries, in parallel too', async () => {
    const phone = freshPhone()
    await send(phone)
    const code = codeOf(phone)
    const guesses = await Promise.all(Array.from({ length: 20 }, () => login(phone, wrong(code))))
    expect(guesses.every(({ status }) => status === 400)).toBe(true)
    expect((await login(phone, code)).envelope.error.code).toBe(4104)
  })

  it('is good for the browser that asked alone: nobody else can use it, or use up its tries', async () => {
    const phone = freshPhone()
    await send(phone)
    const code = codeOf(phone)
    const stranger = new Client(server.url)
    const guess = (verifyCode: string) =>
      stranger.ask(ENDPOINTS.smsLogin, { body: { phoneNo: phone, verifyCode } })
    for (let tries = 0; tries < 5; tries++) expect((await guess(wrong(code))).status).toBe(400)
    expect((await guess(code)).envelope.error.code).toBe(4104)
    expect((await login(phone, code)).status).toBe(200)
  })

  it('does not wait for codes that a clock set back has left in the future', async () => {
    const phone = freshPhone()
    const clock = vi.spyOn(Date, 'now')
    try {
      clock.mockReturnValue(performance.timeOrigin + performance.now() + 3 * 86_400_000)
      expect((await send(phone)).status).toBe(200)
      const early = codeOf(phone)
      clock.mockRestore()
      expect((await login(phone, early)).status).toBe(400)
      expect((await send(phone)).status).toBe(200)
      const again = await send(phone)
      expect(again.status).toBe(429)
      expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    } finally {
      clock.mockRestore()
    }
  })

  it('survives two wrong tries', async () => {
    const phone = freshPhone()
    await send(phone)
    const code = codeOf(phone)
    await login(phone, wrong(code))
    await login(phone, wrong(code))
    expect((await login(phone, code)).status).toBe(200)
  })

  it('can be asked for once in 60 s, in parallel too, and says how long to wait', async () => {
    const phone = freshPhone()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(phone)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.envelope.error.errorCode).toBe(4102)
    expect(refused?.envelope.error.errorMsg).toMatch(/请 \d+ 秒后再试/)
    expect(server.codes.get(phone)).toHaveLength(1)
  })

  it('expires after ten minutes and is limited to ten a day', async () => {
    const phone = freshPhone()
    const clock = vi.spyOn(Date, 'now')
    const start = performance.timeOrigin + performance.now()
    try {
      for (let i = 0; i < 10; i++) {
        clock.mockReturnValue(start + i * 61_000)
        expect((await send(phone)).status).toBe(200)
      }
      clock.mockReturnValue(start + 9 * 61_000 + 10 * 60_000 + 1)
      expect((await login(phone, codeOf(phone))).envelope.error.code).toBe(4104)
      expect((await send(phone)).envelope.error.code).toBe(4103)
      clock.mockReturnValue(start + 26 * 3_600_000)
      expect((await send(phone)).status).toBe(200)
    } finally {
      clock.mockRestore()
    }
  })

  it('refuses malformed numbers by name, and answers unknown numbers like known ones', async () => {
    expect((await send('1380000')).envelope.error.code).toBe(4101)
    expect((await send('23800000000')).envelope.error.code).toBe(4101)
    const known = freshPhone()
    await server.signIn(known)
    const never = await login(freshPhone(), '123456')
    const used = await login(known, '123456')
    expect(never.envelope).toEqual(used.envelope)
  })

  it('is limited by address', async () => {
    const strict = await startTestServer({ SMS_IP_HOURLY: '3' }, { engines: () => [new FakeEngine()] })
    try {
      const client = new Client(strict.url)
      for (let i = 0; i < 3; i++) expect((await send(freshPhone(), client)).status).toBe(200)
      const forged = await fetch(`${strict.url}/api${ENDPOINTS.smsSend.path}`, {
        method: 'POST',
        headers: client.headers({ 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }),
        body: JSON.stringify({ phoneNo: freshPhone() }),
      })
      expect(forged.status).toBe(429)
    } finally {
      await strict.dispose()
    }
  })

  it('goes back when it cannot be sent', async () => {
    const sms = { send: () => Promise.reject(new Error('gateway down')) }
    const broken = await startTestServer({}, { sms, engines: () => [new FakeEngine()] })
    try {
      const client = new Client(broken.url)
      const phone = freshPhone()
      expect((await send(phone, client)).envelope.error.code).toBe(4105)
      // No cooldown for a code that never left.
      expect((await send(phone, client)).envelope.error.code).toBe(4105)
    } finally {
      await broken.dispose()
    }
  })

  it('is printed in the console with the number masked', async () => {
    const written: string[] = []
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text))
      return true
    })
    await consoleSms.send('13812340000', '123456', 10)
    spy.mockRestore()
    expect(written).toEqual(['验证码 138****0000：123456（10 分钟内有效）\n'])
  })
})

describe('sessions', () => {
  const asCookie = (token: string) =>
    fetch(`${server.url}/api/user/userInfo`, { headers: { cookie: `${TOKEN_NAME}=${token}` } }).then((r) =>
      r.json(),
    )

  it('sets an HttpOnly, SameSite cookie that works like the header', async () => {
    const phone = freshPhone()
    await send(phone)
    const answer = await login(phone, codeOf(phone))
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^satoken=[\w-]{43};/)
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).toMatch(/Path=\//i)
    expect(cookie).not.toMatch(/Secure/i)
    expect((await asCookie(answer.envelope.data.satoken ?? '')).data).not.toBeNull()
  })

  it('ends on the server at logout', async () => {
    const client = await server.signIn()
    await client.call(ENDPOINTS.logout)
    expect(await client.call(ENDPOINTS.userInfo)).toBeNull()
    expect((await client.ask(ENDPOINTS.totalTicket, { query: { type: 1 } })).status).toBe(401)
  })

  it('ends when idle and after its longest life', async () => {
    const idle = await server.signIn()
    const busy = await server.signIn()
    const clock = vi.spyOn(Date, 'now')
    const start = performance.timeOrigin + performance.now()
    try {
      for (let at = 0; at < SESSION_TOTAL_MS; at += SESSION_IDLE_MS - 1000) {
        clock.mockReturnValue(start + at)
        expect(await busy.call(ENDPOINTS.userInfo)).not.toBeNull()
      }
      expect(await idle.call(ENDPOINTS.userInfo)).toBeNull()
      clock.mockReturnValue(start + SESSION_TOTAL_MS + 10_000)
      expect(await busy.call(ENDPOINTS.userInfo)).toBeNull()
    } finally {
      clock.mockRestore()
    }
  })

  it('answers a browser, which has the cookie, without the token', async () => {
    const phone = freshPhone()
    await send(phone)
    const answer = await fetch(`${server.url}/api${ENDPOINTS.smsLogin.path}`, {
      method: 'POST',
      headers: visitor.headers({ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }),
      body: JSON.stringify({ phoneNo: phone, verifyCode: codeOf(phone) }),
    })
    expect(answer.headers.get('set-cookie')).toMatch(/satoken=[\w-]{43};/)
    expect((await answer.json()).data.satoken).toBeNull()
  })

  it('ends when its client signs in again, when another is one too many, and on wish everywhere else', async () => {
    const phone = freshPhone()
    const sessions: Client[] = []
    const isIn = async (client: Client) => (await client.call(ENDPOINTS.userInfo)) !== null
    const clock = vi.spyOn(Date, 'now')
    const start = Math.floor(performance.timeOrigin + performance.now())
    try {
      for (let n = 0; n < 21; n++) {
        // Each from an hour of its own: codes have their limits.
        clock.mockReturnValue(start + n * 3 * 3_600_000)
        sessions.push(await server.signIn(phone))
      }
      expect(await isIn(sessions[0]!)).toBe(false)
      expect(await isIn(sessions[1]!)).toBe(true)
      expect(await sessions[5]!.call(ENDPOINTS.logoutOthers)).toEqual({ ended: 19 })
      expect([await isIn(sessions[5]!), await isIn(sessions[20]!)]).toEqual([true, false])
      clock.mockReturnValue(start + 90 * 3_600_000)
      const own = sessions[5]!
      await own.call(ENDPOINTS.smsSend, { body: { phoneNo: phone } })
      await own.call(ENDPOINTS.smsLogin, { body: { phoneNo: phone, verifyCode: codeOf(phone) } })
      expect(await isIn(own)).toBe(false)
    } finally {
      clock.mockRestore()
    }
  })

  it('tells whose a token is before it is taken, without signing in', async () => {
    const phone = freshPhone()
    const client = await server.signIn(phone)
    const asked = await visitor.ask(ENDPOINTS.tokenUser, { body: { satoken: client.token } })
    expect(asked.envelope.data).toMatchObject({ phone: `${phone.slice(0, 3)}****${phone.slice(7)}` })
    expect(asked.headers.get('set-cookie')).toBeNull()
    expect(await visitor.call(ENDPOINTS.tokenUser, { body: { satoken: 'a'.repeat(43) } })).toBeNull()
  })

  it('is taken from an address only when the server knows it', async () => {
    const client = await server.signIn()
    const adopted = await visitor.ask(ENDPOINTS.adoptToken, { body: { satoken: client.token } })
    expect(adopted.headers.get('set-cookie')).toContain(`${TOKEN_NAME}=${client.token}`)
    const forged = await visitor.ask(ENDPOINTS.adoptToken, { body: { satoken: 'a'.repeat(43) } })
    expect(forged.status).toBe(401)
    expect(forged.headers.get('set-cookie')).toBeNull()
  })

  it('leaves neither token nor code in the database files', async () => {
    const phone = freshPhone()
    const client = await server.signIn(phone)
    const files = await Promise.all(
      ['zhuhui.db', 'zhuhui.db-wal'].map((name) => readFile(join(server.dataDir, name), 'latin1')),
    )
    expect(files.join('')).toContain(phone)
    expect(files.join('')).not.toContain(client.token)
  })

  it('renames the user and ignores fields that are not asked for', async () => {
    const client = await server.signIn()
    const user = await client.call(ENDPOINTS.editUser, {
      body: { nickname: ' 王\u202e\u200b工 ', vip: true, tickets: 999 },
    })
    expect(user.nickname).toBe('王工')
    expect(await client.imageTickets()).toBe(100)
    expect(await client.call(ENDPOINTS.getVipInfo)).toMatchObject({ vip: false })
  })
})
