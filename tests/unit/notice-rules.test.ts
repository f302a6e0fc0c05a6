import { describe, expect, it } from 'vitest'
import {
  isWorthWaiting,
  LONG_MS,
  mayNotify,
  noticeOf,
  runKeyOf,
  showsTask,
  type Told,
} from '#src/app/notice-rules.ts'

const task = (over: Partial<Told> = {}): Told => ({
  taskId: 'a',
  toolId: 'matting',
  op: 'matting',
  batchId: null,
  state: 'done',
  createdAt: 0,
  place: 'local',
  localInputs: [{ name: '椅子.jpg' }],
  ...over,
})

describe('mayNotify', () => {
  const long = { permission: 'granted', wanted: true, hidden: false, shown: false, tookMs: LONG_MS } as const
  it('tells of a long run that no page in view shows', () => {
    expect(mayNotify(long)).toBe(true)
  })
  it.each([
    ['without permission', { permission: 'default' }],
    ['without a wish', { wanted: false }],
    ['while the page shows it', { shown: true }],
    ['when it was short', { tookMs: LONG_MS - 1 }],
  ] as const)('says nothing %s', (_, over) => {
    expect(mayNotify({ ...long, ...over })).toBe(false)
  })
  it('tells of a short run, even of the page that shows it, while the page is hidden', () => {
    expect(mayNotify({ ...long, hidden: true, shown: true, tookMs: 1 })).toBe(true)
    expect(mayNotify({ ...long, hidden: true, permission: 'denied' })).toBe(false)
  })
})

describe('showsTask', () => {
  const one = { taskId: 'a', toolId: 'matting' }
  it.each([
    ['/list', '', true],
    ['/mobileList', '', true],
    ['/done', '?taskId=a', true],
    ['/done2', '?taskId=b', false],
    ['/mobileDone', '?taskId=a', true],
    ['/matting', '', true],
    ['/toline', '', false],
    ['/mobilePrepare', '?tool=matting', true],
    ['/mobilePrepare', '?tool=toline', false],
    ['/', '', false],
  ])('%s%s: %s', (pathname, search, expected) => {
    expect(showsTask({ pathname, search }, one)).toBe(expected)
  })
})

describe('noticeOf', () => {
  it('names the picture of a single task and leads to its result', () => {
    expect(noticeOf([task()])).toEqual({
      title: '智能抠图已完成',
      body: '椅子.jpg，点开查看结果',
      tag: 'run-a',
      url: '/done?taskId=a',
    })
    expect(noticeOf([task({ state: 'failed' })])).toMatchObject({ title: '智能抠图未完成' })
  })
  it('tells once of a whole run, with its failures', () => {
    const run = ['done', 'done', 'failed', 'cancelled'].map((state, at) =>
      task({ taskId: `t${at}`, batchId: 'run', state: state as Told['state'] }),
    )
    expect(noticeOf(run)).toEqual({
      title: '智能抠图：2 张已完成',
      body: '1 张失败，点开查看原因',
      tag: 'run-run',
      url: '/matting?run=run',
    })
  })
  it('waits for the last task of a run', () => {
    expect(noticeOf([task({ batchId: 'r' }), task({ batchId: 'r', state: 'running' })])).toBeNull()
  })
  it('says nothing of what was cancelled, and of nothing', () => {
    expect(noticeOf([task({ state: 'cancelled' })])).toBeNull()
    expect(noticeOf([])).toBeNull()
  })
  it('tells tasks without a run apart', () => {
    expect(runKeyOf(task({ taskId: 'x' }))).not.toBe(runKeyOf(task({ taskId: 'y' })))
  })
})

describe('isWorthWaiting', () => {
  const here = (state: Told['state'], createdAt = 0) => task({ state, createdAt, place: 'device' })
  it('offers at once for what waits for a server', () => {
    expect(isWorthWaiting([task({ state: 'queued' })], 0)).toBe(true)
  })
  it('offers for work of this device once it has taken a while, or is much', () => {
    expect(isWorthWaiting([here('running')], 7999)).toBe(false)
    expect(isWorthWaiting([here('running')], 8000)).toBe(true)
    expect(isWorthWaiting(Array(4).fill(here('queued')), 0)).toBe(false)
    expect(isWorthWaiting(Array(5).fill(here('queued')), 0)).toBe(true)
  })
  it('never offers for what has ended', () => {
    expect(isWorthWaiting([task(), here('failed')], 1e9)).toBe(false)
    expect(isWorthWaiting([], 0)).toBe(false)
  })
})
