import { describe, expect, it } from 'vitest'
import { AppError } from '#contracts/errors.ts'
import type { Task } from '#contracts/task.ts'
import { zStartTask } from '#contracts/task.ts'
import {
  blobKeys,
  cancelHere,
  failHere,
  GUEST,
  isDeviceWork,
  isPolled,
  isVisibleTo,
  type LocalTask,
  matcherOf,
  mergeServer,
  newestFirst,
  newTask,
  owesServer,
  startBody,
  type TaskFilter,
  zLocalTask,
} from '#src/data/tasks/task-model.ts'

const ID = '0f7c1b1e-8a0b-4a53-9b0a-0d6a3d9f5b11'
const ASSET = 'a'.repeat(64)

function sent(place: 'local' | 'device' = 'local'): LocalTask {
  return newTask({
    taskId: ID,
    userId: 'u1',
    request: { toolId: 'matting', op: 'matting', params: { trim: true }, place },
    inputs: [],
    localInputs: [
      { role: 'image', key: 'k1', name: '沙发 正面.jpg', type: 'image/jpeg', bytes: 9, assetId: ASSET },
    ],
    phase: 'uploading',
    now: 1000,
  })
}

function answer(change: Partial<Task> = {}): Task {
  const {
    origin: _o,
    userId: _u,
    phase: _p,
    uploadProgress: _up,
    localInputs: _l,
    outputMeta: _m,
    attempted: _a,
    intent: _i,
    ...task
  } = sent()
  return { ...task, ...change }
}

describe('a task on its way to the server', () => {
  it('is stored as it is made, and owes the server until the server answers', () => {
    const task = sent()
    expect(zLocalTask.parse(task)).toEqual(task)
    expect(owesServer(task)).toBe(true)
    expect(isPolled(task)).toBe(false)
    const accepted = mergeServer(task, answer({ queueNum: 3 }), 'u1')
    expect(owesServer(accepted)).toBe(false)
    expect(isPolled(accepted)).toBe(true)
    expect(accepted.queueNum).toBe(3)
    expect(blobKeys(accepted)).toEqual([])
    expect(zLocalTask.parse(accepted)).toEqual(accepted)
  })

  it('makes the same body each time it is sent', () => {
    const body = startBody(sent())
    expect(startBody(zLocalTask.parse(structuredClone(sent())))).toEqual(body)
    expect(zStartTask.parse(body)).toMatchObject({
      taskId: ID,
      inputs: [{ role: 'image', assetId: ASSET, name: '沙发 正面.jpg' }],
    })
  })

  it('keeps its inputs when it fails here, so that it can be tried again', () => {
    const failed = failHere(sent(), new AppError('TICKETS_SHORT'), 2000)
    expect(failed).toMatchObject({
      state: 'failed',
      error: { code: 4203, message: '算力券不足' },
      finishedAt: 2000,
    })
    expect(failed.error?.remedy).not.toBe('')
    expect(owesServer(failed)).toBe(false)
    expect(blobKeys(failed)).toEqual(['k1'])
  })
})

describe('answers of the server', () => {
  it('never bring a finished task back', () => {
    const done = mergeServer(undefined, answer({ state: 'done', progress: 1 }), 'u1')
    expect(mergeServer(done, answer({ state: 'running', progress: 0.4 }), 'u1')).toBe(done)
  })

  it('that are older than what is known change nothing', () => {
    const running = mergeServer(undefined, answer({ state: 'running', revision: 1, progress: 0.4 }), 'u1')
    expect(mergeServer(running, answer({ state: 'queued', revision: 0 }), 'u1')).toBe(running)
    const back = mergeServer(running, answer({ state: 'queued', revision: 2 }), 'u1')
    expect(back.state).toBe('queued')
    expect(mergeServer(back, answer({ state: 'running', revision: 1, progress: 0.5 }), 'u1')).toBe(back)
    expect(mergeServer(back, answer({ state: 'failed', revision: 3 }), 'u1').state).toBe('failed')
  })

  it('leave with a result what was found out about it here', () => {
    const asset = { id: ASSET, type: 'image/png', bytes: 9, width: 3, height: 2, name: '渲染.png' }
    const done = mergeServer(undefined, answer({ state: 'done', outputs: [asset] }), 'u1')
    const structure = { share: 0.9, changes: [] }
    const known = { ...done, outputMeta: [{ key: null, structure }] }
    const again = mergeServer(known, answer({ state: 'done', outputs: [asset] }), 'u1')
    expect(again.outputMeta).toEqual(known.outputMeta)
    const other = { ...asset, id: 'b'.repeat(64) }
    expect(mergeServer(known, answer({ state: 'done', outputs: [other] }), 'u1').outputMeta).toEqual([])
  })

  it('end the wish to cancel only when the task has ended', () => {
    const asked: LocalTask = { ...mergeServer(undefined, answer(), 'u1'), intent: 'cancel' }
    expect(mergeServer(asked, answer({ state: 'running' }), 'u1').intent).toBe('cancel')
    expect(mergeServer(asked, answer({ state: 'cancelled' }), 'u1').intent).toBeUndefined()
  })

  it('do not show a task again that is being removed', () => {
    const asked: LocalTask = { ...mergeServer(undefined, answer(), 'u1'), intent: 'remove' }
    const merged = mergeServer(asked, answer({ state: 'done' }), 'u1')
    expect(isVisibleTo(merged, 'u1')).toBe(false)
    expect(owesServer(merged)).toBe(true)
  })
})

describe('a task of this device', () => {
  it('is work until it ends, and never owes the server', () => {
    const task = sent('device')
    expect(isDeviceWork(task)).toBe(true)
    expect(owesServer(task)).toBe(false)
    expect(task.cost).toBeNull()
    const cancelled = cancelHere(task, 5)
    expect(isDeviceWork(cancelled)).toBe(false)
    expect(cancelled.state).toBe('cancelled')
  })
})

describe('the list', () => {
  it('shows an account its own tasks and those of visitors, and nobody else’s', () => {
    expect(isVisibleTo(sent(), 'u1')).toBe(true)
    expect(isVisibleTo(sent(), 'u2')).toBe(false)
    expect(isVisibleTo(sent(), GUEST)).toBe(false)
    expect(isVisibleTo({ ...sent('device'), userId: GUEST }, 'u2')).toBe(true)
  })

  it('finds by state, tool, run and words in names and titles', () => {
    const task = sent()
    const matches = (one: LocalTask, filter: TaskFilter) => matcherOf(filter)(one)
    expect(matches(task, {})).toBe(true)
    expect(matches(task, { state: 'active' })).toBe(true)
    expect(matches(task, { state: 'waiting' })).toBe(true)
    expect(matches(task, { state: 'done' })).toBe(false)
    expect(matches(task, { toolId: 'toline' })).toBe(false)
    expect(matches(task, { q: '沙发 抠图' })).toBe(true)
    expect(matches(task, { q: '沙发 线稿' })).toBe(false)
    expect(matches(cancelHere(task, 1), { state: 'active' })).toBe(false)
  })

  it('finds by place, time and project', () => {
    const passes = (filter: TaskFilter) => matcherOf(filter)({ ...sent(), createdAt: 1000 })
    expect(passes({ origin: 'server' })).toBe(true)
    expect(passes({ origin: 'device' })).toBe(false)
    expect(passes({ from: 1000, until: 1001 })).toBe(true)
    expect(passes({ from: 1001 })).toBe(false)
    expect(passes({ until: 1000 })).toBe(false)
    expect(passes({ within: new Set([ID]) })).toBe(true)
    expect(passes({ within: new Set() })).toBe(false)
  })

  it('is newest first and in a fixed order within one moment', () => {
    const list = [1, 3, 2, 3].map((createdAt, i) => ({
      ...sent(),
      createdAt,
      taskId: `${ID.slice(0, -1)}${i}`,
    }))
    const order = [...list].sort(newestFirst).map(({ taskId }) => taskId.at(-1))
    expect(order).toEqual(['1', '3', '2', '0'])
    expect(
      [...list]
        .reverse()
        .sort(newestFirst)
        .map(({ taskId }) => taskId.at(-1)),
    ).toEqual(order)
  })
})
