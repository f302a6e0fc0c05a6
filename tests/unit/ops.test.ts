import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MODELS } from '#contracts/models.ts'
import { zTask } from '#contracts/task.ts'
import { costOf, LONG_SECONDS, OP_IDS, OPS, paramsOf, secondsOf } from '#ops/index.ts'
import { resultName } from '#ops/result-name.ts'
import { queuedTask } from '#tests/support/tasks.ts'

const FOLDER = resolve(import.meta.dirname, '../../ops')

describe('the list of operations', () => {
  it('has one folder an operation', () => {
    const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual([...OP_IDS].sort())
  })

  it.each(OP_IDS)('%s: its facts agree with each other', (op) => {
    const { accepts, requires, networks, title, start } = OPS[op]
    expect(accepts).toEqual(expect.arrayContaining([...requires]))
    expect(title && start).toBeTruthy()
    const schema = paramsOf(op)
    // A rule over several parameters may refuse the defaults, but no single default may be out of its bounds.
    const issues = schema.safeParse({}).error?.issues ?? []
    expect(issues.filter(({ path }) => path.length > 0)).toEqual([])
    for (const id of networks?.all ?? []) expect(Object.keys(MODELS)).toContain(id)
    expect(networks?.all ?? []).toEqual(expect.arrayContaining([...(networks?.of({}) ?? [])]))
  })

  it.each(OP_IDS)('%s: costs nothing on the device, and as many tickets as pictures elsewhere', (op) => {
    expect(costOf(op, { place: 'device' })).toBeNull()
    const one = costOf(op)
    expect(costOf(op, { count: 3 })).toEqual(one && { ...one, amount: 3 * one.amount })
  })
})

describe('what keeps the embedded engine busy for long', () => {
  const best = { params: { factor: 2, quality: 'best' }, width: 4000, height: 3100 }

  it('costs more by its pixels and its quality, and counts as a long run', () => {
    const fast = { ...best, params: { factor: 2, quality: 'fast' } }
    expect(secondsOf('upscale', best)).toBeGreaterThan(10 * secondsOf('upscale', fast))
    expect(secondsOf('upscale', best)).toBeGreaterThan(LONG_SECONDS)
    const [dear, cheap] = [costOf('upscale', best)!.amount, costOf('upscale', fast)!.amount]
    expect(dear).toBeGreaterThan(5)
    expect(cheap).toBeLessThanOrEqual(2)
    expect(costOf('upscale', { ...best, count: 3 })).toEqual({ kind: 'image', amount: 3 * dear })
    expect(costOf('upscale', { ...best, width: 640, height: 480 })).toEqual({ kind: 'image', amount: 1 })
  })

  it('costs nothing more elsewhere', () => {
    expect(costOf('upscale', { ...best, place: 'device' })).toBeNull()
    expect(costOf('upscale', { ...best, place: 'gpu' })?.amount).toBe(1)
  })

  it.each(OP_IDS)('%s: takes no less time for more pixels', (op) => {
    const times = [0, 640, 1280, 4000, 8000].map((width) => secondsOf(op, { width, height: width * 0.75 }))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0]).toBeGreaterThan(0)
  })
})

describe('a name that no version knows', () => {
  it('is a task in the contract, whose edges check it', () => {
    expect(zTask.parse({ ...queuedTask(), op: 'weave' }).op).toBe('weave')
    expect(zTask.safeParse({ ...queuedTask(), op: 'we ave' }).success).toBe(false)
  })
})

describe('names of results', () => {
  it('are the source’s with the operation’s title, and the picture’s own where there are several', () => {
    expect(resultName('matting', '椅子.jpg', 'image/png')).toBe('椅子_抠图.png')
    expect(resultName('restore', '老照片.jpeg', 'image/jpeg')).toBe('老照片_照片清理.jpg')
    expect(resultName('views', '楼.png', 'image/webp', '左转 12°')).toBe('楼_多角度-左转 12°.webp')
    expect(resultName('grade', '', 'image/png')).toBe('图片_洗图.png')
  })
})
