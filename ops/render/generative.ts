import type { GenerativeFacts, Saying } from '../generative.ts'

/** What the parameters of rendering operations add. */
export const RENDER_SAYS = {
  lock: {
    values: {
      1: '严格保持原图的几何、轮廓、透视、构图与每个构件的位置，不增减构件。',
      0: '保持原图的视角与总体布局，造型与细节可以调整。',
    },
  },
  prompt: '设计要求：{}',
  style: { list: 'styles', words: '风格：{}' },
  classifyId3: { list: 'categories', words: '类型：{}' },
  setting: { values: { indoors: '这是室内空间。', outdoors: '这是室外场景。', above: '这是鸟瞰。' } },
  view: { list: 'categories', words: '视角：{}' },
  atmosphere: { list: 'categories', words: '氛围与光线：{}' },
  environment: { list: 'categories', words: '周围环境：{}' },
  strength: {
    upTo: [
      [0.35, '改动很轻：尽量保留原图的材质与颜色，只改善光线与质感。'],
      [0.65, '改动适中：材质与颜色可以更新，保留原图的基调。'],
      [1, '材质、颜色与光线全部重新设计。'],
    ],
  },
  ipaPlus: { values: { true: '参考图的风格要非常明显。' } },
} as const satisfies Record<string, Saying>

/** What a style picture adds to a render. */
export const RENDER_STYLE_WORDS = '材质、配色与光线参考{}，不要照搬其中的物体与构图。'

export const generative = {
  task: '把第 1 张图渲染成真实的建筑与空间摄影效果图：材质真实、光影自然、细节清晰，没有文字与水印。',
  says: {
    repair: { values: { true: '原图是旧房照片：先去掉噪点、污渍与杂乱，扶正竖线，再翻新。' } },
    ...RENDER_SAYS,
  },
  pictures: [['style', RENDER_STYLE_WORDS]],
  without: { param: 'ignoreWordAndImage', hides: ['prompt', 'style', 'classifyId3'] },
  size: 'source',
} as const satisfies GenerativeFacts
