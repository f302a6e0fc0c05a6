import { z } from 'zod'
import type { Cost } from './tickets.ts'

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
  videoModel: '装有视频模型（Wan 或 SVD）的 ComfyUI',
  visionModel: '支持看图的语言模型接口（兼容 OpenAI 的 chat/completions）',
  languageModel: '语言模型接口（兼容 OpenAI 的 chat/completions，如 DeepSeek、Ollama）',
  embedded: '筑绘内置引擎的对应算法（当前版本尚未包含）',
} as const
export type EngineNeed = keyof typeof ENGINE_NEEDS

interface OpDefinition {
  readonly title: string
  /** Tickets for one run on the server; null when it costs nothing. */
  readonly cost: Cost | null
  /** Places that the design foresees, best first. What runs now is asked of the engines. */
  readonly places: readonly Place[]
  /** What to connect when nothing can run it. */
  readonly needs: EngineNeed
  readonly output: 'image' | 'video' | 'text' | 'view'
  /** Roles an input may have; roles in `requires` must be there. */
  readonly accepts: readonly InputRole[]
  readonly requires: readonly InputRole[]
}

const image = (amount: number): Cost => ({ kind: 'image', amount })

/** Every operation that an engine can carry out. Adding one here is what makes it submittable. */
export const OPS = {
  render: {
    title: '渲染',
    cost: image(2),
    places: ['device', 'local', 'gpu'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'style'],
    requires: ['image'],
  },
  views: {
    title: '多角度',
    cost: image(4),
    places: ['device', 'local', 'gpu'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'style'],
    requires: ['image'],
  },
  composite: {
    title: '合成',
    cost: image(1),
    places: ['device', 'local'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'mask', 'scene'],
    requires: ['image'],
  },
  render3d: {
    title: '三维渲染',
    cost: null,
    places: ['device'],
    needs: 'embedded',
    output: 'image',
    accepts: ['model'],
    requires: ['model'],
  },
  flatplan: {
    title: '彩平图',
    cost: image(1),
    places: ['local', 'device'],
    needs: 'none',
    output: 'image',
    accepts: ['image'],
    requires: ['image'],
  },
  clearroom: {
    title: '清空房间',
    cost: image(1),
    places: ['device', 'local'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'mask'],
    requires: ['image'],
  },
  edit: {
    title: '局部重绘',
    cost: image(2),
    places: ['device', 'local', 'gpu'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'mask', 'style'],
    requires: ['image'],
  },
  stylize: {
    title: '风格迁移',
    cost: image(1),
    places: ['local', 'device', 'gpu'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'style', 'mask'],
    requires: ['image', 'style'],
  },
  retexture: {
    title: '换材质',
    cost: image(1),
    places: ['device', 'local'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'mask', 'style'],
    requires: ['image', 'mask'],
  },
  relight: {
    title: '换氛围',
    cost: image(1),
    places: ['device', 'local'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'mask'],
    requires: ['image'],
  },
  grade: {
    title: '洗图',
    cost: image(1),
    places: ['device', 'local'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'lut'],
    requires: ['image'],
  },
  matting: {
    title: '抠图',
    cost: image(1),
    places: ['local', 'device'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'mask'],
    requires: ['image'],
  },
  inpaint: {
    title: '消除',
    cost: image(1),
    places: ['device', 'local'],
    needs: 'none',
    output: 'image',
    accepts: ['image', 'mask'],
    requires: ['image', 'mask'],
  },
  outpaint: {
    title: '扩图',
    cost: image(1),
    places: ['device', 'local', 'gpu'],
    needs: 'none',
    output: 'image',
    accepts: ['image'],
    requires: ['image'],
  },
  upscale: {
    title: '放大',
    cost: image(1),
    places: ['local', 'device'],
    needs: 'none',
    output: 'image',
    accepts: ['image'],
    requires: ['image'],
  },
  compress: {
    title: '压缩',
    cost: null,
    places: ['device'],
    needs: 'none',
    output: 'image',
    accepts: ['image'],
    requires: ['image'],
  },
  restore: {
    title: '照片清理',
    cost: image(1),
    places: ['gpu', 'local', 'device'],
    needs: 'none',
    output: 'image',
    accepts: ['image'],
    requires: ['image'],
  },
  lineart: {
    title: '线稿',
    cost: image(1),
    places: ['device', 'local'],
    needs: 'none',
    output: 'image',
    accepts: ['image'],
    requires: ['image'],
  },
  panorama: {
    title: '全景查看',
    cost: null,
    places: ['device'],
    needs: 'embedded',
    output: 'view',
    accepts: ['image'],
    requires: ['image'],
  },
  text2image: {
    title: '文生图',
    cost: image(2),
    places: ['gpu'],
    needs: 'imageApi',
    output: 'image',
    accepts: ['style'],
    requires: [],
  },
  text2video: {
    title: '文生视频',
    cost: { kind: 'video', amount: 1 },
    places: ['gpu'],
    needs: 'videoModel',
    output: 'video',
    accepts: [],
    requires: [],
  },
  image2video: {
    title: '图生视频',
    cost: { kind: 'video', amount: 1 },
    places: ['device', 'gpu'],
    needs: 'videoModel',
    output: 'video',
    accepts: ['image', 'endFrame'],
    requires: ['image'],
  },
  images2video: {
    title: '多图生视频',
    cost: { kind: 'video', amount: 1 },
    places: ['device', 'gpu'],
    needs: 'videoModel',
    output: 'video',
    accepts: ['image'],
    requires: ['image'],
  },
  describe: {
    title: '图生提示词',
    cost: { kind: 'gpt', amount: 1 },
    places: ['local', 'gpu'],
    needs: 'visionModel',
    output: 'text',
    accepts: ['image'],
    requires: ['image'],
  },
  expand: {
    title: '提示词扩写',
    cost: { kind: 'gpt', amount: 1 },
    places: ['local', 'gpu'],
    needs: 'languageModel',
    output: 'text',
    accepts: [],
    requires: [],
  },
  chatEdit: {
    title: '对话改图',
    cost: image(2),
    places: ['gpu'],
    needs: 'imageApi',
    output: 'image',
    accepts: ['image', 'mask'],
    requires: ['image'],
  },
  chat: {
    title: 'AI 助手',
    cost: { kind: 'gpt', amount: 1 },
    places: ['gpu'],
    needs: 'languageModel',
    output: 'text',
    accepts: ['image'],
    requires: [],
  },
  live: {
    title: '实时渲染',
    cost: { kind: 'live', amount: 1 },
    places: ['gpu', 'device'],
    needs: 'comfyui',
    output: 'image',
    accepts: ['image'],
    requires: [],
  },
} as const satisfies Record<string, OpDefinition>

/** Name of an operation. */
export type OpId = keyof typeof OPS
export const OP_IDS = Object.keys(OPS) as OpId[]
export const zOpId = z.enum(OP_IDS as [OpId, ...OpId[]])

/** Ops whose work is really in this version's embedded engine or workers, by place. */
export const BUILT_IN: { readonly [P in 'device' | 'local']: readonly OpId[] } = {
  device: [
    'flatplan',
    'clearroom',
    'render',
    'views',
    'edit',
    'matting',
    'upscale',
    'lineart',
    'inpaint',
    'outpaint',
    'relight',
    'grade',
    'retexture',
    'composite',
    'stylize',
    'restore',
    'compress',
    'panorama',
  ],
  local: [
    'clearroom',
    'flatplan',
    'render',
    'views',
    'edit',
    'matting',
    'upscale',
    'lineart',
    'inpaint',
    'outpaint',
    'relight',
    'grade',
    'retexture',
    'composite',
    'stylize',
    'restore',
  ],
}
