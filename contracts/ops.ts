import { z } from 'zod'

/** Where an op can be carried out. */
export const zPlace = z.enum(['device', 'local', 'gpu'])
export type Place = z.infer<typeof zPlace>

export const PLACE_TITLES: Record<Place, string> = {
  device: '本机',
  local: '本地引擎',
  gpu: 'GPU 引擎',
}

/** Role that an input plays in a task. */
export const zInputRole = z.enum(['image', 'style', 'mask', 'scene', 'model', 'endFrame', 'lut'])
export type InputRole = z.infer<typeof zInputRole>

/** Engines that an op can wait for, in the words shown to the user. */
export const ENGINE_NEEDS = {
  none: '',
  comfyui: '一台接入 ComfyUI 的 GPU 服务器',
  imageApi: '一台 ComfyUI，或兼容 OpenAI 图像接口的服务',
  videoModel: '装有视频模型（Wan）的 ComfyUI',
  visionModel: '支持看图的语言模型接口（兼容 OpenAI 的 chat/completions）',
  languageModel: '语言模型接口（兼容 OpenAI 的 chat/completions，如 DeepSeek、Ollama）',
  embedded: '筑绘内置引擎的对应算法（当前版本尚未包含）',
} as const
export type EngineNeed = keyof typeof ENGINE_NEEDS

/** Name of an operation. Contracts know none by name: `ops/index.ts` lists them and checks this at the edges. */
export const zOp = z.string().regex(/^[A-Za-z0-9]{1,40}$/)
