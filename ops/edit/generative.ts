import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '只重绘第 1 张图里涂抹的部分，与周围的透视、光线、材质自然衔接，其余部分保持不变。',
  says: {
    prompt: '这一处要变成：{}',
    style: { list: 'styles', words: '风格：{}' },
    setting: { values: { indoors: '这是室内空间。', outdoors: '这是室外场景。', above: '这是鸟瞰。' } },
    strength: {
      upTo: [
        [0.35, '改动很轻，保留原有的造型。'],
        [0.65, '改动适中，大致保留原有的造型。'],
        [1, '可以完全换成新的内容。'],
      ],
    },
  },
  pictures: [['style', '这一处的材质与样式参考{}。']],
  without: { param: 'ignoreWordAndImage', hides: ['prompt', 'style'] },
  needsWish: true,
  size: 'source',
} as const satisfies GenerativeFacts
