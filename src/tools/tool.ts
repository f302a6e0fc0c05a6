import type { InputRole, Place } from '#contracts/ops.ts'
import type { OpId } from '#ops/index.ts'

/** Where a tool stands in the menu, on the home page and in the search. */
export const GROUPS = {
  render: { title: '效果图渲染', summary: '白模、线稿、照片直接出效果图' },
  image: { title: '图片工具', summary: '抠图、线稿、放大、压缩，随手就用' },
  generate: { title: '生成与视频', summary: '从文字和图片生成画面与镜头' },
  assist: { title: 'AI 助手', summary: '对话、提示词与实时渲染' },
} as const
export type GroupId = keyof typeof GROUPS

/** Page shapes that tools share. */
export const WORKBENCH_IDS = [
  'render',
  'transform',
  'mask',
  'composite',
  'plan',
  'batch',
  'viewer',
  'chat',
  'video',
  'live',
  'prompt',
] as const
export type WorkbenchId = (typeof WORKBENCH_IDS)[number]

/** One thing that a tool takes: a picture in a role, a model file or a colour table. */
export interface InputSlot {
  readonly role: InputRole
  readonly title: string
  readonly hint: string
  readonly required: boolean
  /** Most files in this slot; several files in the first slot make a batch. */
  readonly max: number
  readonly kind: 'image' | 'model' | 'lut'
  /** Takes drawings (DXF, SVG) as well as pictures: they are drawn where they come in. */
  readonly drawings?: boolean
}

export type Value = string | number | boolean

interface FieldBase {
  /** Key in the op's parameters. */
  readonly key: string
  readonly title: string
  readonly hint?: string
  /** What this tool begins with in the place of its op's default. */
  readonly initial?: Value
  /** Shown only when another parameter has one of these values, or none of those. */
  readonly when?: { readonly key: string } & (
    | { readonly is: readonly Value[] }
    | { readonly not: readonly Value[] }
  )
  /** Belongs to the input of this role: shown beside it, once there is one. */
  readonly forInput?: InputRole
  /** Shown, and heeded, only while the tool runs at this place; its default elsewhere. */
  readonly place?: Place
  /** Behind "更多设置". */
  readonly advanced?: boolean
}

/** How a parameter of the op is shown, as data; its bounds, options and default are the op's own (see controlsOf). */
export type Field =
  | (FieldBase & {
      readonly kind: 'slider' | 'number'
      /** 1 for whole numbers and 0.05 for others when left out. */
      readonly step?: number
      readonly unit?: string
    })
  | (FieldBase & {
      readonly kind: 'choice'
      /** Names of the options that do not speak for themselves. */
      readonly titles?: Readonly<Record<string, string>>
    })
  | (FieldBase & {
      readonly kind: 'text'
      readonly placeholder: string
      /** Words that steer a render by the lexicon are offered, those of this domain first, and named as they are understood. */
      readonly lexicon?: string
    })
  /** A switch; `lock` is one that is sent as 1 or 0. `scene` is one of the built-in scenes. */
  | (FieldBase & { readonly kind: 'switch' | 'lock' | 'colour' | 'material' | 'scene' })
  /** Two levels of the category tree below `domain`; writes classifyId2 and classifyId3. */
  | (FieldBase & { readonly kind: 'category'; readonly domain: string })
  /** One list of the category tree: views, atmospheres, environments. */
  | (FieldBase & { readonly kind: 'facet'; readonly domain: 'view' | 'atmosphere' | 'environment' | 'style' })
  /** A LoRA of the engine, of those that fit the graph that is chosen. */
  | (FieldBase & { readonly kind: 'lora' })
  /** A named style of renders, those of the domain first. */
  | (FieldBase & { readonly kind: 'style'; readonly domain: string })

/** A tool: a route with everything that its page, the menu, the search and the tests need. */
export interface Tool {
  /** The path without its slash, in the same case. */
  readonly id: string
  readonly title: string
  /** One line, at most 24 characters. */
  readonly summary: string
  readonly group: GroupId
  readonly workbench: WorkbenchId
  readonly op: OpId
  readonly inputs: readonly InputSlot[]
  readonly fields: readonly Field[]
  /** Other words that users call it by; the search knows them too. */
  readonly keywords: readonly string[]
  /** The compact single-column form. */
  readonly compact?: boolean
  /** Same tool as another one: not listed by itself in menus and on the home page. */
  readonly variantOf?: string
  /** Full-window page without footer. */
  readonly footer?: false
  /** Honest limits, shown on the page. */
  readonly caveat?: string
}
