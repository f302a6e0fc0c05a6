import { describe, expect, it } from 'vitest'
import type { GenerativeFacts } from '#ops/generative.ts'
import { GENERATIVE } from '#ops/generative-table.ts'
import { OPS, type OpId } from '#ops/index.ts'
import { explainFailure, explainRefusal } from '#server/engines/comfyui/errors.ts'
import {
  fillGraph,
  type GraphPicture,
  type Install,
  lackingFor,
  loadGraphs,
  suits,
} from '#server/engines/comfyui/graph.ts'
import { familyOfLora, whyNoLora } from '#server/engines/comfyui/lora.ts'
import { COMFY_NODES } from '#tests/support/comfy-nodes.ts'

const graphs = loadGraphs()
const full: Install = {
  nodes: new Set(Object.keys(COMFY_NODES)),
  models: new Map(
    [...new Set(graphs.flatMap(({ models }) => models.map(({ folder }) => folder)))].map((folder) => [
      folder,
      graphs.flatMap(({ models }) => models.filter((one) => one.folder === folder).map(({ file }) => file)),
    ]),
  ),
  loras: new Map([
    ['xl.safetensors', 'SDXL'],
    ['any.safetensors', ''],
  ]),
  vramGb: 48,
}
/** Nodes that keep what is made. */
const SAVERS: Record<string, string> = { image: 'PreviewImage', video: 'SaveVideo', model: 'SaveGLB' }
const filled = (values: Record<string, unknown>, graph = graphs[0]!) => fillGraph(graph, values, full).prompt

describe.each(graphs.map((graph) => [graph.id, graph] as const))('the graph %s', (_id, graph) => {
  const ops = Object.keys(graph.ops) as OpId[]

  it('is whole: classes, inputs and links are those of ComfyUI', () => {
    for (const [id, { class_type, inputs }] of Object.entries(graph.prompt)) {
      const known = COMFY_NODES[class_type]
      expect(known, class_type).toBeDefined()
      expect(known?.required.filter((name) => inputs[name] === undefined)).toEqual([])
      for (const value of Object.values(inputs))
        if (Array.isArray(value)) expect(graph.prompt[String(value[0])], `${id} → ${value[0]}`).toBeDefined()
    }
    expect(graph.prompt[graph.output]?.class_type).toBe(SAVERS[OPS[ops[0]!].output])
    expect(graph.prompt[graph.poster ?? graph.output]?.class_type).toBe(
      SAVERS[graph.poster ? 'image' : OPS[ops[0]!].output],
    )
    for (const { at } of [...graph.models, ...Object.values(graph.bind).flat()])
      expect(graph.prompt[at[0]]?.inputs[at[1]], at.join('.')).toBeDefined()
    for (const picture of [...graph.needs, ...graph.may]) expect(graph.bind[picture]).toBeDefined()
  })

  it('names the file of every loader among its models', () => {
    const loaders = Object.entries(graph.prompt).flatMap(([id, { class_type }]) =>
      Object.entries(COMFY_NODES[class_type]?.files ?? {}).flatMap(([name, folder]) =>
        folder === 'input' ? [] : [`${id}.${name} ${folder}`],
      ),
    )
    expect(graph.models.map(({ at, folder }) => `${at.join('.')} ${folder}`).sort()).toEqual(loaders.sort())
    for (const { file, like } of graph.models) expect(file).toMatch(new RegExp(like, 'i'))
  })

  it('is changed by every value that it binds', () => {
    const samples: Record<string, readonly unknown[]> = {
      lock: [0, 1],
      strength: [0.2, 0.9],
      creative: [0.2, 0.9],
      workWidth: [512, 768],
      workHeight: [512, 768],
      ipaPlus: [false, true],
      seconds: [2, 5],
      secondsEach: [2, 5],
      detail: ['draft', 'fine'],
      seed: [1, 2],
      width: [512, 768],
      height: [512, 768],
      count: [1, 2],
    }
    const all = Object.fromEntries(Object.keys(graph.bind).map((name) => [name, samples[name]?.[0] ?? 'a']))
    for (const [name, bindings] of Object.entries(graph.bind)) {
      const before = filled(all, graph)
      const after = filled({ ...all, [name]: samples[name]?.[1] ?? 'b' }, graph)
      for (const { at } of bindings) {
        const [node, input] = at
        expect(after[node]?.inputs[input], at.join('.')).toBeDefined()
        expect(after[node]?.inputs[input], at.join('.')).not.toEqual(before[node]?.inputs[input])
      }
    }
  })

  it('leaves out what loads a picture that is not there', () => {
    const values: Record<string, unknown> = Object.fromEntries(
      graph.needs.map((name) => [name, `${name}.png`]),
    )
    if (graph.series) values.pictures = ['1.png', '2.png', '3.png']
    const prompt = filled(values, graph)
    for (const { class_type, inputs } of Object.values(prompt)) {
      if (class_type.startsWith('LoadImage')) expect(inputs.image).not.toBe('')
      for (const value of Object.values(inputs))
        if (Array.isArray(value)) expect(prompt[String(value[0])]).toBeDefined()
    }
  })

  it('carries out operations that have words, with pictures that they accept', () => {
    for (const op of ops) {
      const facts: GenerativeFacts | undefined = GENERATIVE[op]
      expect(facts, op).toBeDefined()
      if (graph.needs.includes('mask'))
        expect(OPS[op].accepts.includes('mask') || facts?.size === 'margins').toBe(true)
      if (graph.needs.includes('image') && !graph.series) expect(facts?.size).not.toBe('aspect')
    }
  })
})

describe('a film through several pictures', () => {
  const series = graphs.find((graph) => graph.series)!

  it('has a part for each two neighbours, joined in order', () => {
    const prompt = filled({ words: '院子', seed: 7, secondsEach: 2, pictures: ['a', 'b', 'c', 'd'] }, series)
    const pairs = [1, 2, 3].map((part) =>
      ['image', 'endFrame'].map((name) => prompt[`${name}-${part}`]?.inputs.image),
    )
    expect(pairs).toEqual([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
    ])
    expect(prompt['latent-3']?.inputs).toMatchObject({ length: 33, start_image: ['image-3', 0] })
    expect(prompt['rough-2']?.inputs.noise_seed).toBe(7)
    expect(prompt['join-2']).toEqual({
      class_type: 'ImageBatch',
      inputs: { image1: ['decode-1', 0], image2: ['decode-2', 0] },
    })
    expect(prompt['join-3']?.inputs).toEqual({ image1: ['join-2', 0], image2: ['decode-3', 0] })
    expect(prompt.film?.inputs.images).toEqual(['join-3', 0])
    expect(prompt.decode).toBeUndefined()
  })

  it('of two has one part', () => {
    const prompt = filled({ pictures: ['a', 'b'] }, series)
    expect(prompt.film?.inputs.images).toEqual(['decode-1', 0])
    expect(Object.keys(prompt).filter((id) => id.startsWith('join'))).toEqual([])
  })
})

describe('a LoRA', () => {
  const named = (id: string) => graphs.find((graph) => graph.id === id)!
  const xl = { name: 'xl.safetensors', weight: 0.8 }

  it('lies between the model and all that takes it, with the text encoder where that comes with it', () => {
    for (const graph of graphs.filter(({ lora }) => lora)) {
      const { prompt } = fillGraph(graph, {}, full, xl)
      const [model] = graph.lora!.models
      const to = (from: unknown) =>
        Object.entries(prompt).flatMap(([id, { inputs }]) =>
          Object.values(inputs).some((value) => JSON.stringify(value) === JSON.stringify(from)) ? [id] : [],
        )
      expect(to(model), graph.id).toEqual(['lora-1'])
      expect(to(['lora-1', 0]).length, graph.id).toBeGreaterThan(0)
      const { class_type, inputs } = prompt['lora-1']!
      expect(inputs).toMatchObject({ lora_name: xl.name, strength_model: 0.8 })
      const known = COMFY_NODES[class_type]
      expect(known?.required.filter((name) => inputs[name] === undefined)).toEqual([])
      if (graph.lora!.clip) {
        expect(to(graph.lora!.clip), graph.id).toEqual(['lora-1'])
        expect(inputs.strength_clip).toBe(0.8)
      }
      expect(filled({}, graph)).not.toHaveProperty('lora-1')
    }
  })

  it('goes with graphs of its family alone, and with all where it does not say which that is', () => {
    const why = (id: string, name: string) => whyNoLora(named(id), { name, weight: 1 }, full)
    expect(why('sdxl-text2image', 'xl.safetensors')).toBe('')
    expect(why('qwen-text2image', 'xl.safetensors')).toMatch(/是给 SDXL 的/)
    expect(why('qwen-text2image', 'any.safetensors')).toBe('')
    expect(why('sdxl-text2image', 'none.safetensors')).toMatch(/没有 LoRA 文件 models\/loras\/none/)
    expect(why('upscale-model', 'xl.safetensors')).toMatch(/不带 LoRA/)
  })

  it.each([
    [{ 'modelspec.architecture': 'stable-diffusion-xl-v1-base/lora' }, 'SDXL'],
    [{ ss_base_model_version: 'sdxl_base_v1-0' }, 'SDXL'],
    [{ 'modelspec.architecture': 'flux-1-dev/lora', ss_base_model_version: 'flux1' }, 'Flux.1'],
    [{ ss_base_model_version: 'flux2_klein_9b' }, 'Flux.2'],
    [{ ss_base_model_version: 'qwen_image_edit' }, 'Qwen-Image'],
    [{ 'modelspec.architecture': 'z-image-turbo/lora' }, 'Z-Image'],
    [{ ss_base_model_version: 'sd_v1' }, 'SD 1.5'],
    [{ 'modelspec.architecture': 'lumina-2/lora' }, 'lumina-2/lora'],
    [{ ss_network_dim: '16' }, ''],
    [null, ''],
  ])('with %j is one for %s', (metadata, family) => {
    expect(familyOfLora(metadata)).toBe(family)
  })
})

describe('an install', () => {
  const sdxl = graphs.find(({ id }) => id === 'sdxl-text2image')!

  it('says exactly what it lacks', () => {
    expect(lackingFor(sdxl, full)).toBeNull()
    const bare: Install = { nodes: new Set(['KSampler']), models: new Map(), loras: new Map(), vramGb: 4 }
    const lacking = lackingFor(sdxl, bare)
    expect(lacking?.nodes).toContain('CheckpointLoaderSimple')
    expect(lacking?.nodes).not.toContain('KSampler')
    expect(lacking?.models.map(({ folder, file }) => `${folder}/${file}`)).toEqual([
      'checkpoints/sd_xl_base_1.0.safetensors',
    ])
    expect(lacking?.vramGb).toBeCloseTo(3.2)
    expect(lackingFor(sdxl, { ...full, vramGb: null })).toBeNull()
  })

  it.each([
    [['anime/RealVisXL_V5.0.safetensors'], 'anime/RealVisXL_V5.0.safetensors'],
    [['juggernautXL_v9.safetensors', 'sd_xl_base_1.0.safetensors'], 'sd_xl_base_1.0.safetensors'],
    [['sub\\sd_xl_base_1.0.safetensors'], 'sub\\sd_xl_base_1.0.safetensors'],
  ])('with %j is asked for %s', (files, expected) => {
    const install: Install = { ...full, models: new Map([['checkpoints', files]]) }
    expect(lackingFor(sdxl, install)).toBeNull()
    expect(fillGraph(sdxl, { words: 'a' }, install)).toMatchObject({
      model: expected,
      prompt: { ckpt: { inputs: { ckpt_name: expected } } },
    })
  })

  it('does not take a refiner or another family for its model', () => {
    for (const file of ['sd_xl_refiner_1.0.safetensors', 'v1-5-pruned.safetensors'])
      expect(lackingFor(sdxl, { ...full, models: new Map([['checkpoints', [file]]]) })).not.toBeNull()
  })

  it('takes the graph for the pictures that there are', () => {
    const ids = (op: OpId, ...pictures: GraphPicture[]) =>
      graphs.filter((graph) => suits(graph, op, pictures)).map(({ id }) => id)
    expect(ids('render', 'image', 'picture')).toEqual([
      'qwen-edit',
      'flux-kontext',
      'flux-canny-redux',
      'sdxl-controlnet-style',
    ])
    expect(ids('edit', 'image', 'mask')).toEqual(['qwen-edit-masked', 'flux-fill', 'sdxl-inpaint'])
    expect(ids('relight', 'image', 'mask')).toEqual(['qwen-edit-masked'])
    expect(ids('text2image', 'picture')).toEqual(['flux-redux-text2image'])
    expect(ids('image2video', 'image', 'endFrame')).toEqual(['wan22-14b-first-last'])
  })
})

describe('a model', () => {
  const models = graphs.flatMap((graph) => graph.models)

  it.each([...new Map(models.map((model) => [model.folder + model.like, model])).values()])(
    '$file is not taken for another one',
    ({ folder, file, like }) => {
      const taken = models
        .filter((one) => one.folder === folder && new RegExp(like, 'i').test(one.file))
        .map((one) => one.file)
      expect(new Set(taken)).toEqual(new Set([file]))
    },
  )
})

describe('what went wrong over there', () => {
  const failure = (exception_type: string, exception_message: string) =>
    explainFailure([
      ['execution_start', {}],
      ['execution_error', { node_type: 'KSampler', exception_type, exception_message }],
    ])

  it.each([
    ['torch.OutOfMemoryError', 'Allocation on device 0 would exceed allowed memory', 'ENGINE_VRAM'],
    ['RuntimeError', 'CUDA error: out of memory', 'ENGINE_VRAM'],
    ['FileNotFoundError', 'Model in folder checkpoints with filename x not found.', 'ENGINE_MODEL'],
    ['safetensors_rust.SafetensorError', 'Error while deserializing header: HeaderTooLarge', 'ENGINE_MODEL'],
    ['RuntimeError', 'mat1 and mat2 shapes cannot be multiplied', 'ENGINE_GRAPH'],
  ])('%s: %s is %s', (type, message, name) => {
    expect(failure(type, message).errorName).toBe(name)
  })

  it('is told of interruptions, missing nodes and missing files', () => {
    expect(explainFailure([['execution_interrupted', {}]]).errorName).toBe('ENGINE_INTERRUPTED')
    expect(explainFailure([]).errorName).toBe('ENGINE_GRAPH')
    const noNode = {
      error: { message: 'Cannot execute because node CFGNorm does not exist.' },
      node_errors: {},
    }
    expect(explainRefusal(noNode).message).toContain('CFGNorm')
    const details = "ckpt_name: 'a.safetensors' not in ['b.safetensors']"
    const noFile = {
      node_errors: { 1: { class_type: 'X', errors: [{ type: 'value_not_in_list', details }] } },
    }
    expect(explainRefusal(noFile)).toMatchObject({ errorName: 'ENGINE_MODEL' })
    expect(explainRefusal(noFile).message).toContain('a.safetensors')
    expect(explainRefusal('<html>')).toMatchObject({ errorName: 'ENGINE_GRAPH' })
  })
})
