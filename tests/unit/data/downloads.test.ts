import { describe, expect, it } from 'vitest'
import { costOf, OPS, type OpId } from '#ops/index.ts'
import {
  archiveName,
  countDownload,
  type Download,
  type DownloadItem,
  estimateBytes,
  planDownload,
  retried,
  secondsLeft,
} from '#src/data/downloads/download-model.ts'
import { downloadVariant } from '#src/data/downloads/download-variant.ts'
import { type LocalTask, newTask } from '#src/data/tasks/task-model.ts'

const hash = (n: number) => String(n).padStart(64, '0')

function taskOf(n: number, name: string, change: Partial<LocalTask> = {}): LocalTask {
  const taskId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const request = { toolId: 'matting', op: 'matting' as OpId, params: {}, place: 'local' as const }
  const input = {
    role: 'image' as const,
    id: hash(n),
    type: 'image/jpeg',
    bytes: 9,
    width: 9,
    height: 9,
    name,
  }
  const output = { id: hash(100 + n), type: 'image/png', bytes: 1000 * n, width: 9, height: 9, name: '' }
  const task = newTask({ taskId, userId: 'u', request, inputs: [input], phase: undefined, now: 5 })
  return { ...task, state: 'done', outputs: [output], finishedAt: 7000, ...change }
}
const device = (n: number, name: string, crc32?: number) =>
  taskOf(n, name, { origin: 'device', place: 'device', outputMeta: [{ key: hash(100 + n), crc32 }] })
const titleOf = () => '抠图'
const png = { format: 'png', thumbnails: false, mark: false } as const

describe('what the server is asked for', () => {
  const withoutMark = Object.keys(OPS).filter((op) =>
    ['image', 'live'].includes(costOf(op as OpId)?.kind ?? ''),
  ) as OpId[]
  const others = (Object.keys(OPS) as OpId[]).filter((op) => !withoutMark.includes(op))

  it.each(withoutMark)('%s: PNG, or its own format where that is wanted', (op) => {
    expect(downloadVariant(op, 'image/jpeg')).toEqual({ variant: { format: 'png' }, type: 'image/png' })
    expect(downloadVariant(op, 'image/jpeg', 'original')).toEqual({ variant: {}, type: 'image/jpeg' })
    expect(downloadVariant(op, 'image/png')).toEqual({ variant: {}, type: 'image/png' })
  })
  it.each(others)('%s: with the mark', (op) => {
    expect(downloadVariant(op, 'image/jpeg', 'original')).toEqual({
      variant: { watermark: true },
      type: 'image/jpeg',
    })
    expect(downloadVariant(op, 'image/avif')).toEqual({ variant: { watermark: true }, type: 'image/png' })
  })
  it('what is no picture comes as it is', () => {
    expect(downloadVariant('image2video', 'video/mp4')).toEqual({ variant: {}, type: 'video/mp4' })
  })
})

describe('the plan of an archive', () => {
  it('has a file for each result: of the server by address, of this device by key', () => {
    const items = planDownload([taskOf(1, '客厅.jpg'), device(2, '客厅.jpg', 77)], titleOf, png)
    expect(items).toMatchObject([
      { name: '客厅_抠图.png', url: `/api/asset/${hash(101)}`, key: null, sha256: hash(101), bytes: 1000 },
      { name: '客厅_抠图 (2).png', url: null, key: hash(102), sha256: hash(102), crc32: 77, modified: 7000 },
    ])
    expect(estimateBytes(items)).toBe(3000)
  })

  it('believes no size and no sum of a copy that the server makes', () => {
    const jpeg = { ...taskOf(1, 'a.jpg').outputs[0]!, type: 'image/jpeg' }
    const [item] = planDownload([taskOf(1, 'a.jpg', { outputs: [jpeg] })], titleOf, png)
    expect(item).toMatchObject({ name: 'a_抠图.png', bytes: null, sha256: null, estimate: 1000 })
    expect(item?.url).toContain('process=f_png')
  })

  it('leaves what gets the own watermark to this device, and believes nothing of it before', () => {
    const tasks = [taskOf(1, 'a.jpg'), device(2, 'b.jpg', 77)]
    const items = planDownload(tasks, titleOf, { ...png, mark: true, thumbnails: true })
    expect(items).toMatchObject([
      { url: null, source: `/api/asset/${hash(101)}`, sha256: null, bytes: null, mark: true },
      { url: null, source: null, key: hash(102), sha256: null, crc32: null, mark: true },
      { thumbnail: true, mark: false, source: null },
      { thumbnail: true, mark: false, key: hash(102) },
    ])
  })

  it('adds small copies in a folder, under the names of their pictures', () => {
    const items = planDownload([taskOf(1, 'a.jpg'), device(2, 'a.jpg')], titleOf, {
      ...png,
      thumbnails: true,
    })
    expect(items.slice(2)).toMatchObject([
      { name: '缩略图/a_抠图.png', thumbnail: true, key: null, sha256: null },
      { name: '缩略图/a_抠图 (2).png', thumbnail: true, key: hash(102), url: null, crc32: null },
    ])
    expect(items[2]?.url).toContain('p_100')
  })
})

it.each([
  ['', 'photo.zip'],
  ['  项目.zip ', '项目.zip'],
  ['../a:b', '_a_b.zip'],
  ['终稿.v2', '终稿.v2.zip'],
])('an archive called %j is saved as %j', (typed, name) => expect(archiveName(typed)).toBe(name))

describe('how far an archive is', () => {
  const items = planDownload([taskOf(1, 'a'), taskOf(2, 'b'), taskOf(3, 'c')], titleOf, png)
  const at = (...states: Partial<DownloadItem>[]): Download => ({
    downloadId: 'd',
    userId: 'u',
    name: 'photo.zip',
    createdAt: 0,
    state: 'running',
    place: { kind: 'opfs', name: 'd.zip' },
    committed: 0,
    items: items.map((item, i) => ({ ...item, ...states[i] })),
    error: null,
    bytes: 0,
    doneAt: null,
  })

  it('counts what is done and what has arrived, and leaves out what failed', () => {
    const count = countDownload(
      at({ state: 'done' }, { state: 'partial', received: 500 }, { state: 'failed' }),
      {
        index: 1,
        received: 1000,
      },
    )
    expect(count).toMatchObject({ total: 3, done: 1, bytes: 2000, totalBytes: 3000, fraction: 2 / 3 })
    expect(count.failed).toHaveLength(1)
  })

  it('tells the time left by the last seconds, and nothing too early', () => {
    expect(secondsLeft([], 100)).toBeNull()
    expect(
      secondsLeft(
        [
          { at: 0, bytes: 0 },
          { at: 500, bytes: 50 },
        ],
        100,
      ),
    ).toBeNull()
    expect(
      secondsLeft(
        [
          { at: 0, bytes: 0 },
          { at: 2000, bytes: 50 },
        ],
        100,
      ),
    ).toBe(4)
    expect(
      secondsLeft(
        [
          { at: 0, bytes: 50 },
          { at: 2000, bytes: 50 },
        ],
        100,
      ),
    ).toBeNull()
  })

  it('tries again what failed; all of it where memory kept nothing', () => {
    const states = (download: Download) => download.items.map(({ state }) => state)
    const broken = at({ state: 'done' }, { state: 'failed' }, { state: 'done' })
    expect(states(retried({ ...broken, committed: 9 }))).toEqual(['done', 'pending', 'done'])
    expect(retried({ ...broken, committed: 9 }).committed).toBe(9)
    const inMemory = retried({ ...broken, committed: 9, place: { kind: 'memory' } })
    expect(states(inMemory)).toEqual(['pending', 'pending', 'pending'])
    expect(inMemory.committed).toBe(0)
  })
})
