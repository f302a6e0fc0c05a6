import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '',
  says: {
    prompt: '{}',
    classifyId3: { list: 'categories', words: '{}' },
    negative: '画面中不要出现：{}',
  },
  pictures: [['style', '参考{}的风格、色调与材质，重新创作一个画面，不要照抄其内容。']],
  without: { param: 'ignoreWordAndImage', hides: ['prompt'] },
  needsWish: true,
  size: 'aspect',
} as const satisfies GenerativeFacts
