import type { SceneId } from '#contracts/scenes.ts'
import type { Field, InputSlot } from './tool.ts'

/** Inputs and fields that many tools share. */

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
  ...source(title, 'DXF、SVG、PDF 或 CAD 导出的图片，可多选'),
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
})

export const strength = (title: string, hint: string): Field => ({
  kind: 'slider',
  key: 'strength',
  title,
  hint,
})

export const lock: Field = {
  kind: 'lock',
  key: 'lock',
  title: '锁定结构',
  hint: '几何线条与原图保持一致',
}

export const styleWeight: Field = {
  kind: 'switch',
  key: 'ipaPlus',
  title: '强化参考风格',
  advanced: true,
}

export const geometryOnly: Field = {
  kind: 'switch',
  key: 'ignoreWordAndImage',
  title: '忽略描述与参考图',
  hint: '只依据原图的几何',
  advanced: true,
}

export const category = (domain: string): Field => ({
  kind: 'category',
  key: 'classifyId2',
  title: '类型与风格',
  domain,
})

const FACET_TITLES = { view: '视角', atmosphere: '氛围', environment: '环境', style: '风格' } as const

export const facet = (domain: keyof typeof FACET_TITLES, key: string = domain): Field => ({
  kind: 'facet',
  key,
  title: FACET_TITLES[domain],
  domain,
})

export const brush: Field = {
  kind: 'slider',
  key: 'brush',
  title: '画笔大小',
  unit: 'px',
}

const renderStyle = (domain: string): Field => ({
  kind: 'style',
  key: 'style',
  title: '风格',
  hint: '不选则由描述、类型与底图决定',
  domain,
})

export const seed: Field = {
  kind: 'number',
  key: 'seed',
  title: '种子',
  hint: '同一种子出同样的搭配',
  advanced: true,
}

/** A LoRA and how strongly it counts: where a ComfyUI runs the tool. */
export const loraFields: readonly Field[] = [
  {
    kind: 'lora',
    key: 'lora',
    title: 'LoRA',
    hint: '给画面一种专门训练过的风格',
    place: 'gpu',
    advanced: true,
  },
  {
    kind: 'slider',
    key: 'loraWeight',
    title: 'LoRA 权重',
    hint: '0 不起作用，1 是训练时的强度',
    place: 'gpu',
    when: { key: 'lora', not: [''] },
    advanced: true,
  },
]

const variants: Field = {
  kind: 'choice',
  key: 'variants',
  title: '张数',
  hint: '各用一个种子，并排比较',
  titles: { 1: '单张', 2: '2 张', 3: '3 张', 4: '4 张' },
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
  titles: { auto: '自动', indoors: '室内', outdoors: '室外', above: '鸟瞰' },
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
  strength('渲染强度', '小则略施颜色，大则全面换装'),
  lock,
  facet('view'),
  facet('atmosphere'),
  facet('environment'),
  setting(seen),
  seed,
  styleWeight,
  ...loraFields,
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
  },
  {
    kind: 'switch',
    key: 'dress',
    title: '先渲染',
    hint: '白模、线稿渲染一次再转，各角度材质一致；效果图与照片可关闭，按原样转',
  },
  ...[category('interior'), renderStyle('interior')].map(dressed),
  dressed({ ...prompt('如：原木客厅，亚麻窗帘，上午的自然光'), lexicon: 'interior' }),
  ...[strength('渲染强度', '小则略施颜色，大则全面换装'), lock, facet('atmosphere')].map(dressed),
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
    titles: { scene: '场景', gradient: '影棚', colour: '纯色' },
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
    when: { key: 'ground', is: ['colour', 'gradient'] },
  },
  {
    kind: 'slider',
    key: 'shadow',
    title: '阴影',
    hint: '接触处与投影，0 为没有',
  },
  {
    kind: 'choice',
    key: 'light',
    title: '光从哪边来',
    titles: { auto: '自动', left: '左', above: '上', right: '右' },
  },
  {
    kind: 'slider',
    key: 'harmonise',
    title: '融入环境光',
    hint: '冷暖与明暗随场景',
    when: { key: 'ground', is: ['scene'] },
  },
  {
    kind: 'choice',
    key: 'frame',
    title: '画幅',
    hint: '随原图时主体留在原处',
    titles: { picture: '随原图', scene: '随场景' },
    initial: frame,
    when: { key: 'ground', is: ['scene'] },
    advanced: true,
  },
  {
    kind: 'slider',
    key: 'wrap',
    title: '边缘环境光',
    advanced: true,
  },
]

/** Controls of a coloured plan. */
export const planFields = (content: 'home' | 'site'): readonly Field[] => [
  {
    kind: 'choice',
    key: 'content',
    title: '图纸',
    titles: { home: '户型、室内', site: '总平面' },
    initial: content,
  },
  {
    kind: 'choice',
    key: 'style',
    title: '风格',
    titles: { natural: '原木', cream: '奶油', grey: '现代灰', walnut: '胡桃', plain: '素色' },
  },
  { kind: 'switch', key: 'showLabels', title: '房间名' },
  {
    kind: 'switch',
    key: 'showAreas',
    title: '面积',
    hint: '图中有尺寸，或标定过一段长度时标出',
  },
  {
    kind: 'colour',
    key: 'poche',
    title: '墙体填充',
    when: { key: 'content', is: ['home'] },
  },
  { kind: 'slider', key: 'shadow', title: '阴影' },
  {
    kind: 'choice',
    key: 'side',
    title: '长边',
    titles: { 0: '随原图', 2048: '2K', 3840: '4K' },
  },
]

/** Honest limits of setting a cut-out in a scene. */
export const STAGING_CAVEAT =
  '视角与镜头不会改变：产品与场景的拍摄高度相近时最自然。整栋建筑容易认不出主体，可用“手动选主体”涂出。'

/** The controls of a render of a marked part. */
export const editFields = (domain: string, placeholder: string, amount: number): readonly Field[] => [
  { ...prompt(placeholder), lexicon: domain },
  { ...renderStyle(domain), hint: '描述里没有说到的按风格来' },
  { ...strength('重绘幅度', '越大改动越多'), initial: amount },
  setting(SETTINGS[domain] ?? 'auto'),
  ...loraFields,
]
