import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zMaterial } from '#contracts/catalog.ts'
import { APP_HEADER, ENDPOINTS } from '#contracts/endpoints.ts'
import { zEnvelope } from '#contracts/envelope.ts'
import { PAGE_CARDS_FILE } from '#contracts/page-cards.ts'
import { pageCards } from '#scripts/build/page-cards.ts'
import { createLog } from '#server/log.ts'
import { securityHeaders } from '#server/routes/headers.ts'
import { withCard } from '#server/routes/page-shell.ts'
import { FakeEngine } from '#tests/support/fake-engine.ts'
import { Client, freshPhone, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let dist: string
const SHELL = '<!doctype html><title>筑绘</title><meta\n  name="description"\n  content="旧" /><main>'
const SCRIPT = 'console.log("筑绘")'

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'zhuhui-dist-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(join(dist, 'index.html'), SHELL)
  await writeFile(join(dist, PAGE_CARDS_FILE), JSON.stringify(pageCards()))
  await writeFile(join(dist, 'sw.js'), '// worker')
  await writeFile(join(dist, 'manifest.webmanifest'), '{}')
  await writeFile(join(dist, 'assets', 'app-1a2b3c.js'), SCRIPT)
  await writeFile(join(dist, 'assets', 'app-1a2b3c.js.br'), brotliCompressSync(SCRIPT))
  server = await startTestServer({ DIST_DIR: dist }, { engines: () => [new FakeEngine()] })
})
afterAll(async () => {
  await server.dispose()
  await rm(dist, { recursive: true })
})

const page = { accept: 'text/html,*/*' }
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

/** A request without fetch's own clean-up of paths and decoding of bodies. */
function rawGet(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      request({ hostname, port, path, headers }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
      })
        .on('error', reject)
        .end()
    },
  )
}

describe('the built app', () => {
  it.each(['/', '/matting', '/assets/app-1a2b3c.js', '/api/health', '/api/nothing', '/missing.png'])(
    'carries the security headers: %s',
    async (path) => {
      const { headers } = await get(path, page)
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('geolocation=()')
      const csp = headers.get('content-security-policy') ?? ''
      for (const rule of [
        "object-src 'none'",
        "frame-ancestors 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
      ]) {
        expect(csp).toContain(rule)
      }
      expect(headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it('keeps hashed files for ever and asks again for the rest', async () => {
    const cache = async (path: string) => (await get(path, page)).headers.get('cache-control')
    expect(await cache('/assets/app-1a2b3c.js')).toBe('public, max-age=31536000, immutable')
    for (const path of ['/', '/sw.js', '/manifest.webmanifest', '/matting'])
      expect(await cache(path)).toBe('no-cache')
    const etag = (await get('/', page)).headers.get('etag') ?? ''
    expect((await get('/', { ...page, 'if-none-match': etag })).status).toBe(304)
  })

  it('sends the compressed file to those who take it', async () => {
    const packed = await rawGet('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.headers['content-type']).toContain('javascript')
    expect(packed.headers.vary).toBe('Accept-Encoding')
    expect(brotliDecompressSync(packed.body).toString()).toBe(SCRIPT)
    const plain = await rawGet('/assets/app-1a2b3c.js')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.toString()).toBe(SCRIPT)
  })

  it('answers every page with its card, whatever the client takes', async () => {
    for (const { path, title, description } of pageCards().pages) {
      const response = await get(path.replace('/:ids?', '/1-2'), { accept: '*/*' })
      expect([path, response.status]).toEqual([path, 200])
      const html = await response.text()
      expect(html).toContain(`<title>${title}</title>`)
      expect(html).toContain(`<meta property="og:title" content="${title}" />`)
      expect(html).toContain(`<meta property="og:description" content="${description}" />`)
      expect(html).toMatch(new RegExp(`property="og:image" content="${server.url}/cards/[a-z-]+\\.jpg"`))
      expect(html.match(/<title>|name="description"/g)).toHaveLength(2)
      expect(html).toContain('<main>')
    }
    expect(await (await get('/mobilePrepare?tool=matting')).text()).toContain(
      '<title>智能抠图 · 筑绘</title>',
    )
    expect((await get('/classifyPage')).status).toBe(200)
    expect((await get('/matting/')).status).toBe(200)
  })

  it('packs a page for those who take it, and tells when it has not changed', async () => {
    const packed = await rawGet('/matting', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.body).toString()).toContain('og:title')
    const tag = String(packed.headers.etag)
    const again = await rawGet('/matting', { 'accept-encoding': 'br', 'if-none-match': tag })
    expect(again.status).toBe(304)
    const head = await fetch(`${server.url}/matting`, { method: 'HEAD' })
    expect([head.status, Number(head.headers.get('content-length')) > 0]).toEqual([200, true])
  })

  it('lets no address or text write into the page', async () => {
    const host = `a"><script>.test`
    const { status, body } = await rawGet('/matting', { host })
    expect(status === 400 || !body.toString().includes('<script>')).toBe(true)
    const card = { title: `"><script>$'`, description: `'&<b>`, picture: '/a.jpg' }
    const html = withCard(SHELL, card, 'https://a.test', '/x?"')
    expect(html).not.toMatch(/<script>|<b>/)
    expect(html).toContain('<title>&quot;&gt;&lt;script&gt;$&#39;</title>')
    expect(html).toContain('content="&#39;&amp;&lt;b&gt;"')
  })

  it('gives the shell to paths of no page, as not found, and no shell for files', async () => {
    for (const accept of ['text/html,*/*', '*/*']) {
      const missing = await get('/any/deep/path', { accept })
      expect([missing.status, await missing.text()]).toEqual([404, SHELL])
    }
    expect((await get('/Matting', page)).status).toBe(404)
    expect((await get('/assets/gone-123.js', page)).status).toBe(404)
    expect((await fetch(`${server.url}/matting`, { method: 'POST', headers: page })).status).toBe(404)
  })

  it.each(['/../package.json', '/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/assets/%00', '/%'])(
    'stays inside its folder: %s',
    async (path) => {
      const { status, body } = await rawGet(path, { accept: '*/*' })
      expect(status).toBe(404)
      expect(body.toString()).not.toContain('root:')
    },
  )
})

describe('the API', () => {
  it('answers in envelopes, unknown paths and broken bodies too, without stacks', async () => {
    const post = (body: string) =>
      fetch(`${server.url}/api/user/p1/sms/send`, {
        method: 'POST',
        headers: new Client(server.url).headers(),
        body,
      })
    const answers: [Response, number][] = [
      [await get('/api/nothing'), 404],
      [await get('/api/ai/totalTicket?type=1'), 401],
      [await post('{broken'), 400],
      [await post('[]'), 400],
    ]
    for (const [response, status] of answers) {
      expect(response.status).toBe(status)
      const text = await response.text()
      const { success, error } = zEnvelope.parse(JSON.parse(text))
      expect(success).toBe(false)
      expect([error.code, error.message]).toEqual([error.errorCode, error.errorMsg])
      expect(error.message).toMatch(/[\u4e00-\u9fa5]/)
      expect(text).not.toMatch(/\bat .+:\d+/)
    }
  })

  it('does not read a body that is too large', async () => {
    const { status, text } = await rawRequest(
      'POST',
      '/api/user/p1/sms/send',
      new Client(server.url).headers(),
      JSON.stringify({ phoneNo: '1'.repeat(300_000) }),
    )
    expect([status, zEnvelope.parse(JSON.parse(text)).error.message]).toEqual([400, '提交的内容过大'])
  })

  it('gives visitors no user and no error', async () => {
    const response = await get('/api/user/userInfo')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ success: true, data: null })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('refuses what a foreign page could have sent', async () => {
    const { token } = await server.signIn()
    const cookie = `satoken=${token}`
    const foreign: Record<string, string>[] = [
      { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { cookie, origin: 'null' },
      { cookie },
      { cookie, 'x-zhuhui': '1', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      for (const [path, method] of [
        ['/api/user/v1/user/edit', 'POST'],
        ['/api/user/logout', 'GET'],
        ['/api/ai/delTaskByTaskId?taskId=00000000-0000-4000-8000-000000000000', 'GET'],
      ] as const) {
        const { status } = await rawRequest(method, path, headers)
        expect([path, headers, status]).toEqual([path, headers, 403])
      }
    }
    const own = { cookie, origin: server.url, 'sec-fetch-site': 'same-origin' }
    expect((await rawRequest('GET', '/api/user/logout', own)).status).toBe(200)
  })

  it('grants no preflight', async () => {
    const { headers } = await fetch(`${server.url}/api/ai/startTask`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('access-control-allow-headers')).toBeNull()
  })

  it('has categories and materials to choose from, and sends them once', async () => {
    const client = new Client(server.url)
    const tree = await client.call(ENDPOINTS.getAllClassify)
    const ids: string[] = []
    const walk = (nodes: typeof tree) => {
      for (const node of nodes) {
        ids.push(node.id)
        walk(node.childrens)
      }
    }
    walk(tree)
    expect(ids.length).toBeGreaterThanOrEqual(150)
    expect(new Set(ids).size).toBe(ids.length)
    expect(tree.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['style', 'atmosphere', 'view', 'environment']),
    )
    const materials = await client.call(ENDPOINTS.getAllSuCai)
    expect(materials.length).toBeGreaterThanOrEqual(80)
    expect(new Set(materials.map(({ id }) => id)).size).toBe(materials.length)
    for (const material of materials) expect(zMaterial.parse(material).colour).toMatch(/^#[0-9a-f]{6}$/)
    for (const path of ['/api/ai/getAllClassify', '/api/ai/getAllSuCai']) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    }
  })

  it('names its engines', async () => {
    const [engine] = await new Client(server.url).call(ENDPOINTS.engines)
    expect(engine).toMatchObject({ name: 'fake', place: 'local', healthy: true, ops: ['matting', 'lineart'] })
  })
})

/** A request with exactly these headers (fetch would add its own) on a connection of its own. */
function rawRequest(method: string, path: string, headers: Record<string, string>, body?: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const call = request({ hostname, port, path, method, headers, agent: false }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, text })
    })
    call.on('error', reject).end(body ?? (method === 'POST' ? '{"nickname":"攻击"}' : undefined))
  })
}

describe('behind a proxy', () => {
  /** Headers of a sign-in page's first call that came by these. */
  async function sendCode(trusted: TestServer, headers: Record<string, string>): Promise<Headers> {
    const body = JSON.stringify({ phoneNo: freshPhone() })
    const json = { [APP_HEADER]: '1', 'content-type': 'application/json' }
    const address = `${trusted.url}/api${ENDPOINTS.smsSend.path}`
    return (await fetch(address, { method: 'POST', body, headers: { ...json, ...headers } })).headers
  }

  it.each([
    ['https', true],
    ['HTTPS', true],
    ['Https, http', true],
    ['http, https', false],
    ['', false],
  ])('that says “%s”: HSTS and secure cookies: %s', async (proto, isSecure) => {
    const trusted = await startTestServer({ TRUST_PROXY: '1' })
    try {
      const headers = await sendCode(trusted, { 'x-forwarded-proto': proto, 'x-forwarded-for': '1.2.3.4' })
      expect(headers.has('strict-transport-security')).toBe(isSecure)
      expect(/; Secure/i.test(headers.get('set-cookie') ?? '')).toBe(isSecure)
    } finally {
      await trusted.dispose()
    }
  })

  it('that nobody told it to trust: it believes nothing, and warns once', async () => {
    const warnings: string[] = []
    const log = { ...createLog('silent'), warn: (event: string) => warnings.push(event) }
    const app = new Hono().use(securityHeaders({ trustProxy: false }, log)).get('/', (c) => c.text(''))
    const headers = { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' }
    const answers = [
      await app.request('/'),
      await app.request('/', { headers }),
      await app.request('/', { headers }),
    ]
    expect(answers.map((answer) => answer.headers.has('strict-transport-security'))).toEqual([
      false,
      false,
      false,
    ])
    expect(warnings).toEqual([expect.stringContaining('TRUST_PROXY=1')])
  })
})
