import { describe, expect, it } from 'vitest'
import { needsScreen } from '#src/app/wake-lock.ts'
import { type LocalTask, newTask } from '#src/data/tasks/task-model.ts'

const task = (
  taskId: string,
  place: LocalTask['place'],
  batchId: string | null,
  over: Partial<LocalTask> = {},
) => ({
  ...newTask({
    taskId,
    userId: 'guest',
    request: { toolId: 'toline', op: 'lineart', params: {}, place, ...(batchId ? { batchId } : {}) },
    inputs: [],
    phase: 'uploading',
    now: 0,
  }),
  ...over,
})

describe('needsScreen', () => {
  it('holds for a batch at work on this device, also for its last picture', () => {
    expect(needsScreen([task('a', 'device', 'r'), task('b', 'device', 'r')])).toBe(true)
    expect(needsScreen([task('a', 'device', 'r'), task('b', 'device', 'r', { state: 'done' })])).toBe(true)
  })
  it('holds while a batch is on its way up, not while it waits for the network or the server', () => {
    const other = task('b', 'local', 'r', { state: 'done', phase: undefined })
    expect(needsScreen([task('a', 'local', 'r'), other])).toBe(true)
    expect(needsScreen([task('a', 'local', 'r', { phase: 'waiting' }), other])).toBe(false)
    expect(needsScreen([task('a', 'local', 'r', { phase: undefined, state: 'running' }), other])).toBe(false)
  })
  it('leaves single pictures and finished batches alone', () => {
    expect(
      needsScreen([task('a', 'device', 'r'), task('b', 'device', 'other'), task('c', 'device', null)]),
    ).toBe(false)
    expect(
      needsScreen([
        task('a', 'device', 'r', { state: 'done' }),
        task('b', 'device', 'r', { state: 'failed' }),
      ]),
    ).toBe(false)
  })
})
