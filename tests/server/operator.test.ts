import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { Client, freshPhone, startTestServer, type TestServer } from '#tests/support/server.ts'

const ROOT = new URL('../..', import.meta.url)
const runFile = promisify(execFile)
let server: TestServer

afterEach(() => server.dispose())

const enter = (client: Client, code: string) => client.ask(ENDPOINTS.becomeOperator, { body: { code } })
const rulesOf = async (client: Client) => (await client.call(ENDPOINTS.userInfo))?.rules
const list = (client: Client) => client.ask(ENDPOINTS.adminEngines)

describe('who runs the site', () => {
  it('is who enters the code of the console, once; a wrong one is refused and a used one is worth nothing', async () => {
    server = await startTestServer()
    const [first, second] = [await server.signIn(), await server.signIn()]
    expect(await rulesOf(first)).toEqual([])
    expect(await list(first)).toMatchObject({ status: 403, envelope: { error: { code: 4031 } } })
    expect(await list(new Client(server.url))).toMatchObject({ status: 401 })

    expect(await enter(first, 'AAAA-AAAA-AAAA')).toMatchObject({ status: 400 })
    const code = server.operatorCode ?? ''
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    // As people type it.
    const entered = await enter(first, code.toLowerCase().replaceAll('-', ' '))
    expect(entered.envelope.data).toMatchObject({ rules: ['operator'] })
    expect(await list(first)).toMatchObject({ status: 200 })

    expect(await enter(second, code)).toMatchObject({ status: 400, envelope: { error: { code: 4106 } } })
    expect(await list(second)).toMatchObject({ status: 403 })
  })

  it('lets one of many who enter the code at the same moment in', async () => {
    server = await startTestServer()
    const clients = await Promise.all(Array.from({ length: 5 }, () => server.signIn()))
    const answers = await Promise.all(clients.map((client) => enter(client, server.operatorCode ?? '')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('does not let a code be guessed for long', async () => {
    server = await startTestServer()
    const client = await server.signIn()
    for (let tries = 0; tries < 10; tries++) expect((await enter(client, 'X')).status).toBe(400)
    expect((await enter(client, server.operatorCode ?? '')).status).toBe(429)
  })

  it('is who signs in with a number of the setting, for as long as it is there', async () => {
    const phone = freshPhone()
    server = await startTestServer({ ADMIN_PHONES: ` ${phone} , 13900000000` })
    expect(server.operatorCode).toBeNull()
    const client = await server.signIn(phone)
    expect(await rulesOf(client)).toEqual(['operator'])
    expect(await rulesOf(await server.signIn())).toEqual([])

    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    expect(await rulesOf(new Client(server.url, client.token))).toEqual([])
    // Nobody is one now, so that somebody has to become one.
    expect(server.operatorCode).not.toBeNull()
  })

  it('keeps who became one by the code over a restart, and shows no code then', async () => {
    server = await startTestServer()
    const client = await server.signIn()
    await enter(client, server.operatorCode ?? '')
    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    expect(server.operatorCode).toBeNull()
    expect(await rulesOf(new Client(server.url, client.token))).toEqual(['operator'])
  })

  it('is whom the command names, while the server runs; it takes the right away as well', async () => {
    server = await startTestServer()
    const phone = freshPhone()
    const client = await server.signIn(phone)
    const command = (...words: string[]) =>
      runFile(process.execPath, ['server/admin/command.ts', ...words], {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: server.dataDir },
      })
    await command('operator', phone)
    expect(await rulesOf(client)).toEqual(['operator'])
    await command('operator', phone, '--off')
    expect(await rulesOf(client)).toEqual([])
    await expect(command('operator', '123')).rejects.toMatchObject({ stderr: '手机号要 11 位\n' })
    await expect(command('nothing')).rejects.toMatchObject({ code: 1 })
  })

  it('refuses every call of the operator to others', async () => {
    server = await startTestServer()
    const client = await server.signIn()
    const guarded = Object.values(ENDPOINTS).filter((endpoint) => 'rule' in endpoint && endpoint.rule)
    expect(guarded.length).toBeGreaterThan(9)
    for (const endpoint of guarded) {
      expect(endpoint.path).toMatch(/^\/admin\//)
      const method = endpoint.method
      const response = await fetch(`${server.url}/api${endpoint.path}`, {
        method,
        headers: client.headers({ 'content-type': 'application/json' }),
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      expect(response.status, endpoint.path).toBe(403)
    }
  })
})
