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

/** A plan: a picture of it, or its drawing. */
export const planSource = (title: string): InputSlot => ({
  ...source(title, 'DXF、SVG 或 CAD 导出的图片，可多选'),
  drawings: true,
})

export const oneSource = (title = '原图', hint = 'JPG、PNG、WebP', required = true): InputSlot => ({
  ...source(title, hint),
  max: 1,
  required,
})

export const styleImage = (
  required = false,
  title = '参考图',
  hint = required ? '想要的风格或材质' : '可选：想要的风格',
): InputSlot => ({
  role: 'style',
  title,
  hint,
  required,
  max: 1,
  kind: 'image',
})

export const prompt = (placeholder: string): Field & { kind: 'text' } => ({
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

const renderStyle = (domain: string): Field => ({
  kind: 'style',
  key: 'style',
  title: '风格',
  hint: '不选则由描述、类型与底图决定',
  domain,
  initial: '',
})

const seed: Field = {
  kind: 'number',
  key: 'seed',
  title: '种子',
  hint: '同一种子出同样的搭配',
  min: 0,
  max: 2_147_483_647,
  step: 1,
  initial: 1,
  advanced: true,
}

const variants: Field = {
  kind: 'choice',
  key: 'variants',
  title: '张数',
  hint: '各用一个种子，并排比较',
  options: [1, 2, 3, 4].map((count) => ({ value: count, title: count === 1 ? '单张' : `${count} 张` })),
  initial: 1,
}

/** What the tools of a domain are mostly given. */
const SETTINGS: Readonly<Record<string, string>> = {
  building: 'outdoors',
  landscape: 'outdoors',
  interior: 'indoors',
  commercial: 'indoors',
  birdsview: 'above',
}

const setting = (initial: string): Field => ({
  kind: 'choice',
  key: 'setting',
  title: '画面',
  hint: '底图拍的是哪里',
  options: [
    { value: 'auto', title: '自动' },
    { value: 'indoors', title: '室内' },
    { value: 'outdoors', title: '室外' },
    { value: 'above', title: '鸟瞰' },
  ],
  initial,
  advanced: true,
})

/**
 * The controls of a render, in the order in which a designer decides.
 * @param seen what the picture is taken to show; by the domain when left out
 */
export const renderFields = (
  domain: string,
  placeholder: string,
  seen = SETTINGS[domain] ?? 'auto',
): readonly Field[] => [
  category(domain),
  renderStyle(domain),
  { ...prompt(placeholder), lexicon: domain },
  variants,
  strength(0.75, '渲染强度', '小则略施颜色，大则全面换装'),
  lock,
  facet('view'),
  facet('atmosphere'),
  facet('environment'),
  setting(seen),
  seed,
  styleWeight,
  geometryOnly,
]

/** The controls of a render of a photograph that is repaired first. */
export const repairFields = (domain: string, placeholder: string): readonly Field[] => [
  {
    kind: 'switch',
    key: 'repair',
    title: '先修复照片',
    hint: '去噪点与压缩块，校正镜头畸变，扶正竖线',
    initial: true,
  },
  ...renderFields(domain, placeholder),
]

/** Controls of a render that mean something only where the picture is rendered first. */
const dressed = (field: Field): Field => ({ ...field, when: { key: 'dress', is: [true] } })

/** Controls of several views of one picture; which ones is chosen on a drawing of their range. */
export const viewsFields: readonly Field[] = [
  {
    kind: 'slider',
    key: 'reach',
    title: '转角大小',
    hint: '能转的角度里取多少，越小越稳',
    min: 0.25,
    max: 1,
    step: 0.05,
    initial: 1,
  },
  {
    kind: 'switch',
    key: 'dress',
    title: '先渲染',
    hint: '白模、线稿渲染一次再转，各角度材质一致；效果图与照片可关闭，按原样转',
    initial: true,
  },
  ...[category('interior'), renderStyle('interior')].map(dressed),
  dressed({ ...prompt('如：原木客厅，亚麻窗帘，上午的自然光'), lexicon: 'interior' }),
  ...[strength(0.75, '渲染强度', '小则略施颜色，大则全面换装'), lock, facet('atmosphere')].map(dressed),
  setting('auto'),
  ...[seed, styleWeight, geometryOnly].map(dressed),
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

/** Controls of a coloured plan. */
export const planFields = (content: 'home' | 'site'): readonly Field[] => [
  {
    kind: 'choice',
    key: 'content',
    title: '图纸',
    options: [
      { value: 'home', title: '户型、室内' },
      { value: 'site', title: '总平面' },
    ],
    initial: content,
  },
  {
    kind: 'choice',
    key: 'style',
    title: '风格',
    options: [
      { value: 'natural', title: '原木' },
      { value: 'cream', title: '奶油' },
      { value: 'grey', title: '现代灰' },
      { value: 'walnut', title: '胡桃' },
      { value: 'plain', title: '素色' },
    ],
    initial: 'natural',
  },
  { kind: 'switch', key: 'showLabels', title: '房间名', initial: true },
  {
    kind: 'switch',
    key: 'showAreas',
    title: '面积',
    hint: '图中有尺寸，或标定过一段长度时标出',
    initial: true,
  },
  {
    kind: 'colour',
    key: 'poche',
    title: '墙体填充',
    initial: '#3A3A3C',
    when: { key: 'content', is: ['home'] },
  },
  { kind: 'slider', key: 'shadow', title: '阴影', min: 0, max: 1, step: 0.05, initial: 0.65 },
  {
    kind: 'choice',
    key: 'side',
    title: '长边',
    options: [
      { value: 0, title: '随原图' },
      { value: 2048, title: '2K' },
      { value: 3840, title: '4K' },
    ],
    initial: 0,
  },
]

/** Honest limits of setting a cut-out in a scene. */
export const STAGING_CAVEAT =
  '视角与镜头不会改变：产品与场景的拍摄高度相近时最自然。整栋建筑容易认不出主体，可用“手动选主体”涂出。'

/** The controls of a render of a marked part. */
export const editFields = (domain: string, placeholder: string, amount: number): readonly Field[] => [
  { ...prompt(placeholder), lexicon: domain },
  { ...renderStyle(domain), hint: '描述里没有说到的按风格来' },
  strength(amount, '重绘幅度', '越大改动越多'),
  setting(SETTINGS[domain] ?? 'auto'),
]
