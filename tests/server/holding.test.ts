import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { ERRORS } from '#contracts/errors.ts'
import { limitConnections } from '#server/connections.ts'
import { Client, freshPhone, startTestServer, type TestServer } from '#tests/support/server.ts'

const BIG = 'big.bin'
const BIG_BYTES = 24 << 20
let dist: string
let server: TestServer
const sockets: Socket[] = []

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'zhuhui-dist-'))
  await writeFile(join(dist, 'index.html'), '<!doctype html>')
  await writeFile(join(dist, BIG), Buffer.alloc(BIG_BYTES))
  server = await startTestServer({ DIST_DIR: dist })
}, 60_000)
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  await server.dispose()
  await rm(dist, { recursive: true, force: true })
})

async function open(url = server.url): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // What the server cuts off ends here as a reset.
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const request = (path: string) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const isClosed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))

/** Descriptors of this process, in which the server runs, that are open on the big file. */
async function openFiles(): Promise<number> {
  const fds = await readdir('/proc/self/fd')
  const targets = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => target.endsWith(BIG)).length
}

async function answers(): Promise<number> {
  return (await fetch(`${server.url}/index.html`)).status
}

describe('downloads that nobody reads', { timeout: 60_000 }, () => {
  it.runIf(process.platform === 'linux')('hold one open file a connection', async () => {
    const socket = await open()
    socket.pause()
    socket.write(request(BIG).repeat(30))
    await vi.waitFor(async () => expect(await openFiles()).toBe(1), { timeout: 10_000 })
    expect(await answers()).toBe(200)
    expect(await openFiles()).toBe(1)
    socket.destroy()
    await vi.waitFor(async () => expect(await openFiles()).toBe(0), { timeout: 10_000 })
  })

  it('end with the connection when too many are asked for at once', async () => {
    const socket = await open()
    socket.resume()
    socket.write(request(BIG).repeat(12_000))
    await isClosed(socket)
    expect(await answers()).toBe(200)
  })

  it('are closed once nothing has moved for a while', async () => {
    const plain = createServer((_request, response) => {
      response.end(Buffer.alloc(BIG_BYTES))
    })
    limitConnections(plain, { idleMs: 300 })
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const closed = once(plain, 'connection').then(([socket]) => once(socket, 'close'))
    const socket = await open(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`)
    socket.pause()
    socket.write(request(''))
    await closed
    plain.close()
  })

  it.runIf(process.platform === 'linux')('leave no file open when they are broken off', async () => {
    for (let round = 0; round < 10; round++) {
      const some = await Promise.all(Array.from({ length: 30 }, () => open()))
      await Promise.all(
        some.map(async (socket) => {
          socket.write(request(BIG))
          await once(socket, 'data')
          socket.destroy()
        }),
      )
    }
    await vi.waitFor(async () => expect(await openFiles()).toBe(0), { timeout: 10_000 })
    expect(await answers()).toBe(200)
  })

  it('are read whole and in order when they come one after the other', async () => {
    const socket = await open()
    let bytes = 0
    socket.on('data', (chunk) => {
      bytes += chunk.length
    })
    socket.write(
      request(BIG) +
        request(BIG) +
        request('index.html').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    )
    await isClosed(socket)
    expect(bytes).toBeGreaterThan(2 * BIG_BYTES)
  })
})

describe('connections', { timeout: 60_000 }, () => {
  it('of one address are two hundred at most', async () => {
    const all = await Promise.all(Array.from({ length: 230 }, () => open()))
    await vi.waitFor(() => expect(all.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(30), {
      timeout: 10_000,
    })
    for (const socket of all) socket.destroy()
    await Promise.all(all.map(isClosed))
    await vi.waitFor(async () => expect(await answers().catch(() => 0)).toBe(200), { timeout: 10_000 })
  })
})

describe('the data folder', { timeout: 60_000 }, () => {
  it('belongs to one server: a second one names the first and touches nothing', async () => {
    await writeFile(join(server.dataDir, 'tmp', 'being-written'), 'x')
    const second = spawn(process.execPath, ['server/main.ts'], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, DATA_DIR: server.dataDir, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = text(second.stderr)
    const [code] = await once(second, 'close')
    expect(code).toBe(1)
    expect(await said).toContain(`正由另一个筑绘（进程 ${process.pid}）使用`)
    expect((await stat(join(server.dataDir, 'tmp', 'being-written'))).size).toBe(1)
  })

  it('can be taken again when its server has ended, and is for its user alone', async () => {
    const first = await startTestServer()
    await first.close()
    const next = await startTestServer({ DATA_DIR: first.dataDir })
    const modeOf = async (path: string) => (await stat(join(next.dataDir, path))).mode & 0o777
    expect(await modeOf('.')).toBe(0o700)
    for (const file of ['zhuhui.db', 'zhuhui.db-wal', 'secret.key'])
      expect(await modeOf(file), file).toBe(0o600)
    await next.dispose()
  })
})

describe('a database that another process has locked', { timeout: 60_000 }, () => {
  const send = () => new Client(server.url).ask(ENDPOINTS.smsSend, { body: { phoneNo: freshPhone() } })

  it('holds up writes alone, which go on when it is free', async () => {
    const client = await server.signIn()
    const other = new DatabaseSync(join(server.dataDir, 'zhuhui.db'))
    other.exec('begin immediate')
    const writing = send()
    expect((await client.ask(ENDPOINTS.userInfo)).status).toBe(200)
    other.exec('rollback')
    other.close()
    expect((await writing).status).toBe(200)
  })

  it('is told after two seconds, with the time to come again', async () => {
    const other = new DatabaseSync(join(server.dataDir, 'zhuhui.db'))
    other.exec('begin immediate')
    const { status, headers, envelope } = await send()
    other.exec('rollback')
    other.close()
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(envelope).toMatchObject({ success: false })
    expect((await send()).status).toBe(200)
  })
})

describe('the disk', { timeout: 60_000 }, () => {
  /** A picture of 270 kB that no other call gives. */
  const noise = () =>
    sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer()

  it('is shared: an account has its quota, sees what it uses and clears what no task shows', async () => {
    const small = await startTestServer({ USER_QUOTA_MB: '1' })
    try {
      const [client, other] = [await small.signIn(), await small.signIn()]
      const pictures = await Promise.all(Array.from({ length: 4 }, noise))
      const shown = await client.uploadOk(pictures[0]!, '用到.png')
      const ids = [await client.uploadOk(pictures[1]!, '没用到.png')]
      ids.push(await client.uploadOk(pictures[2]!, '也没用到.png'))
      const { taskId } = await client.start('lineart', shown)
      const refused = await client.upload(pictures[3]!, '再来.png')
      expect([refused.status, refused.envelope?.error?.code]).toEqual([413, ERRORS.QUOTA_FULL.code])
      // Others have quotas of their own, also for the same bytes.
      await other.uploadOk(pictures[1]!, '别人的.png')
      const bytes = (k: number) => pictures[k]!.length
      const use = await client.call(ENDPOINTS.userStorage)
      expect(use.unused).toBe(bytes(1) + bytes(2))
      expect(use.used).toBeGreaterThanOrEqual(bytes(0) + bytes(1) + bytes(2))
      expect(use.quota).toBe(1024 * 1024)
      // A task may still follow an upload of just now.
      expect((await client.call(ENDPOINTS.clearUnused)).unused).toBe(bytes(1) + bytes(2))
      await small.db
        .updateTable('asset_owners')
        .set({ created_at: Date.now() - 2 * 3_600_000 })
        .execute()
      expect(await client.call(ENDPOINTS.clearUnused)).toMatchObject({ unused: 0 })
      expect(await client.call(ENDPOINTS.findAsset, { query: { id: ids[0] } })).toBeNull()
      expect(await other.call(ENDPOINTS.findAsset, { query: { id: ids[0] } })).not.toBeNull()
      expect((await client.finished(taskId)).state).toBe('done')
      await client.uploadOk(pictures[3]!, '再来.png')
    } finally {
      await small.dispose()
    }
  })

  it('keeps a reserve: uploads alone are refused below it', async () => {
    const full = await startTestServer({ DISK_RESERVE_MB: '1000000000' })
    try {
      const client = await full.signIn()
      const refused = await client.upload(await noise(), '图.png')
      expect([refused.status, refused.envelope?.error?.code]).toEqual([507, ERRORS.DISK_FULL.code])
      expect(await client.call(ENDPOINTS.editUser, { body: { nickname: '还能改' } })).toMatchObject({
        nickname: '还能改',
      })
    } finally {
      await full.dispose()
    }
  })
})
