import { describe, expect, it } from 'vitest'
import { AppError } from '#contracts/errors.ts'
import type { WorkflowForm } from '#contracts/workflows.ts'
import { bindingFor, faultOf, guessWorkflow, readWorkflow, slotsOf, WORKFLOW_OPS } from '#ops/own-workflow.ts'
import { loadGraphs } from '#server/engines/comfyui/graph.ts'
import { OWN_FILL, OWN_RENDER, OWN_TEXT } from '#tests/support/own-workflows.ts'

const inputsOf = ({ bind }: WorkflowForm) =>
  Object.fromEntries(Object.entries(bind).map(([name, list]) => [name, list.map(({ at }) => at.join('.'))]))

const thrownBy = (text: string) => {
  try {
    readWorkflow(text)
  } catch (error) {
    return error instanceof AppError ? [error.errorName, error.message, error.remedy] : error
  }
  return null
}

describe('reading a workflow', () => {
  it('takes the API format, bare or as it is sent, with titles and without anything else of the node', () => {
    const text = JSON.stringify(OWN_RENDER)
    expect(readWorkflow(text)).toEqual(OWN_RENDER)
    expect(readWorkflow(JSON.stringify({ prompt: OWN_RENDER, client_id: 'x' }))).toEqual(OWN_RENDER)
    const more = { '1': { class_type: 'LoadImage', inputs: { image: 'a' }, is_changed: ['x'] } }
    expect(readWorkflow(JSON.stringify(more))).toEqual({
      '1': { class_type: 'LoadImage', inputs: { image: 'a' } },
    })
  })

  it('tells how to export one for the editor’s format, other JSON, no JSON, and refuses what is large', () => {
    const editor = { nodes: [{ id: 1, type: 'KSampler' }], links: [], version: 0.4 }
    const format = (message: RegExp) => [
      'WORKFLOW_FORMAT',
      expect.stringMatching(message),
      expect.stringContaining('导出(API)'),
    ]
    expect(thrownBy(JSON.stringify(editor))).toEqual(format(/编辑器格式/))
    for (const other of ['{}', '[]', '3', '{"a":{"b":1}}', '{"1":{"class_type":"X"}}'])
      expect(thrownBy(other), other).toEqual(format(/不是 ComfyUI 的工作流/))
    expect(thrownBy('{"1":')).toEqual(format(/不是 JSON/))
    const large = { '1': { class_type: 'LoadImage', inputs: { image: 'a'.repeat(1024 * 1024) } } }
    expect(thrownBy(JSON.stringify(large))?.[0 as never]).toBe('WORKFLOW_LARGE')
  })
})

describe('guessing what inputs stand for', () => {
  it('finds them by what nodes are and what they are linked to', () => {
    const form = guessWorkflow(OWN_RENDER, 'render')
    expect(inputsOf(form)).toEqual({
      image: ['4.image'],
      words: ['2.text'],
      seed: ['9.seed'],
      strength: ['9.denoise'],
      lock: ['7.strength'],
    })
    expect(form).toMatchObject({ output: '11', language: 'en', megapixels: 1.05 })
    expect(form.bind.strength?.[0]?.range).toEqual([0.35, 1])
    expect(form.bind.lock?.[0]?.values).toEqual({ 0: 0.4, 1: 0.8 })
    expect(faultOf({ ...form, title: '我的' })).toBeNull()
  })

  it('knows words from what is not wanted, a size from a picture’s, and a language by its models', () => {
    const form = guessWorkflow(OWN_TEXT, 'text2image')
    expect(inputsOf(form)).toEqual({
      words: ['4.text'],
      seed: ['7.seed'],
      width: ['6.width'],
      height: ['6.height'],
      count: ['6.batch_size'],
    })
    expect(form).toMatchObject({ output: '9', language: 'zh', megapixels: 0.92 })
  })

  it('gives a mask that was painted on the picture a node of its own', () => {
    const form = guessWorkflow(OWN_FILL, 'edit')
    expect(inputsOf(form)).toMatchObject({ image: ['4.image'], mask: ['4-mask.image'] })
    expect(form.prompt['5']?.inputs.mask).toEqual(['4-mask', 0])
    expect(form.prompt['4-mask']).toMatchObject({ class_type: 'LoadImageMask' })
    expect(faultOf({ ...form, title: '填' })).toBeNull()
    // Where the op knows no mask nothing is added.
    expect(guessWorkflow(OWN_FILL, 'render').prompt).toEqual(OWN_FILL)
  })

  it('agrees with most of what the graphs that come along bind', () => {
    const wrong: string[] = []
    let all = 0
    for (const { id, ops, prompt, bind, output, series } of loadGraphs()) {
      if (series) continue
      const [op] = Object.keys(ops) as (keyof typeof ops)[]
      if (!op || !WORKFLOW_OPS.includes(op)) continue
      const guessed = guessWorkflow(prompt, op)
      expect(guessed.output, id).toBe(output)
      const found = inputsOf(guessed)
      for (const name of ['image', 'mask', 'picture', 'endFrame', 'words', 'negative', 'seed']) {
        if (!slotsOf(op).some((slot) => slot.name === name) || !bind[name]) continue
        all++
        const own = bind[name].map(({ at }) => at.join('.')).sort()
        if (JSON.stringify(found[name]?.sort()) !== JSON.stringify(own))
          wrong.push(`${id}.${name}: ${found[name]}`)
      }
    }
    expect(all).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })
})

describe('what is wrong with a workflow', () => {
  const good = { ...guessWorkflow(OWN_RENDER, 'render'), title: '我的' }
  const bound = (bind: WorkflowForm['bind']) => faultOf({ ...good, bind: { ...good.bind, ...bind } })

  it('is said of the op, the output, and each binding', () => {
    expect(faultOf({ ...good, op: 'compress' })?.slot).toBe('op')
    expect(faultOf({ ...good, op: 'images2video' })?.words).toMatch(/每一对图/)
    expect(faultOf({ ...good, output: '99' })?.slot).toBe('output')
    expect(bound({ seed: [{ at: ['9', 'model'] }] })?.words).toMatch(/已连到别的节点/)
    expect(bound({ seed: [{ at: ['99', 'seed'] }] })?.slot).toBe('seed')
    expect(bound({ seed: [{ at: ['9', 'denoise'] }] })?.words).toMatch(/两次/)
    expect(bound({ endFrame: [{ at: ['4', 'image'] }] })?.slot).toBe('endFrame')
    const { image: _image, ...rest } = good.bind
    expect(faultOf({ ...good, bind: rest })).toMatchObject({
      slot: 'image',
      words: expect.stringContaining('原图'),
    })
  })

  it('is nothing where a slot is bound as it is offered', () => {
    for (const op of WORKFLOW_OPS)
      for (const slot of slotsOf(op)) {
        const binding = bindingFor(OWN_RENDER, slot, ['9', 'cfg'])
        if (slot.kind === 'choice')
          expect(Object.keys(binding.values ?? {})).toEqual(slot.choices.map(([value]) => value))
        if (slot.kind === 'share') expect(binding.range).toEqual([0, 1])
      }
    const { seconds } = guessWorkflow(
      {
        1: { class_type: 'EmptyHunyuanLatentVideo', inputs: { width: 8, height: 8, length: 9 } },
        2: { class_type: 'CreateVideo', inputs: { fps: 24 } },
      },
      'text2video',
    ).bind
    expect(seconds?.[0]?.values).toMatchObject({ 2: 49, 5: 121, 10: 241 })
  })
})
