import { describe, expect, it } from 'vitest'
import { outputName, stemOf } from '#contracts/file-names.ts'
import { paramsOf } from '#ops/index.ts'
import { soundParams } from '#src/data/drafts/drafts.ts'
import { retryDelay } from '#src/data/tasks/outbox-model.ts'
import { choosePlaces, describeMissing } from '#src/data/tasks/places.ts'
import { nextDelay } from '#src/data/tasks/task-sync.ts'

const local = {
  name: 'local',
  title: '本地引擎',
  place: 'local' as const,
  ops: ['matting' as const, 'lineart' as const],
  healthy: true,
}
const comfy = {
  name: 'comfy',
  title: 'ComfyUI',
  place: 'gpu' as const,
  ops: ['chatEdit' as const],
  healthy: true,
}

describe('places', () => {
  it('offers what can run now first, by the order of the op', () => {
    expect(choosePlaces('lineart', [local]).map(({ place, available }) => [place, available])).toEqual([
      ['device', true],
      ['local', true],
    ])
    expect(choosePlaces('matting', [local]).map(({ place, available }) => [place, available])).toEqual([
      ['local', true],
      ['device', true],
    ])
    expect(choosePlaces('chatEdit', [local, comfy])).toEqual([
      { place: 'gpu', title: 'ComfyUI', available: true },
    ])
  })

  it('counts on the embedded engine when no server was ever heard', () => {
    expect(choosePlaces('matting', null).find(({ place }) => place === 'local')?.available).toBe(true)
    expect(choosePlaces('chatEdit', null)[0]).toMatchObject({ available: false, reason: '尚未连接到服务器' })
  })

  it('says which engine is missing and where to read how to connect it', () => {
    expect(describeMissing('matting', [local])).toBe('')
    const missing = describeMissing('chatEdit', [local])
    expect(missing).toContain('ComfyUI')
    expect(missing).toContain('docs/engines.md')
    expect(describeMissing('chatEdit', [{ ...comfy, healthy: false }])).toContain('暂时没有响应')
    expect(describeMissing('chatEdit', [])).not.toBe('')
    const way = { by: 'graph' as const, id: 'a', family: 'A', vramGb: 8 }
    const bare = {
      ...{ ...comfy, ops: [], healthy: false, seenAt: 5 },
      ways: { render: [{ ...way, title: '线稿渲染', isThere: false }] },
    }
    const atGpu = (engines: Parameters<typeof choosePlaces>[1]) =>
      choosePlaces('render', engines).find(({ place }) => place === 'gpu')
    expect(atGpu([local, bare])).toMatchObject({ reason: expect.stringMatching(/ComfyUI.*“线稿渲染”/) })
    expect(atGpu([local, { ...comfy, ops: [], healthy: false, seenAt: null }])?.reason).toBe(
      'ComfyUI没有响应',
    )
    expect(atGpu([local, { ...comfy, ops: ['render'], healthy: false, seenAt: 5 }])).toMatchObject({
      reason: 'ComfyUI暂时没有响应',
      seenAt: 5,
    })
    const quick = { ...comfy, ops: ['render'], lately: { render: 12 } }
    expect(atGpu([local, quick])).toMatchObject({ available: true, lately: 12 })
    const gpu = choosePlaces('render', [{ ...local, ops: ['render' as const] }]).find(
      ({ place }) => place === 'gpu',
    )
    expect(gpu).toMatchObject({ available: false, reason: expect.stringContaining('ComfyUI') })
  })
})

describe('drafts', () => {
  it('drops a stored value that no longer fits, and keeps the others', () => {
    const params = soundParams(paramsOf('compress'), {
      quality: 4711,
      maxSide: 2000,
      format: 'bmp',
      extra: 1,
    })
    expect(params).toMatchObject({ quality: 80, maxSide: 2000, format: 'keep' })
  })
})

describe('file names', () => {
  it('is the original stem, the title and the right extension', () => {
    expect(outputName('客厅.final.JPG', '智能抠图', 'image/png')).toBe('客厅.final_智能抠图.png')
    expect(stemOf('C:\\照片\\a.png')).toBe('a')
  })

  it('cannot be used to mislead or to leave the folder', () => {
    expect(outputName('../../etc/passwd', '压缩', 'image/webp')).toBe('passwd_压缩.webp')
    expect(outputName('a\u202egpj.exe.png', '压缩', 'image/png')).not.toContain('\u202e')
    expect(outputName('', '压缩', 'image/jpeg')).toBe('图片_压缩.jpg')
    expect(outputName(`${'长'.repeat(400)}.png`, '压缩', 'image/png').length).toBeLessThan(140)
  })
})

describe('waiting', () => {
  it('polls at 1 s while something moves, and slows down to 5 s', () => {
    let delay = nextDelay(5000, true)
    expect(delay).toBe(1000)
    for (let i = 0; i < 10; i++) delay = nextDelay(delay, false)
    expect(delay).toBe(5000)
  })

  it('retries a send after 2 s and at most after a minute or so', () => {
    expect(retryDelay(0, 0.5)).toBe(2000)
    expect(retryDelay(50, 1)).toBeLessThanOrEqual(72_000)
  })
})
