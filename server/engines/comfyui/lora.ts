import { z } from 'zod'
import type { Graph, Install, Prompt } from './graph.ts'

/** A LoRA that a task asks for. */
export interface AskedLora {
  name: string
  /** 0..2 */
  weight: number
}

/** The one that parameters ask for; null for none. */
export function loraOf({ lora, loraWeight = 1 }: Readonly<Record<string, unknown>>): AskedLora | null {
  return typeof lora === 'string' && lora !== '' ? { name: lora, weight: Number(loraWeight) } : null
}

/**
 * Families by how trainers name the model in a file's metadata: `modelspec.architecture` of Stability's model
 * specification, such as `stable-diffusion-xl-v1-base/lora`, and `ss_base_model_version` of kohya's scripts and of
 * ai-toolkit, such as `sdxl_base_v1-0` or `qwen_image_edit`.
 */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(stable-diffusion-xl|sdxl)/, 'SDXL'],
  [/^(stable-diffusion-v1|sd_v1|sd1|sd_1)/, 'SD 1.5'],
  [/^(stable-diffusion-v2|sd_v2|sd2)/, 'SD 2'],
  [/^(stable-diffusion-3|sd3)/, 'SD 3'],
  [/^flux[-_.]?2/, 'Flux.2'],
  [/^flux([-_.]?1|$)/, 'Flux.1'],
  [/^qwen[-_]?image/, 'Qwen-Image'],
  [/^z[-_]?image/, 'Z-Image'],
  [/^wan/, 'Wan'],
  [/^hunyuan/, 'Hunyuan'],
]

const zText = z.string().catch('')
const zMetadata = z.object({ 'modelspec.architecture': zText, ss_base_model_version: zText })

/** Family that a LoRA was trained for, by the metadata of its file; '' where that does not say. */
export function familyOfLora(metadata: unknown): string {
  const read = zMetadata.safeParse(metadata)
  if (!read.success) return ''
  const told = [read.data['modelspec.architecture'], read.data.ss_base_model_version]
  for (const name of told) {
    const found = FAMILIES.find(([pattern]) => pattern.test(name.toLowerCase()))
    if (found) return found[1]
  }
  // What names a model that is not known here is for that one, and for none of ours.
  return told.find((name) => name !== '') ?? ''
}

/** Why a graph cannot run with a LoRA; '' when it can. One that does not say what it is for may be tried anywhere. */
export function whyNoLora({ title, lora }: Graph, { name }: AskedLora, { loras }: Install): string {
  if (!lora) return `“${title}”不带 LoRA`
  const family = loras.get(name)
  if (family === undefined) return `ComfyUI 上没有 LoRA 文件 models/loras/${name}`
  const fits = family === '' || lora.families.length === 0 || lora.families.includes(family)
  return fits ? '' : `LoRA“${name}”是给 ${family} 的，不能用于“${title}”`
}

const isLink = (value: unknown, [id, output]: readonly [string, number]) =>
  Array.isArray(value) && value[0] === id && value[1] === output

/** Leads everything that takes a graph's model, and its text encoder where one is named, through a LoRA. */
export function insertLora(prompt: Prompt, { lora }: Graph, { name, weight }: AskedLora): void {
  for (const [index, model] of (lora?.models ?? []).entries()) {
    const clip = index === 0 ? lora?.clip : undefined
    const id = `lora-${index + 1}`
    for (const { inputs } of Object.values(prompt))
      for (const [key, value] of Object.entries(inputs)) {
        if (isLink(value, model)) inputs[key] = [id, 0]
        if (clip && isLink(value, clip)) inputs[key] = [id, 1]
      }
    const common = { model: [...model], lora_name: name, strength_model: weight }
    prompt[id] = clip
      ? { class_type: 'LoraLoader', inputs: { ...common, clip: [...clip], strength_clip: weight } }
      : { class_type: 'LoraLoaderModelOnly', inputs: common }
  }
}
