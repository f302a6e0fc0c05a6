import { describe, expect, it } from 'vitest'
import { outputName, stemOf } from '#contracts/file-names.ts'
import type { Reach } from '#contracts/reach.ts'
import { paramsOf } from '#ops/index.ts'
import { soundParams } from '#src/data/drafts/drafts.ts'
import { retryDelay } from '#src/data/tasks/outbox-model.ts'
import { choosePlaces, describeMissing, listLoras, listWays } from '#src/data/tasks/places.ts'
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

  it('are barred by a project whose pictures may not go so far', () => {
    const limit = (reach: Reach) => ({ name: '滨江', reach })
    const gpu = { ...comfy, ops: ['render'] }
    const far = { ...gpu, name: 'far', title: '外部', isOutside: true }
    const able = (engines: Parameters<typeof choosePlaces>[1], reach: Reach) =>
      choosePlaces('render', engines, limit(reach)).flatMap(({ place, title, available }) =>
        available ? `${place} ${title}` : [],
      )
    const all = [{ ...local, ops: ['render'] }, far, gpu]
    // The first that is free gets it.
    expect(able(all, 'outside')).toContain('gpu 外部 等 2 个')
    expect(able(all, 'house')).toContain('gpu ComfyUI')
    expect(able(all, 'house')).toContain('local 本地引擎')
    expect(able(all, 'device')).toEqual(['device 本机'])
    const gpuOf = (engines: Parameters<typeof choosePlaces>[1]) =>
      choosePlaces('render', engines).find(({ place }) => place === 'gpu')?.isOutside
    expect([gpuOf([gpu]), gpuOf([far]), gpuOf([gpu, far])]).toEqual([undefined, true, 'perhaps'])
    const barred = choosePlaces('render', [far], limit('house')).find(({ place }) => place === 'gpu')
    expect(barred).toMatchObject({ available: false, reason: expect.stringContaining('项目“滨江”') })
    expect(describeMissing('chatEdit', [{ ...comfy, isOutside: true }], limit('house'))).toEqual({
      title: '这里做不了',
      reason: expect.stringContaining('项目“滨江”'),
    })
    expect(describeMissing('chatEdit', [], limit('house'))?.reason).toContain('docs/engines.md')
  })

  it('lists graphs and models once each, those that can be chosen first', () => {
    const way = { by: 'graph' as const, family: 'F', vramGb: 8 }
    const [a, b] = [
      { ...way, id: 'a', title: 'A', isThere: false },
      { ...way, id: 'b', title: 'B', isThere: true },
    ]
    const model = { ...way, by: 'model' as const, id: 'b', title: 'b', isThere: true }
    const engines = [
      { ...comfy, ways: { render: [a, b] } },
      { ...comfy, name: 'service', ways: { render: [model] } },
      { ...comfy, name: 'away', healthy: false, ways: { render: [{ ...a, isThere: true }] } },
      { ...comfy, name: 'far', isBarred: true, ways: { render: [{ ...a, id: 'c', isThere: true }] } },
    ]
    expect(listWays('render', engines)).toEqual([b, model, a])
    expect(
      listWays('render', [...engines, { ...comfy, ways: { render: [{ ...a, isThere: true }] } }]),
    ).toEqual([{ ...a, isThere: true }, b, model])
    expect(listWays('matting', engines)).toEqual([])
    expect(listWays('render', null)).toEqual([])
  })

  it('offers LoRAs of the family of the graph, and apart those that do not say theirs', () => {
    const way = { by: 'graph' as const, vramGb: 8, isThere: true }
    const ways = {
      text2image: [
        { ...way, id: 'xl', title: 'XL', family: 'SDXL', loras: ['SDXL'] },
        { ...way, id: 'qwen', title: 'Q', family: 'Qwen-Image', loras: ['Qwen-Image'] },
        { ...way, id: 'gone', title: 'G', family: 'Flux.1', loras: ['Flux.1'], isThere: false },
        { ...way, id: 'own', title: '自己的', family: '', loras: [] },
        { ...way, id: 'bare', title: '不带', family: '' },
      ],
    }
    const loras = ['SDXL', 'Qwen-Image', 'Flux.1', ''].map((family) => ({ name: `${family}.st`, family }))
    const offered = (graphId?: string) =>
      listLoras('text2image', [local, { ...comfy, ways, loras }], graphId).map(
        ({ name, isSure }) => `${name}${isSure ? '' : '?'}`,
      )
    expect(offered('xl')).toEqual(['SDXL.st', '.st?'])
    expect(offered('own')).toEqual(['.st?', 'Flux.1.st?', 'Qwen-Image.st?', 'SDXL.st?'])
    expect(offered('bare')).toEqual([])
    expect(offered()).toEqual(['Qwen-Image.st', 'SDXL.st', '.st?', 'Flux.1.st?'])
    expect(listLoras('render', [{ ...comfy, ways, loras }], undefined)).toEqual([])
  })

  it('says which engine is missing and where to read how to connect it', () => {
    expect(describeMissing('matting', [local])).toBeNull()
    const missing = describeMissing('chatEdit', [local])
    expect(missing?.title).toBe('等待接入引擎')
    expect(missing?.reason).toContain('ComfyUI')
    expect(missing?.reason).toContain('docs/engines.md')
    expect(describeMissing('chatEdit', [{ ...comfy, healthy: false }])).toEqual({
      title: '引擎没有响应',
      reason: expect.stringContaining('暂时没有响应'),
    })
    expect(describeMissing('chatEdit', [])).not.toBeNull()
    const way = { by: 'graph' as const, id: 'a', family: 'A', vramGb: 8 }
    const bare = {
      ...{ ...comfy, ops: [], healthy: false, seenAt: 5 },
      ways: { render: [{ ...way, title: '线稿渲染', isThere: false }] },
    }
    const drawer = { ...way, title: 'Z-Image 文生图', isThere: false }
    expect(describeMissing('text2image', [{ ...comfy, ops: [], ways: { text2image: [drawer] } }])).toEqual({
      title: '引擎缺少模型',
      reason: expect.stringMatching(/ComfyUI.*“Z-Image 文生图”/),
    })
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
