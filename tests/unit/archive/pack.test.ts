import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ArchiveEntry, zArchiveEntry } from '#contracts/archive.ts'
import { ERRORS } from '#contracts/errors.ts'
import { readZip } from '#tests/support/zips.ts'
import type { PackIo, PackJob, PackResult } from '#workers/archive/contract.ts'
import { sumListOf } from '#workers/archive/lists.ts'
import { Packer, type PackSettings } from '#workers/archive/pack.ts'
import { PackControl } from '#workers/archive/pack-control.ts'
import type { Sink } from '#workers/archive/sink.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const FILES = new Map<string, Buffer>(
  [70_000, 1, 0, 123_457, 20_000].map((size, i) => [`/${i}`, randomBytes(size)]),
)
const modified = new Date(2026, 5, 1, 12).getTime()

/** A server of the files, with ranges and versions, and its faults. */
let server: Server
let origin = ''
/** Takes a request away from the server; false leaves it. */
let fault: (request: IncomingMessage, response: ServerResponse, bytes: Buffer) => boolean = () => false
let requests: string[] = []

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  requests.push(`${path} ${request.headers.range}`)
  const bytes = FILES.get(path)
  if (!bytes) return void response.writeHead(404).end()
  if (fault(request, response, bytes)) return
  const etag = `"${sha256(bytes).slice(0, 8)}"`
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1])
  if (from >= bytes.length)
    return void response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` }).end()
  response.writeHead(206, {
    ETag: etag,
    'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    'Content-Length': bytes.length - from,
  })
  response.end(bytes.subarray(from))
}

beforeAll(async () => {
  server = createServer(answer)
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const address = server.address()
  if (address && typeof address === 'object') origin = `http://127.0.0.1:${address.port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((settle) => server.close(settle))
})
beforeEach(() => {
  requests = []
})
afterEach(() => {
  fault = () => false
})

class Crash extends Error {}

/** A disk that keeps what was committed, and whose machine stops at a write of one's choice. */
class Disk implements Sink {
  durable = Buffer.alloc(0)
  working = Buffer.alloc(0)
  writesLeft = Number.POSITIVE_INFINITY
  every = 1
  size = async () => this.durable.length
  write(bytes: Uint8Array, position: number): void {
    if (this.writesLeft-- <= 0) throw new Crash()
    const end = position + bytes.length
    if (end > this.working.length)
      this.working = Buffer.concat([this.working, Buffer.alloc(end - this.working.length)])
    this.working.set(bytes, position)
  }
  truncate(size: number): void {
    this.working = this.working.subarray(0, size)
  }
  isDue = (_committed: number, uncommitted: number) => uncommitted >= this.every
  commit(): void {
    this.durable = Buffer.from(this.working)
  }
  readBack(position: number, length: number): Uint8Array {
    return Uint8Array.from(this.durable.subarray(position, position + length))
  }
  async finish(size: number): Promise<null> {
    this.truncate(size)
    this.commit()
    return null
  }
  close(): void {
    this.working = Buffer.from(this.durable)
  }
}

const local = Buffer.from('本机的结果')

/** The page beside the worker: keeps the manifest. */
class Page implements PackIo {
  committed = 0
  entries: ArchiveEntry[]
  control = new PackControl()
  isOnline = true
  waited = 0
  constructor(entries: ArchiveEntry[]) {
    this.entries = structuredClone(entries)
  }
  open = async () => ({ blob: new Blob([local]) })
  async commit(committed: number, changes: [number, ArchiveEntry][]): Promise<void> {
    this.committed = committed
    for (const [index, entry] of changes) this.entries[index] = structuredClone(entry)
  }
  progress(_index: number, _received: number, waiting: boolean): void {
    if (!waiting) return
    this.waited++
    // The wait itself is not what is tested: it is cut short.
    setTimeout(() => this.control.wake(), 1)
  }
  online = async () => this.isOnline
  get job(): PackJob {
    return {
      place: { kind: 'memory' },
      committed: this.committed,
      entries: this.entries,
      missingList: { name: '未包含的文件.txt', head: '未能下载：' },
      sumList: { name: '校验清单.sha256' },
    }
  }
  run(disk: Disk, settings?: PackSettings): Promise<PackResult> {
    return new Packer(this.job, disk, this, this.control, settings).run()
  }
}

function entriesOf(paths: readonly string[]): ArchiveEntry[] {
  const remote = paths.map((path) => ({
    name: `图${path.slice(1)}.png`,
    modified,
    url: origin + path,
    bytes: null,
    sha256: FILES.has(path) && path !== '/3' ? sha256(FILES.get(path) as Buffer) : null,
  }))
  const own = { name: '本机.png', modified, url: null, bytes: local.length, sha256: null }
  return [...remote, own].map((entry) => zArchiveEntry.parse(entry))
}

/** Cuts the line after some bytes of some answers. */
function cutAfter(bytes: number, times: number): void {
  let left = times
  fault = (request, response, whole) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1])
    if (left === 0 || whole.length - from <= bytes) return false
    left--
    response.writeHead(206, {
      ETag: `"${sha256(whole).slice(0, 8)}"`,
      'Content-Range': `bytes ${from}-${whole.length - 1}/${whole.length}`,
      'Content-Length': whole.length - from,
    })
    response.write(whole.subarray(from, from + bytes), () => response.destroy())
    return true
  }
}

const all = () => entriesOf([...FILES.keys()])

async function expectWhole(disk: Disk): Promise<void> {
  const read = await readZip(disk.durable)
  const files = [
    ...[...FILES].map(([path, bytes]) => ({ name: `图${path.slice(1)}.png`, bytes })),
    { name: '本机.png', bytes: local },
  ]
  expect(read.slice(0, -1).map(({ name, bytes }) => [name, sha256(bytes)])).toEqual(
    files.map(({ name, bytes }) => [name, sha256(bytes)]),
  )
  const sums = read.at(-1)
  expect(sums?.name).toBe('校验清单.sha256')
  expect(sums?.bytes.toString()).toBe(files.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`).join(''))
}

describe('an archive of files of the server and of this device', () => {
  it('holds every file and the list of their sums', async () => {
    const disk = new Disk()
    expect((await new Page(all()).run(disk)).outcome).toBe('done')
    await expectWhole(disk)
  })

  it('has the same bytes wherever the page is lost, however often', async () => {
    const whole = new Disk()
    await new Page(all()).run(whole)
    const crashes = fc.array(fc.nat(12), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(crashes, fc.constantFrom(1, 30_000, 80_000), async (writes, every) => {
        const disk = new Disk()
        disk.every = every
        const page = new Page(all())
        for (const left of writes) {
          disk.writesLeft = left
          page.control = new PackControl()
          await page.run(disk).catch(() => undefined)
        }
        disk.writesLeft = Number.POSITIVE_INFINITY
        expect((await page.run(disk)).outcome).toBe('done')
        expect(Buffer.compare(disk.durable, whole.durable)).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('goes on where the line was cut, three times, with the same bytes', async () => {
    const whole = new Disk()
    await new Page(all()).run(whole)
    requests = []
    cutAfter(30_000, 3)
    const disk = new Disk()
    const page = new Page(all())
    expect((await page.run(disk)).outcome).toBe('done')
    expect(page.waited).toBe(3)
    expect(requests.slice(0, 4)).toEqual(['/0 bytes=0-', '/0 bytes=30000-', '/0 bytes=60000-', '/1 bytes=0-'])
    expect(Buffer.compare(disk.durable, whole.durable)).toBe(0)
  })

  it('begins an entry again when the server does not go on in the middle', async () => {
    let answers = 0
    fault = (request, response, bytes) => {
      if (request.url !== '/3') return false
      answers++
      if (answers === 1) {
        response.writeHead(200, { 'Content-Length': bytes.length })
        response.write(bytes.subarray(0, 50_000), () => response.destroy())
      } else response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes)
      return true
    }
    const disk = new Disk()
    expect((await new Page(all()).run(disk)).outcome).toBe('done')
    expect(answers).toBe(3)
    await expectWhole(disk)
  })

  it('asks again where the line broke within the headers of an answer', async () => {
    let left = 2
    fault = (request, response, bytes) => {
      if (request.url !== '/0' || left === 0) return false
      left--
      response.writeHead(206, { 'Content-Length': bytes.length }).end(bytes)
      return true
    }
    const disk = new Disk()
    expect((await new Page(all()).run(disk)).outcome).toBe('done')
    expect(left).toBe(0)
    await expectWhole(disk)
  })

  it('gives up a line that stands still and tries again', async () => {
    let held = false
    fault = (request, response, bytes) => {
      if (request.url !== '/0' || held) return false
      held = true
      response.writeHead(206, { 'Content-Range': `bytes 0-${bytes.length - 1}/${bytes.length}` })
      response.write(bytes.subarray(0, 10))
      return true
    }
    const disk = new Disk()
    expect((await new Page(all()).run(disk, { stallMs: 50 })).outcome).toBe('done')
    await expectWhole(disk)
  })

  it('waits for the network as long as it takes', async () => {
    const page = new Page(all())
    let asked = 0
    fault = (request, response) => {
      if (request.url !== '/0' || asked >= 20) return false
      response.destroy()
      return true
    }
    page.online = async () => {
      setTimeout(() => page.control.wake(), 1)
      return ++asked >= 20
    }
    const disk = new Disk()
    expect((await page.run(disk)).outcome).toBe('done')
    expect(asked).toBe(20)
    await expectWhole(disk)
  })

  it('gives no file up because the link comes and goes, nor when it is stopped, but one that never comes', async () => {
    let left = 12
    fault = (request, response) => {
      if (request.url !== '/0' || left === 0) return false
      left--
      response.destroy()
      return true
    }
    const page = new Page(all())
    const disk = new Disk()
    expect((await page.run(disk)).outcome).toBe('done')
    expect(left).toBe(0)
    await expectWhole(disk)

    left = Number.POSITIVE_INFINITY
    const stopped = new Page(all())
    stopped.online = async () => {
      if (stopped.waited >= 5) stopped.control.stop()
      return true
    }
    expect((await stopped.run(new Disk(), { patienceMs: 0 })).outcome).toBe('stopped')
    expect(stopped.entries[0]?.state).not.toBe('failed')

    const lost = new Page(all())
    await lost.run(new Disk(), { patienceMs: 0 })
    expect(lost.entries[0]).toMatchObject({ state: 'failed', error: { message: ERRORS.NETWORK.message } })
  })

  it('leaves out what the server refuses or garbles, says so, and completes it later', async () => {
    const bad = FILES.get('/3') as Buffer
    const entries = entriesOf([...FILES.keys(), '/gone'])
    entries[3] = { ...(entries[3] as ArchiveEntry), sha256: sha256(bad) }
    fault = (request, response) => {
      if (request.url !== '/3') return false
      response.writeHead(206, { 'Content-Range': 'bytes 0-3/4' }).end('xxxx')
      return true
    }
    const disk = new Disk()
    const page = new Page(entries)
    expect((await page.run(disk)).outcome).toBe('done')
    const names = (await readZip(disk.durable)).map(({ name }) => name)
    expect(names).toEqual([
      '图0.png',
      '图1.png',
      '图2.png',
      '图4.png',
      '本机.png',
      '未包含的文件.txt',
      '校验清单.sha256',
    ])
    const missing = (await readZip(disk.durable))
      .find(({ name }) => name === '未包含的文件.txt')
      ?.bytes.toString()
    expect(missing).toContain('图3.png\t收到的内容与服务器记录不一致')
    expect(missing).toContain('图gone.png\t结果已从服务器删除')
    expect(page.entries.map(({ state }) => state).filter((state) => state === 'failed')).toHaveLength(2)

    fault = () => false
    page.entries = page.entries
      .filter(({ name }) => name !== '图gone.png')
      .map((entry) => (entry.state === 'failed' ? { ...entry, state: 'pending' } : entry))
    page.control = new PackControl()
    expect((await page.run(disk)).outcome).toBe('done')
    const complete = (await readZip(disk.durable)).map(({ name }) => name)
    expect(complete).toEqual([
      '图0.png',
      '图1.png',
      '图2.png',
      '图3.png',
      '图4.png',
      '本机.png',
      '校验清单.sha256',
    ])
  })

  it('stops in good order and goes on from there', async () => {
    const disk = new Disk()
    disk.every = Number.POSITIVE_INFINITY
    const page = new Page(all())
    fault = (request) => {
      if (request.url === '/3') page.control.stop()
      return false
    }
    expect((await page.run(disk)).outcome).toBe('stopped')
    expect(page.entries.slice(0, 3).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    expect(page.committed).toBeGreaterThan(70_000)
    page.control = new PackControl()
    fault = () => false
    requests = []
    expect((await page.run(disk)).outcome).toBe('done')
    expect(requests.some((request) => request.startsWith('/0'))).toBe(false)
    await expectWhole(disk)
  })

  it('asks for a sign-in instead of listing everything as missing', async () => {
    fault = (_request, response) => {
      response.writeHead(401).end()
      return true
    }
    const page = new Page(all())
    expect((await page.run(new Disk())).outcome).toBe('signIn')
    expect(page.entries.some(({ state }) => state === 'failed')).toBe(false)
  })

  it('starts over when the file that it was written to is gone', async () => {
    const page = new Page(all())
    await page.run(new Disk())
    const fresh = new Disk()
    page.control = new PackControl()
    expect((await page.run(fresh)).outcome).toBe('done')
    await expectWhole(fresh)
  })
})

it('has remarks on files as comments above their sums', () => {
  const list = sumListOf([
    { name: '椅.png', sha256: 'aa', remark: '裁边：左 1 px，上 2 px，原图 3 × 4' },
    { name: '桌.png', sha256: 'bb' },
  ])
  expect(new TextDecoder().decode(list)).toBe(
    '# 裁边：左 1 px，上 2 px，原图 3 × 4\naa  椅.png\nbb  桌.png\n',
  )
})
