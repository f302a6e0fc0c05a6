import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '保持第 1 张图的内容，把参考图的风格、材质与质感迁移过来。没有文字与水印。',
  says: {
    lock: {
      values: { 1: '物体的轮廓、位置与构图与原图完全一致。', 0: '轮廓可以随风格略有变化。' },
    },
    strength: {
      upTo: [
        [0.35, '参考图的质感要非常明显。'],
        [0.65, '参考图的质感明显，原图的结构清楚。'],
        [1, '以原图的结构与细节为主，质感点到为止。'],
      ],
    },
    colour: {
      upTo: [
        [0.35, '颜色基本保留原图的。'],
        [0.7, '颜色介于两图之间。'],
        [1, '颜色采用参考图的。'],
      ],
    },
    prompt: '另外：{}',
  },
  pictures: [['style', '{}是参考图。']],
  without: { param: 'ignoreWordAndImage', hides: ['prompt'] },
  size: 'source',
} as const satisfies GenerativeFacts
