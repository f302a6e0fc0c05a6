import { describe, expect, it } from 'vitest'
import { largeAlone } from '#workers/image/large-alone.ts'

/** The start of a PNG of a size: all that is looked at. */
function png(width: number, height: number): Blob {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  bytes.set([8, 6], 24)
  return new Blob([bytes], { type: 'image/png' })
}

function workbench() {
  const running: { name: string; finish: () => void }[] = []
  const work = largeAlone((_: Blob, name: string, _onProgress: (progress: number, step: string) => void) => {
    return new Promise<string>((resolve) => running.push({ name, finish: () => resolve(name) }))
  })
  const steps: string[] = []
  const start = (name: string, width: number, height: number) =>
    work(png(width, height), name, (_, step) => steps.push(step))
  const names = () => running.map(({ name }) => name)
  return { start, names, steps, running }
}

describe('large pictures', () => {
  it('are worked on one after another, and say that they wait', async () => {
    const { start, names, steps, running } = workbench()
    const first = start('first', 6000, 4000)
    await expect.poll(names).toEqual(['first'])
    const second = start('second', 6000, 4000)
    await expect.poll(() => steps).toEqual(['等待上一张大图'])
    expect(names()).toEqual(['first'])
    running[0]!.finish()
    expect(await first).toBe('first')
    await expect.poll(names).toEqual(['first', 'second'])
    running[1]!.finish()
    expect(await second).toBe('second')
  })

  it('do not hold up small ones', async () => {
    const { start, names, running } = workbench()
    const large = start('large', 6000, 4000)
    await expect.poll(names).toEqual(['large'])
    const small = start('small', 3000, 2000)
    await expect.poll(names).toEqual(['large', 'small'])
    for (const { finish } of running) finish()
    expect(await Promise.all([large, small])).toEqual(['large', 'small'])
  })

  it('give the lock back when the work fails', async () => {
    const work = largeAlone(
      async (_: Blob, fails: boolean, _onProgress: (progress: number, step: string) => void) => {
        if (fails) throw new Error('failed')
        return 'done'
      },
    )
    await expect(work(png(6000, 4000), true, () => {})).rejects.toThrow('failed')
    expect(await work(png(6000, 4000), false, () => {})).toBe('done')
  })
})
