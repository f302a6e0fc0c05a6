import { describe, expect, it } from 'vitest'
import type { DraftInput } from '#src/data/drafts.ts'
import type { LocalTask } from '#src/data/task-model.ts'
import { compressRows, savedText, totalsOf } from '#src/workbenches/compress-rows.ts'

const SETTINGS = { format: 'keep', quality: 80 }

const input = (name: string, bytes = 4): DraftInput => ({
  id: `input-${name}`,
  role: 'image',
  file: new File([new Uint8Array(bytes)], name),
  width: 10,
  height: 10,
})

const task = (name: string, change: Partial<LocalTask> = {}, bytes = 4) =>
  ({
    taskId: `task-${name}`,
    state: 'done',
    params: SETTINGS,
    inputs: [],
    localInputs: [{ role: 'image', key: name, name, type: 'image/png', bytes, assetId: null }],
    outputs: [{ id: '0'.repeat(64), type: 'image/png', bytes: 1, width: 10, height: 10, name }],
    outputMeta: [{ key: 'k', before: bytes }],
    ...change,
  }) as LocalTask

describe('rows of a compression', () => {
  it('joins files with their tasks and leaves only new ones due', () => {
    const rows = compressRows([input('a.png'), input('b.png')], [task('a.png')], SETTINGS)
    expect(rows.map(({ name, due, task: ran }) => [name, due, ran?.taskId])).toEqual([
      ['a.png', false, 'task-a.png'],
      ['b.png', true, undefined],
    ])
  })

  it('makes every file due again when the settings change, and a failed one at once', () => {
    expect(compressRows([input('a.png')], [task('a.png')], { ...SETTINGS, quality: 60 })[0]?.due).toBe(true)
    const failed = task('a.png', { state: 'failed' })
    expect(compressRows([input('a.png')], [failed], SETTINGS)[0]?.due).toBe(true)
  })

  it('counts the last try of a file and forgets the earlier ones', () => {
    const first = task('a.png', { taskId: 'first', state: 'failed' })
    const second = task('a.png', { taskId: 'second' })
    const rows = compressRows([input('a.png')], [first, second], SETTINGS)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.task?.taskId).toBe('second')
  })

  it('keeps results whose file has left the form', () => {
    const rows = compressRows([], [task('gone.png')], SETTINGS)
    expect(rows).toMatchObject([{ name: 'gone.png', due: false, input: undefined }])
  })

  it('tells files of one name apart by their size', () => {
    const rows = compressRows([input('a.png', 4), input('a.png', 9)], [task('a.png', {}, 9)], SETTINGS)
    expect(rows.map((row) => row.task?.taskId)).toEqual([undefined, 'task-a.png'])
  })

  it('sums what was finished', () => {
    const rows = compressRows([input('a.png'), input('b.png')], [task('a.png')], SETTINGS)
    expect(totalsOf(rows)).toEqual({ done: 1, before: 4, after: 1 })
  })

  it('says how much was saved, and admits growth', () => {
    expect(savedText(1000, 380)).toBe('−62%')
    expect(savedText(1000, 1100)).toBe('+10%')
    expect(savedText(0, 10)).toBe('')
  })
})
