import { describe, expect, it } from 'vitest'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { batchRows, countRows, isRunOf } from '#src/workbenches/batch/batch-rows.ts'
import { savedText, totalsOf } from '#src/workbenches/batch/savings.ts'

const SETTINGS = { format: 'keep', quality: 80 }
const formOf = (params: Readonly<Record<string, unknown>>) => ({ op: 'compress' as const, params })
const FORM = formOf(SETTINGS)

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

describe('rows of a batch', () => {
  it('joins files with their tasks and leaves only new ones due', () => {
    const rows = batchRows([input('a.png'), input('b.png')], [task('a.png')], FORM)
    expect(rows.map(({ name, due, task: ran }) => [name, due, ran?.taskId])).toEqual([
      ['a.png', false, 'task-a.png'],
      ['b.png', true, undefined],
    ])
  })

  it('tells the size of the file that was chosen, not that of a copy of it', () => {
    const copied = { ...input('a.png', 9), chosenBytes: 4 }
    expect(batchRows([copied, input('b.png', 6)], [], FORM).map(({ before }) => before)).toEqual([4, 6])
  })

  it('makes every file due again when the settings change, and a failed one at once', () => {
    expect(batchRows([input('a.png')], [task('a.png')], formOf({ ...SETTINGS, quality: 60 }))[0]?.due).toBe(
      true,
    )
    const failed = task('a.png', { state: 'failed' })
    expect(batchRows([input('a.png')], [failed], FORM)[0]?.due).toBe(true)
  })

  it('counts the last try of a file and forgets the earlier ones', () => {
    const first = task('a.png', { taskId: 'first', state: 'failed' })
    const second = task('a.png', { taskId: 'second' })
    const rows = batchRows([input('a.png')], [first, second], FORM)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.task?.taskId).toBe('second')
  })

  it('keeps results whose file has left the form', () => {
    const rows = batchRows([], [task('gone.png')], FORM)
    expect(rows).toMatchObject([{ name: 'gone.png', due: false, input: undefined }])
  })

  it('tells files of one name apart by their size', () => {
    const rows = batchRows([input('a.png', 4), input('a.png', 9)], [task('a.png', {}, 9)], FORM)
    expect(rows.map((row) => row.task?.taskId)).toEqual([undefined, 'task-a.png'])
  })

  it('finds a task by the picture it was made for, whatever it is called', () => {
    const pictures = [input('a.png'), { ...input('a.png'), id: 'twin' }]
    const rows = batchRows(pictures, [task('a.png', { item: 'twin', taskId: 't' })], FORM)
    expect(rows.map((row) => row.task?.taskId)).toEqual([undefined, 't'])
    expect(rows.map((row) => row.due)).toEqual([true, false])
  })

  it('makes a picture due again when its own corners have changed, and no other', () => {
    const corners = [0, 0, 1, 0, 1, 1, 0, 1]
    const settings = { material: 'own-1', tileMm: null, corners: [] }
    const [a, b] = [{ ...input('a.png'), own: { corners } }, input('b.png')]
    const done = (name: string, own: readonly number[]) =>
      task(name, { params: { ...settings, tileMm: 800, corners: [...own] } })
    const dueOf = (run: LocalTask[]) =>
      batchRows([a, b], run, { op: 'retexture', params: settings }).map((row) => row.due)
    expect(dueOf([done('a.png', corners), done('b.png', [])])).toEqual([false, false])
    expect(dueOf([done('a.png', []), done('b.png', [])])).toEqual([true, false])
  })

  it('leaves alone what is at work, even when the settings have changed', () => {
    const running = task('a.png', { state: 'running' })
    expect(batchRows([input('a.png')], [running], formOf({ ...SETTINGS, quality: 60 }))[0]?.due).toBe(false)
  })

  it('belongs to the form as long as one of its pictures is there', () => {
    const run = [task('a.png', { item: 'input-a.png' })]
    expect(isRunOf(run, [input('b.png'), input('a.png')])).toBe(true)
    expect(isRunOf(run, [input('b.png')])).toBe(false)
    expect(isRunOf([task('c.png')], [input('c.png')])).toBe(true)
  })

  it('counts what each filter would show', () => {
    const rows = batchRows(
      [input('a.png'), input('b.png'), input('c.png')],
      [task('a.png', { state: 'queued' }), task('b.png', { state: 'failed' })],
      FORM,
    )
    expect(countRows(rows)).toEqual({ all: 3, idle: 1, active: 1, done: 0, failed: 1, cancelled: 0 })
  })

  it('joins five hundred pictures with their tasks', () => {
    const pictures = Array.from({ length: 500 }, (_, at) => input(`${at}.png`))
    const run = pictures.map(({ id }, at) => task(`${at}.png`, { item: id, taskId: `t${at}` }))
    const rows = batchRows(pictures, run, FORM)
    expect(rows.every((row, at) => row.task?.taskId === `t${at}`)).toBe(true)
    expect(rows).toHaveLength(500)
  })

  it('sums what was finished', () => {
    const rows = batchRows([input('a.png'), input('b.png')], [task('a.png')], FORM)
    expect(totalsOf(rows)).toEqual({ done: 1, before: 4, after: 1 })
  })

  it('says how much was saved, and admits growth', () => {
    expect(savedText(1000, 380)).toBe('−62%')
    expect(savedText(1000, 1100)).toBe('+10%')
    expect(savedText(0, 10)).toBe('')
  })
})
