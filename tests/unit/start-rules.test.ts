import { describe, expect, it } from 'vitest'
import { costOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { findTool } from '#src/tools/registry.ts'
import {
  blockOf,
  plannedRuns,
  priceOf,
  shortWords,
  splitInputs,
  variantsOf,
} from '#src/workbenches/start-rules.ts'

const input = (id: string, role: DraftInput['role'] = 'image', of?: string): DraftInput => ({
  id,
  role,
  file: new File([], `${id}.png`),
  width: 10,
  height: 10,
  ...(of ? { of } : {}),
})
const tool = (id: string) => {
  const found = findTool(id)
  if (!found) throw new Error(id)
  return found
}
const idsOf = (groups: ReturnType<typeof splitInputs>) =>
  groups.map(({ item, inputs }) => [item, inputs.map(({ id }) => id)])

describe('renders of one picture', () => {
  const params = { variants: 3, seed: 7, prompt: '红砖' }

  it('go up from the seed, one task each', () => {
    expect(variantsOf(params, true)).toEqual([7, 8, 9].map((seed) => ({ ...params, variants: 1, seed })))
  })

  it('are one each where there are several pictures, and where an op knows none', () => {
    expect(variantsOf(params, false)).toEqual([{ ...params, variants: 1 }])
    expect(variantsOf({ quality: 80 }, true)).toEqual([{ quality: 80 }])
  })
})

describe('a TIFF, which browsers do not read', () => {
  const tiff = { ...input('t'), file: new File([], 't.tif', { type: 'image/tiff' }) }

  it('keeps tools from starting that have only this device, or need to be painted in', () => {
    const words = (id: string, inputs: DraftInput[]) => blockOf({ tool: tool(id), inputs, params: {} })?.words
    expect(words('compress', [tiff])).toBe('浏览器读不了 TIFF，请先转换为 JPG 或 PNG')
    expect(words('compress', [input('a')])).toBeUndefined()
    expect(words('toline', [tiff])).toBeUndefined()
    expect(words('clean', [tiff])).toBe('TIFF 不能在浏览器里涂抹，请先转换为 JPG 或 PNG')
  })
})

describe('what each task of a batch works on', () => {
  it('gives every picture what all share, and its own mask alone', () => {
    const inputs = [input('a'), input('b'), input('style', 'style'), input('m', 'mask', 'b')]
    expect(idsOf(splitInputs({ tool: tool('wanwuqianyi'), params: {}, inputs }))).toEqual([
      ['a', ['a', 'style']],
      ['b', ['b', 'style', 'm']],
    ])
  })

  it('gives a mask that names no picture to the first', () => {
    const inputs = [input('a'), input('b'), input('m', 'mask')]
    expect(idsOf(splitInputs({ tool: tool('clean'), params: {}, inputs }))).toEqual([
      ['a', ['a', 'm']],
      ['b', ['b']],
    ])
  })

  it('takes only the pictures that are wanted, and all of them where one result is made of all', () => {
    const inputs = [input('a'), input('b')]
    expect(idsOf(splitInputs({ tool: tool('matting'), params: {}, inputs }, new Set(['b'])))).toEqual([
      ['b', ['b']],
    ])
    expect(idsOf(splitInputs({ tool: tool('imgs2Video'), params: {}, inputs }))).toEqual([
      [undefined, ['a', 'b']],
    ])
  })

  it('leaves what was drawn alone where the subject is found by itself', () => {
    const inputs = [input('a'), input('m', 'mask', 'a')]
    const auto = { mode: 'auto', things: [] }
    const boxed = { ...auto, mode: 'box' }
    const ids = (params: Record<string, unknown>) =>
      idsOf(splitInputs({ tool: tool('matting'), params, inputs }))
    expect([ids(auto), ids(boxed)]).toEqual([[['a', ['a']]], [['a', ['a', 'm']]]])
    expect(blockOf({ tool: tool('matting'), params: boxed, inputs: [input('a')] })).toEqual({
      words: '请先在画面上框住主体',
      at: 'canvas',
    })
    // In a batch those that were not boxed are found by themselves.
    expect(blockOf({ tool: tool('matting'), params: boxed, inputs: [input('a'), input('b')] })).toBeNull()
  })

  it('says how many pictures still want a mask', () => {
    const bench = { tool: tool('clean'), params: {} }
    expect(blockOf({ ...bench, inputs: [input('a')] })).toEqual({
      words: '请先在画面上涂抹要处理的部分',
      at: 'canvas',
    })
    expect(blockOf({ ...bench, inputs: [input('a'), input('b'), input('m', 'mask', 'a')] })).toEqual({
      words: '还有 1 张没有涂抹',
      at: 'canvas',
    })
    const both = [input('a'), input('b'), input('m', 'mask', 'a'), input('n', 'mask', 'b')]
    expect(blockOf({ ...bench, inputs: both })).toBeNull()
  })

  it('wants a material, from the library or as a picture', () => {
    const bench = { tool: tool('materialchange'), inputs: [input('a'), input('m', 'mask', 'a')] }
    expect(blockOf({ ...bench, params: { material: '' } })).toEqual({ words: '请先选择一种材质', at: 'form' })
    expect(blockOf({ ...bench, params: { material: 'wood-oak' } })).toBeNull()
    const inputs = [...bench.inputs, input('s', 'style')]
    expect(blockOf({ ...bench, inputs, params: { material: '' } })).toBeNull()
  })

  it('wants words, a style or a picture of one for what is to become of a part', () => {
    const inputs = [input('a'), input('m', 'mask', 'a')]
    const bench = { tool: tool('localRenderingPro'), inputs, params: { prompt: ' ', style: '' } }
    expect(blockOf(bench)).toEqual({ words: '请写下要换成什么，或选一种风格', at: 'form' })
    expect(blockOf({ ...bench, params: { prompt: '红砖', style: '' } })).toBeNull()
    expect(blockOf({ ...bench, params: { prompt: '', style: 'modern' } })).toBeNull()
    expect(blockOf({ ...bench, inputs: [...inputs, input('s', 'style')] })).toBeNull()
  })
})

describe('what a start costs', () => {
  const runs = (count: number) =>
    Array.from({ length: count }, () => ({ params: {}, width: 800, height: 600 }))

  it('multiplies by the pictures and tells what is missing', () => {
    const even = { kind: 'image', isEven: true }
    expect(priceOf('matting', 'local', runs(24), 50)).toEqual({ ...even, each: 1, total: 24, short: 0 })
    expect(priceOf('render', 'local', runs(24), 40)).toEqual({ ...even, each: 2, total: 48, short: 8 })
    expect(priceOf('matting', 'local', runs(24), undefined)?.short).toBe(0)
    const quote = { place: 'local' as const, seconds: 1, waitSeconds: 0, ahead: 0 }
    const dearer = { ...quote, cost: { kind: 'image' as const, amount: 72 } }
    expect(priceOf('matting', 'local', runs(24), 50, dearer)).toEqual({
      ...even,
      ...{ each: 3, total: 72, short: 22 },
    })
    expect(priceOf('matting', 'local', runs(24), 50, { ...quote, cost: null })).toBeNull()
    expect(priceOf('matting', 'local', [], undefined)?.total).toBe(1)
    expect(priceOf('compress', 'local', runs(24), 0)).toBeNull()
    expect(priceOf('matting', 'device', runs(24), 0)).toBeNull()
  })

  it('adds up what differs by the size of the pictures', () => {
    const params = { factor: 2, quality: 'best' }
    const [small, large] = [
      { params, width: 320, height: 240 },
      { params, width: 4000, height: 3000 },
    ]
    const each = costOf('upscale', large)!.amount
    expect(each).toBeGreaterThan(5)
    expect(priceOf('upscale', 'local', [small, large], 3)).toEqual({
      ...{ kind: 'image', each, isEven: false, total: each + 1, short: each - 2 },
    })
  })

  it('counts the tasks that a start makes, with the sizes of their pictures', () => {
    const inputs = [input('a'), input('b'), input('m', 'mask', 'b')]
    const bench = { tool: tool('matting'), inputs, params: { mode: 'auto' } }
    const run = { params: bench.params, width: 10, height: 10 }
    expect(plannedRuns(bench, { isBatch: true })).toEqual([run, run])
    expect(plannedRuns(bench, { isBatch: true, wanted: new Set(['b']) })).toEqual([run])
    const render = { tool: tool('indoorRender'), inputs: [input('a')], params: { variants: 3, seed: 1 } }
    expect(plannedRuns(render, { isBatch: false })).toHaveLength(3)
    expect(plannedRuns(render, { isBatch: true })).toHaveLength(1)
  })

  it('names every way out when the purse is short', () => {
    const price = { kind: 'image' as const, each: 2, isEven: true, total: 48, short: 8 }
    expect(shortWords(price, 40, true)).toEqual({
      message: '图片券不足：需要 48 张，余 40 张，还差 8 张',
      remedy: '可以改在本机运行（不消耗算力券），或先处理其中 20 张，或在用户中心补充算力券',
    })
    expect(shortWords({ ...price, total: 2, short: 2 }, 0, false).remedy).toBe('可以在用户中心补充算力券')
  })
})
