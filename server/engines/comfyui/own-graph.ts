import type { WorkflowEntry, WorkflowForm, WorkflowPrompt } from '#contracts/workflows.ts'
import { GENERATIVE } from '#ops/generative-table.ts'
import { OPS, type OpId, zOpId } from '#ops/index.ts'
import { type Graph, zGraphPicture } from './graph.ts'

/** Inputs of node classes that name a model's file, each with the folder that it lies in. */
const LOADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CheckpointLoaderSimple: { ckpt_name: 'checkpoints' },
  ImageOnlyCheckpointLoader: { ckpt_name: 'checkpoints' },
  unCLIPCheckpointLoader: { ckpt_name: 'checkpoints' },
  UNETLoader: { unet_name: 'diffusion_models' },
  CLIPLoader: { clip_name: 'text_encoders' },
  DualCLIPLoader: { clip_name1: 'text_encoders', clip_name2: 'text_encoders' },
  TripleCLIPLoader: {
    clip_name1: 'text_encoders',
    clip_name2: 'text_encoders',
    clip_name3: 'text_encoders',
  },
  VAELoader: { vae_name: 'vae' },
  LoraLoader: { lora_name: 'loras' },
  LoraLoaderModelOnly: { lora_name: 'loras' },
  ControlNetLoader: { control_net_name: 'controlnet' },
  DiffControlNetLoader: { control_net_name: 'controlnet' },
  ModelPatchLoader: { name: 'model_patches' },
  StyleModelLoader: { style_model_name: 'style_models' },
  CLIPVisionLoader: { clip_name: 'clip_vision' },
  UpscaleModelLoader: { model_name: 'upscale_models' },
  GLIGENLoader: { gligen_name: 'gligen' },
  HypernetworkLoader: { hypernetwork_name: 'hypernetworks' },
  PhotoMakerLoader: { photomaker_model_name: 'photomaker' },
}

/** Where a LoRA goes into a workflow that loads one model; undefined where it is not clear. */
function loraIn(prompt: WorkflowPrompt): Graph['lora'] {
  const loading = Object.entries(prompt).filter(([, { class_type }]) =>
    ['CheckpointLoaderSimple', 'UNETLoader'].includes(class_type),
  )
  const [only, second] = loading
  if (!only || second) return undefined
  const [id, { class_type }] = only
  // Of which family its model is, nobody has said.
  const where = { families: [], models: [[id, 0] satisfies [string, number]] }
  return class_type === 'CheckpointLoaderSimple' ? { ...where, clip: [id, 1] } : where
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Files that a workflow's loaders name. Names without an ending are built in, such as `pixel_space`. */
function modelsIn(prompt: WorkflowPrompt): Graph['models'] {
  return Object.entries(prompt).flatMap(([id, { class_type, inputs }]) =>
    Object.entries(LOADERS[class_type] ?? {}).flatMap(([name, folder]) => {
      const value = inputs[name]
      if (typeof value !== 'string' || !/\.[a-z0-9]+$/i.test(value)) return []
      const file = value.split(/[\\/]/).at(-1) ?? value
      return [
        { at: [id, name] as [string, string], folder, file, like: `^${escaped(file)}$`, gb: 0, from: null },
      ]
    }),
  )
}

/** Masks are sent in grey: a loader that looks at their transparency would find none. */
function withGreyMask({ prompt, bind }: WorkflowForm): WorkflowPrompt {
  const loaders = (bind.mask ?? []).map(({ at: [id] }) => id)
  return Object.fromEntries(
    Object.entries(prompt).map(([id, node]) => {
      const isLoader = node.class_type === 'LoadImageMask' && loaders.includes(id)
      return [id, isLoader ? { ...node, inputs: { ...node.inputs, channel: 'red' } } : node]
    }),
  )
}

/** Ranks of a workflow that is taken first, and of one that is only taken when asked for. */
const RANKS = { first: 1000, last: -1 }
/** Sides that all models take are multiples of it, px. */
const STEP = 16
/** How many times longer a film may take. */
const FILM_PATIENCE = 4

/** How large the results of a workflow are; null where it takes a picture as it is. */
function madeBy(op: OpId, megapixels: number): Graph['made'] {
  if (GENERATIVE[op]?.size === 'larger' || OPS[op].output === 'model') return null
  return { pixels: megapixels * 1e6, step: STEP }
}

/**
 * A workflow of the operator's own as the graph that it is, from a form in which `faultOf` finds nothing.
 * @throws ZodError for an op that there is none of
 */
export function graphOfOwn({ id, version, form }: WorkflowEntry): Graph {
  const op = zOpId.parse(form.op)
  const pictures = zGraphPicture.options.filter((picture) => form.bind[picture])
  const may = pictures.filter((picture) => form.may.includes(picture))
  return {
    ...{ id, version, title: form.title, family: '自己的工作流', language: form.language },
    rank: form.isFirst ? RANKS.first : RANKS.last,
    vramGb: 0,
    ops: { [op]: form.words },
    needs: pictures.filter((picture) => !may.includes(picture)),
    may,
    models: modelsIn(form.prompt),
    lora: loraIn(form.prompt),
    made: madeBy(op, form.megapixels),
    bind: form.bind,
    tells: {},
    patience: OPS[op].output === 'video' ? FILM_PATIENCE : 1,
    output: form.output,
    prompt: withGreyMask(form),
  }
}
