import { describe, expect, it } from 'vitest'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { currentTasks, fractionOf, summarize, wordsOfRun } from '#src/workbenches/run-summary.ts'
import { queuedTask } from '#tests/support/tasks.ts'

const START = 1_750_000_000_000

function task(name: string, change: Partial<LocalTask> = {}): LocalTask {
  return {
    ...queuedTask({ taskId: crypto.randomUUID(), toolId: 'toline', op: 'lineart', place: 'device' }),
    cost: null,
    createdAt: START,
    localInputs: [{ role: 'image', key: name, name, type: 'image/png', bytes: 100, assetId: null }],
    origin: 'device',
    userId: 'guest',
    outputMeta: [],
    ...change,
  }
}

describe('a run of several tasks', () => {
  it('counts each end', () => {
    const run = [
      task('a', { state: 'done' }),
      task('b', { state: 'failed' }),
      task('c', { state: 'cancelled' }),
      task('d'),
    ]
    expect(summarize(run)).toEqual({ total: 4, done: 1, failed: 1, cancelled: 1, active: 1, fraction: 0.75 })
    expect(summarize([])).toMatchObject({ total: 0, fraction: 0 })
  })

  it('is told in words while it goes on and when it has ended', () => {
    const words = (...states: LocalTask['state'][]) =>
      wordsOfRun(summarize(states.map((state) => task('a', { state }))))
    expect(words('done', 'running', 'queued')).toBe('已处理 1 / 3 张')
    expect(words('done', 'done')).toBe('2 张全部完成')
    expect(words('cancelled', 'cancelled')).toBe('完成 0 张，取消 2 张')
    expect(words('done', 'failed', 'cancelled')).toBe('完成 1 张，失败 1 张，取消 1 张')
  })

  it('moves forward from upload through queue to end', () => {
    const uploading = fractionOf(task('a', { phase: 'uploading', uploadProgress: 0.5 }))
    const running = fractionOf(task('a', { state: 'running', progress: 0.2 }))
    expect(uploading).toBeGreaterThan(0)
    expect(running).toBeGreaterThan(uploading)
    expect(fractionOf(task('a', { state: 'failed' }))).toBe(1)
  })

  it('shows a retried picture once, and keeps its failure while nothing replaced it', () => {
    const failed = task('a', { state: 'failed' })
    const again = task('a')
    const other = task('b', { state: 'failed' })
    // Newest first, as the store lists them.
    expect(currentTasks([again, other, failed])).toEqual([other, again])
    expect(currentTasks([other, failed])).toEqual([failed, other])
  })

  it('shows the last version of a result in the place of what it was made of', () => {
    const [first, second] = [task('a', { state: 'done' }), task('b', { state: 'done' })]
    const version = task('a', { state: 'done', versionOf: first.taskId })
    const later = task('a', { state: 'done', versionOf: version.taskId })
    expect(currentTasks([later, version, second, first])).toEqual([later, second])
    // Taken back: what it was made of is current again.
    expect(currentTasks([version, second, first])).toEqual([version, second])
    expect(currentTasks([second, first])).toEqual([first, second])
    // What it was made of is gone from the history.
    expect(currentTasks([version, second])).toEqual([second, version])
  })

  it('keeps two finished tasks of the same picture', () => {
    const first = task('a', { state: 'done' })
    const second = task('a', { state: 'done' })
    expect(currentTasks([second, first])).toEqual([first, second])
  })

  it('keeps renders of one picture by several seeds, however they ended', () => {
    const stopped = [2, 3].map((seed) => task('a', { state: 'cancelled', params: { seed } }))
    expect(currentTasks(stopped.toReversed())).toEqual(stopped)
    const again = task('a', { params: { seed: 2 } })
    expect(currentTasks([again, ...stopped.toReversed()])).toEqual([stopped[1], again])
  })

  it('shows the latest try of a picture in the place of its first', () => {
    const failed = task('a', { item: '1', state: 'failed', finishedAt: START + 5 })
    const other = task('b', { item: '2', state: 'done', createdAt: START + 1, finishedAt: START + 6 })
    const again = task('a', { item: '1', createdAt: START + 9 })
    expect(currentTasks([again, other, failed])).toEqual([again, other])
    const done = { ...again, state: 'done' as const, finishedAt: START + 12 }
    expect(currentTasks([done, other, failed])).toEqual([done, other])
  })

  it('knows the later try by its end where the clocks of server and device differ', () => {
    // The server stamped the first try; the device, whose clock is slow, made the second.
    const failed = task('a', {
      item: '1',
      state: 'failed',
      createdAt: START + 60_000,
      finishedAt: START + 61_000,
    })
    const again = task('a', { item: '1', createdAt: START })
    expect(currentTasks([failed, again])).toEqual([again])
  })

  it('tells two pictures of one name and size apart', () => {
    const one = task('a', { item: '1', state: 'failed', finishedAt: START })
    const two = task('a', { item: '2', state: 'done', finishedAt: START })
    expect(currentTasks([two, one])).toEqual([one, two])
  })
})
