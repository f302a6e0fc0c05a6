import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MODELS } from '#contracts/models.ts'
import { zTask } from '#contracts/task.ts'
import { costOf, OP_IDS, OPS, paramsOf } from '#ops/index.ts'
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
