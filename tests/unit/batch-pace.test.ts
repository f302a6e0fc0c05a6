import { describe, expect, it } from 'vitest'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { median, paceOf, roughSpan } from '#src/workbenches/batch/pace.ts'

const START = 1_750_000_000_000

const task = (change: Partial<LocalTask> = {}) =>
  ({
    state: 'queued',
    place: 'device',
    progress: 0,
    startedAt: null,
    finishedAt: null,
    ...change,
  }) as LocalTask

/** Tasks of `ms` each, `abreast` at a time, one after another from START. */
function finished(count: number, ms: number, abreast = 1, place: LocalTask['place'] = 'device'): LocalTask[] {
  return Array.from({ length: count }, (_, at) => {
    const startedAt = START + Math.floor(at / abreast) * ms
    return task({ state: 'done', place, startedAt, finishedAt: startedAt + ms })
  })
}
const waiting = (count: number, change: Partial<LocalTask> = {}) =>
  Array.from({ length: count }, () => task(change))

describe('the pace of a run', () => {
  it('is the time of one task times what is left', () => {
    expect(paceOf([...finished(5, 2000), ...waiting(10)])).toEqual({ secondsLeft: 20, perMinute: 30 })
  })

  it('counts what runs side by side', () => {
    const { secondsLeft, perMinute } = paceOf([...finished(8, 4000, 4), ...waiting(12)])
    expect(secondsLeft).toBeCloseTo(12)
    expect(perMinute).toBeCloseTo(60)
  })

  it('does not share out the last task', () => {
    const last = task({ state: 'running', startedAt: START, progress: 0.5 })
    expect(paceOf([...finished(8, 4000, 4), last]).secondsLeft).toBeCloseTo(2)
  })

  it('is not misled by one slow task nor by a night in between', () => {
    const slow = task({ state: 'done', startedAt: START + 20_000, finishedAt: START + 80_000 })
    const morning = finished(4, 2000).map((one) => ({
      ...one,
      startedAt: (one.startedAt ?? 0) + 36_000_000,
      finishedAt: (one.finishedAt ?? 0) + 36_000_000,
    }))
    const { secondsLeft } = paceOf([...finished(6, 2000), slow, ...morning, ...waiting(5)])
    expect(secondsLeft).toBeCloseTo(10)
  })

  it('follows the last tasks when the pictures become larger', () => {
    const small = finished(40, 1000)
    const large = finished(20, 5000).map((one) => ({
      ...one,
      startedAt: (one.startedAt ?? 0) + 40_000,
      finishedAt: (one.finishedAt ?? 0) + 40_000,
    }))
    expect(paceOf([...small, ...large, ...waiting(2)]).secondsLeft).toBeCloseTo(10)
  })

  it('takes the upload into account while there is one', () => {
    // The server needs a second for each, but they arrive every five seconds.
    const slowly = Array.from({ length: 6 }, (_, at) =>
      task({
        state: 'done',
        place: 'local',
        startedAt: START + at * 5000,
        finishedAt: START + at * 5000 + 1000,
      }),
    )
    const rest = waiting(4, { place: 'local', phase: 'uploading' })
    expect(paceOf([...slowly, ...rest]).secondsLeft).toBeCloseTo(16)
  })

  it('ends with the slowest place', () => {
    const run = [
      ...finished(4, 1000),
      ...waiting(3),
      ...finished(4, 6000, 1, 'local'),
      ...waiting(3, { place: 'local' }),
    ]
    expect(paceOf(run)).toEqual({ secondsLeft: 18, perMinute: 70 })
  })

  it('claims nothing before the first result, after the last and without a network', () => {
    expect(paceOf(waiting(3))).toEqual({ secondsLeft: null, perMinute: null })
    expect(paceOf(finished(3, 1000)).secondsLeft).toBeNull()
    const held = waiting(3, { place: 'local', phase: 'waiting' })
    expect(paceOf([...finished(3, 1000, 1, 'local'), ...held]).secondsLeft).toBeNull()
    expect(paceOf([])).toEqual({ secondsLeft: null, perMinute: null })
  })
})

describe('words and numbers', () => {
  it('finds the middle', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })

  it('says a rough time the way people do', () => {
    expect([3, 12, 54, 70, 150, 3600, 4900].map(roughSpan)).toEqual([
      '几秒',
      '20 秒',
      '1 分钟',
      '1 分钟',
      '3 分钟',
      '1 小时',
      '1 小时 22 分',
    ])
  })
})
