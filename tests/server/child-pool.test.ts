import { afterEach, describe, expect, it, vi } from 'vitest'
import { ChildPool, type PoolOptions } from '#server/engines/local/child-pool.ts'
import { createLog } from '#server/log.ts'

const script = new URL('../support/engines/faulty-worker.ts', import.meta.url)
const pools: ChildPool[] = []

function makePool(more: Partial<PoolOptions> = {}): ChildPool {
  const log = createLog('silent')
  const pool = new ChildPool({ name: 'test', log, memoryMb: 2048, timeoutS: 20, idleS: 60, script, ...more })
  pools.push(pool)
  return pool
}

const run = (pool: ChildPool, how: string, signal?: AbortSignal) =>
  pool.run(
    { kind: 'run', op: 'lineart', inputs: [], models: {}, threads: 1, params: {}, out: how },
    { signal },
  )

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('an engine process', { timeout: 30_000 }, () => {
  it.each([
    ['crash', 'ENGINE_FAILED'],
    ['exit', 'ENGINE_FAILED'],
    ['garbage', 'ENGINE_FAILED'],
    ['throw', 'ENGINE_FAILED'],
    ['refuse', 'FILE_DAMAGED'],
  ])('that does %s fails its work alone, with %s', async (how, errorName) => {
    const pool = makePool()
    const [failed, next] = await Promise.allSettled([run(pool, how), run(pool, 'work')])
    expect(failed).toMatchObject({ status: 'rejected', reason: { errorName } })
    expect(JSON.stringify(failed)).not.toContain('secret')
    expect(next).toMatchObject({ status: 'fulfilled', value: { type: 'image/png' } })
  })

  it('that hangs is killed after its time', async () => {
    const pool = makePool({ timeoutS: 1 })
    await expect(run(pool, 'hang')).rejects.toMatchObject({ errorName: 'ENGINE_TIMEOUT' })
    expect((await run(pool, 'work')).height).toBe(1)
  })

  it.runIf(process.platform === 'linux')('that takes too much memory is killed', async () => {
    const pool = makePool({ memoryMb: 400 })
    await expect(run(pool, 'memory')).rejects.toMatchObject({ errorName: 'ENGINE_MEMORY' })
    expect((await run(pool, 'work')).height).toBe(1)
  })

  it('ends with an abort, and an aborted wish is not begun', async () => {
    const pool = makePool()
    const first = new AbortController()
    const second = new AbortController()
    const hanging = run(pool, 'hang', first.signal)
    const waiting = run(pool, 'crash', second.signal)
    second.abort()
    await expect(waiting).rejects.toMatchObject({ errorName: 'CANCELLED' })
    first.abort()
    await expect(hanging).rejects.toMatchObject({ errorName: 'CANCELLED' })
    expect((await run(pool, 'work')).height).toBe(1)
  })

  it('lets users take turns, and one who has too much waiting is told to come later', async () => {
    const pool = makePool()
    const ended: string[] = []
    const ask = async (owner: string) => {
      await pool.run(
        { kind: 'run', op: 'lineart', inputs: [], models: {}, threads: 1, params: {}, out: 'work' },
        { owner },
      )
      ended.push(owner)
    }
    const all = [...Array.from({ length: 301 }, () => ask('greedy')), ask('quiet')]
    expect(ended).toEqual([])
    await expect(ask('greedy')).rejects.toMatchObject({ errorName: 'TOO_MANY', retryAfterMs: 5000 })
    await Promise.all(all)
    // One was in hand before the other user came, one more has its turn.
    expect(ended.indexOf('quiet')).toBeLessThanOrEqual(2)
  })

  it('stays warm between pieces of work and stops when idle', async () => {
    const pool = makePool({ idleS: 1 })
    const { width: pid } = await run(pool, 'work')
    expect((await run(pool, 'work')).width).toBe(pid)
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5000, interval: 100 })
    expect((await run(pool, 'work')).width).not.toBe(pid)
  })

  it('goes when the pool is closed', async () => {
    const pool = makePool()
    const { width: pid } = await run(pool, 'work')
    const hanging = run(pool, 'hang')
    const rejected = expect(hanging).rejects.toMatchObject({ errorName: 'SERVER_STOPPING' })
    await pool.close()
    await rejected
    await expect(run(pool, 'work')).rejects.toMatchObject({ errorName: 'SERVER_STOPPING' })
    expect(isAlive(pid)).toBe(false)
  })
})
