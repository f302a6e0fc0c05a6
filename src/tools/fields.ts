import type { SceneId } from '#contracts/scenes.ts'
import type { Field, InputSlot } from './tool.ts'

/** Inputs and fields that many tools share, each with the product's default. */

const BATCH_FILES = 500

export const source = (title = '原图', hint = 'JPG、PNG、WebP，可多选'): InputSlot => ({
  role: 'image',
  title,
  hint,
  required: true,
  max: BATCH_FILES,
  kind: 'image',
})

export const oneSource = (title = '原图', hint = 'JPG、PNG、WebP', required = true): InputSlot => ({
  ...source(title, hint),
  max: 1,
  required,
})

export const styleImage = (required = false, title = '参考图'): InputSlot => ({
  role: 'style',
  title,
  hint: required ? '想要的风格或材质' : '可选：想要的风格',
  required,
  max: 1,
  kind: 'image',
})

export const prompt = (placeholder: string): Field => ({
  kind: 'text',
  key: 'prompt',
  title: '描述',
  placeholder,
  maxLength: 2000,
  initial: '',
})

export const strength = (initial = 0.75, title = '结构强度', hint = '越大越忠于原图结构'): Field => ({
  kind: 'slider',
  key: 'strength',
  title,
  hint,
  min: 0,
  max: 1,
  step: 0.05,
  initial,
})

export const lock: Field = {
  kind: 'lock',
  key: 'lock',
  title: '锁定结构',
  hint: '几何线条与原图保持一致',
  initial: 1,
}

export const styleWeight: Field = {
  kind: 'switch',
  key: 'ipaPlus',
  title: '强化参考风格',
  initial: false,
  advanced: true,
}

export const geometryOnly: Field = {
  kind: 'switch',
  key: 'ignoreWordAndImage',
  title: '忽略描述与参考图',
  hint: '只依据原图的几何',
  initial: false,
  advanced: true,
}

export const category = (domain: string): Field => ({
  kind: 'category',
  key: 'classifyId2',
  title: '类型与风格',
  domain,
  initial: '',
})

const FACET_TITLES = { view: '视角', atmosphere: '氛围', environment: '环境', style: '风格' } as const

export const facet = (domain: keyof typeof FACET_TITLES, key: string = domain): Field => ({
  kind: 'facet',
  key,
  title: FACET_TITLES[domain],
  domain,
  initial: '',
})

export const brush: Field = {
  kind: 'slider',
  key: 'brush',
  title: '画笔大小',
  min: 1,
  max: 200,
  step: 1,
  unit: 'px',
  initial: 25,
}

/** The controls of a render, in the order in which a designer decides. */
export const renderFields = (domain: string, placeholder: string): readonly Field[] => [
  category(domain),
  prompt(placeholder),
  strength(),
  lock,
  facet('view'),
  facet('atmosphere'),
  facet('environment'),
  styleWeight,
  geometryOnly,
]

/** The user's own scene behind a cut-out. */
export const sceneImage: InputSlot = {
  role: 'scene',
  title: '自己的场景图',
  hint: '可选，各张共用；有它时不用内置场景',
  required: false,
  max: 1,
  kind: 'image',
}

/**
 * Controls of a cut-out that is set on another ground.
 * @param frame whose size and cut the result has: in the picture's the subject stays, in a scene's it is set
 */
export const stagingFields = (scene: SceneId, frame: 'picture' | 'scene'): readonly Field[] => [
  {
    kind: 'choice',
    key: 'ground',
    title: '背景',
    options: [
      { value: 'scene', title: '场景' },
      { value: 'gradient', title: '影棚' },
      { value: 'colour', title: '纯色' },
    ],
    initial: 'scene',
  },
  {
    kind: 'scene',
    key: 'scene',
    title: '内置场景',
    initial: scene,
    when: { key: 'ground', is: ['scene'] },
  },
  {
    kind: 'colour',
    key: 'colour',
    title: '颜色',
    initial: '#F7F5F0',
    when: { key: 'ground', is: ['colour', 'gradient'] },
  },
  {
    kind: 'slider',
    key: 'shadow',
    title: '阴影',
    hint: '接触处与投影，0 为没有',
    min: 0,
    max: 1,
    step: 0.05,
    initial: 0.6,
  },
  {
    kind: 'choice',
    key: 'light',
    title: '光从哪边来',
    options: [
      { value: 'auto', title: '自动' },
      { value: 'left', title: '左' },
      { value: 'above', title: '上' },
      { value: 'right', title: '右' },
    ],
    initial: 'auto',
  },
  {
    kind: 'slider',
    key: 'harmonise',
    title: '融入环境光',
    hint: '冷暖与明暗随场景',
    min: 0,
    max: 1,
    step: 0.05,
    initial: 0.6,
    when: { key: 'ground', is: ['scene'] },
  },
  {
    kind: 'choice',
    key: 'frame',
    title: '画幅',
    hint: '随原图时主体留在原处',
    options: [
      { value: 'picture', title: '随原图' },
      { value: 'scene', title: '随场景' },
    ],
    initial: frame,
    when: { key: 'ground', is: ['scene'] },
    advanced: true,
  },
  {
    kind: 'slider',
    key: 'wrap',
    title: '边缘环境光',
    min: 0,
    max: 1,
    step: 0.05,
    initial: 0.4,
    advanced: true,
  },
]

/** Honest limits of setting a cut-out in a scene. */
export const STAGING_CAVEAT =
  '视角与镜头不会改变：产品与场景的拍摄高度相近时最自然。整栋建筑容易认不出主体，可用“手动选主体”涂出。'
