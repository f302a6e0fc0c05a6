import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contracts/errors.ts'
import { type PoolWorker, WorkerPool } from '#src/worker-clients/pool.ts'

/** A worker whose jobs end when the test says so. */
class FakeWorker implements PoolWorker<FakeWorker> {
  readonly api = this
  terminated = false
  crash: (cause: unknown) => void = () => undefined
  finish: (value: string) => void = () => undefined
  fail: (error: Error) => void = () => undefined
  work(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.finish = resolve
      this.fail = reject
    })
  }
  terminate(): void {
    this.terminated = true
  }
  onCrash(listener: (cause: unknown) => void): void {
    this.crash = listener
  }
}

let workers: FakeWorker[]
let pool: WorkerPool<FakeWorker>
const job = (worker: FakeWorker) => worker.work()
const settled = (promise: Promise<unknown>) =>
  promise.catch((thrown: unknown) => (thrown instanceof AppError ? thrown.errorName : thrown))
const turn = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  pool = new WorkerPool(
    () => {
      const worker = new FakeWorker()
      workers.push(worker)
      return worker
    },
    { size: 2, idleMs: 10_000 },
  )
})
afterEach(() => vi.useRealTimers())

describe('worker pool', () => {
  it('starts no worker before the first job and no more than its size', async () => {
    expect(workers).toHaveLength(0)
    const jobs = [pool.run(job), pool.run(job), pool.run(job)]
    await turn()
    expect(workers).toHaveLength(2)
    workers[1]!.finish('b')
    expect(await jobs[1]).toBe('b')
    await turn()
    workers[1]!.finish('c')
    expect(await jobs[2]).toBe('c')
    expect(workers).toHaveLength(2)
  })

  it('takes jobs in order, urgent ones before the rest', async () => {
    const order: string[] = []
    const named = (name: string, urgent = false) => pool.run(job, { urgent, onStart: () => order.push(name) })
    const all = [named('a'), named('b'), named('c'), named('d'), named('x', true), named('y', true)]
    for (let i = 0; i < all.length; i++) {
      await turn()
      for (const worker of workers) worker.finish('')
    }
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'x', 'y', 'c', 'd'])
  })

  it('ends the worker of an aborted job and goes on with a new one', async () => {
    const controller = new AbortController()
    const first = settled(pool.run(job, { signal: controller.signal }))
    const others = [pool.run(job), pool.run(job)]
    await turn()
    controller.abort()
    expect(await first).toBe('CANCELLED')
    expect(workers[0]!.terminated).toBe(true)
    await turn()
    expect(workers).toHaveLength(3)
    workers[1]!.finish('b')
    workers[2]!.finish('c')
    expect(await Promise.all(others)).toEqual(['b', 'c'])
  })

  it('drops a waiting job that is aborted without touching a worker', async () => {
    const controller = new AbortController()
    const running = [pool.run(job), pool.run(job)]
    const waiting = settled(pool.run(job, { signal: controller.signal }))
    controller.abort()
    expect(await waiting).toBe('CANCELLED')
    expect(workers.some((worker) => worker.terminated)).toBe(false)
    for (const worker of workers) worker.finish('ok')
    expect(await Promise.all(running)).toEqual(['ok', 'ok'])
    expect(await settled(pool.run(job, { signal: controller.signal }))).toBe('CANCELLED')
  })

  it('fails only the job whose worker broke', async () => {
    const first = settled(pool.run(job))
    const second = pool.run(job)
    const third = pool.run(job)
    await turn()
    workers[0]!.crash('out of memory')
    expect(await first).toBe('DEVICE_FAILED')
    await turn()
    workers[1]!.finish('b')
    workers[2]!.finish('c')
    expect([await second, await third]).toEqual(['b', 'c'])
  })

  it('says so when the code of a worker could not be fetched', async () => {
    const first = settled(pool.run(job))
    await turn()
    workers[0]!.crash(new AppError('PART_MISSING'))
    expect(await first).toBe('PART_MISSING')
  })

  it('passes on what a job rejects with and keeps the worker', async () => {
    const first = settled(pool.run(job))
    await turn()
    workers[0]!.fail(new AppError('FILE_DAMAGED'))
    expect(await first).toBe('FILE_DAMAGED')
    const second = pool.run(job)
    await turn()
    workers[0]!.finish('fine')
    expect(await second).toBe('fine')
    expect(workers).toHaveLength(1)
  })

  it('ends idle workers after ten seconds and starts again when needed', async () => {
    const first = pool.run(job)
    await turn()
    workers[0]!.finish('a')
    await first
    await vi.advanceTimersByTimeAsync(9000)
    expect(workers[0]!.terminated).toBe(false)
    await vi.advanceTimersByTimeAsync(1500)
    expect(workers[0]!.terminated).toBe(true)
    const second = pool.run(job)
    await turn()
    workers[1]!.finish('b')
    expect(await second).toBe('b')
  })

  it('rejects everything on terminate', async () => {
    const all = [pool.run(job), pool.run(job), pool.run(job)].map(settled)
    await turn()
    pool.terminate()
    expect(await Promise.all(all)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
    expect(workers.every((worker) => worker.terminated)).toBe(true)
  })

  it('rejects jobs when no worker can be started', async () => {
    const broken = new WorkerPool<FakeWorker>(
      () => {
        throw new Error('blocked by policy')
      },
      { size: 2 },
    )
    expect(await Promise.all([settled(broken.run(job)), settled(broken.run(job))])).toEqual([
      'DEVICE_FAILED',
      'DEVICE_FAILED',
    ])
  })
})
