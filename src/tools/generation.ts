import { brush, geometryOnly, oneSource, prompt, source, strength, styleImage } from './fields.ts'
import type { Field, Tool } from './tool.ts'

const aspect: Field = { kind: 'choice', key: 'aspect', title: '画幅' }

const seconds: Field = {
  kind: 'slider',
  key: 'seconds',
  title: '时长',
  unit: '秒',
}

const language: Field = {
  kind: 'choice',
  key: 'language',
  title: '语言',
  titles: { zh: '中文', en: '英文' },
}

const negative: Field = {
  kind: 'text',
  key: 'negative',
  title: '不要出现',
  placeholder: '如：文字、水印、变形的窗框',
  advanced: true,
}

const count: Field = {
  kind: 'number',
  key: 'count',
  title: '张数',
  unit: '张',
}

const liveFields: readonly Field[] = [
  prompt('如：山顶木屋，晨雾'),
  strength('渲染强度', '小则贴着草图，大则放开来画'),
  brush,
  geometryOnly,
]

export const GENERATION = [
  {
    id: 'text2Img',
    title: '文生图',
    summary: '一句话生成设计意向图',
    group: 'generate',
    workbench: 'render',
    op: 'text2image',
    inputs: [],
    fields: [prompt('如：山谷里的图书馆，层叠的木屋顶，清晨'), aspect, count],
    keywords: ['意向图', '文字生成', 'AI绘画'],
  },
  {
    id: 'text2ImgPro',
    title: '文生图 Pro',
    summary: '带参考图与排除词的文生图',
    group: 'generate',
    workbench: 'render',
    op: 'text2image',
    inputs: [styleImage()],
    fields: [prompt('如：山谷里的图书馆，层叠的木屋顶，清晨'), negative, aspect, count],
    keywords: ['意向图', '文字生成', 'AI绘画'],
  },
  {
    id: 'text2Video',
    title: '文生视频',
    summary: '一句话生成一段镜头',
    group: 'generate',
    workbench: 'video',
    op: 'text2video',
    inputs: [],
    fields: [prompt('如：镜头缓缓推进庭院，竹影摇动'), aspect, seconds],
    keywords: ['视频', '动画', '漫游'],
  },
  {
    id: 'img2Video',
    title: '图生视频',
    summary: '让一张效果图动起来',
    group: 'generate',
    workbench: 'video',
    op: 'image2video',
    inputs: [source(), { ...styleImage(), role: 'endFrame', title: '尾帧', hint: '可选：镜头的终点画面' }],
    fields: [
      {
        kind: 'choice',
        key: 'move',
        title: '运镜',
        titles: { push: '推近', pull: '拉远', left: '左移', right: '右移', up: '升起', orbit: '环绕' },
      },
      seconds,
      { ...prompt('可选：画面里的变化，如水面波光'), advanced: true },
    ],
    keywords: ['视频', '动画', '运镜', '漫游'],
  },
  {
    id: 'imgs2Video',
    title: '多图生视频',
    summary: '多张图连成一段汇报短片',
    group: 'generate',
    workbench: 'video',
    op: 'images2video',
    inputs: [{ ...source('图片', '按播放顺序选择，可多选'), max: 20 }],
    fields: [
      {
        kind: 'choice',
        key: 'transition',
        title: '转场',
        titles: { fade: '淡入', slide: '滑动', zoom: '缩放', cut: '直切' },
      },
      {
        kind: 'slider',
        key: 'secondsEach',
        title: '每张时长',
        step: 0.5,
        unit: '秒',
      },
      aspect,
    ],
    keywords: ['视频', '幻灯片', '汇报', '合成'],
  },
  {
    id: 'img2prompt',
    title: '图生提示词',
    summary: '看图写出可用的提示词',
    group: 'assist',
    workbench: 'prompt',
    op: 'describe',
    inputs: [source()],
    fields: [language],
    keywords: ['反推', '看图说话', '关键词'],
    footer: false,
  },
  {
    id: 'text2prompt',
    title: '提示词扩写',
    summary: '把一句想法写成专业提示词',
    group: 'assist',
    workbench: 'prompt',
    op: 'expand',
    inputs: [],
    fields: [prompt('如：老厂房改造的咖啡馆'), language],
    keywords: ['润色', '关键词', '咒语'],
    footer: false,
  },
  {
    id: 'imgagent',
    title: '对话改图',
    summary: '用说话的方式修改图片',
    group: 'assist',
    workbench: 'chat',
    op: 'chatEdit',
    inputs: [oneSource()],
    fields: [],
    keywords: ['聊天改图', '智能体', '编辑'],
    footer: false,
  },
  {
    id: 'deepseek',
    title: 'AI 助手',
    summary: '规范、材料、方案，随问随答',
    group: 'assist',
    workbench: 'chat',
    op: 'chat',
    inputs: [oneSource('附图', '可选', false)],
    fields: [{ kind: 'switch', key: 'thinking', title: '深度思考' }],
    keywords: ['聊天', '问答', '大模型', 'GPT'],
  },
  {
    id: 'ailive',
    title: '实时渲染',
    summary: '左边画，右边即时成图',
    group: 'assist',
    workbench: 'live',
    op: 'live',
    inputs: [oneSource('底图', '可选：在底图上画', false)],
    fields: liveFields,
    keywords: ['实时', '画板', '草图'],
  },
  {
    id: 'ailiveOld',
    title: '实时渲染 · 经典',
    summary: '经典版画板',
    group: 'assist',
    workbench: 'live',
    op: 'live',
    inputs: [oneSource('底图', '可选：在底图上画', false)],
    fields: liveFields,
    keywords: ['实时', '画板'],
    compact: true,
    variantOf: 'ailive',
  },
] as const satisfies readonly Tool[]
