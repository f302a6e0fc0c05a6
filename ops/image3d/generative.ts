import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '由第 1 张图里的主体生成三维模型。',
  says: {},
  pictures: [],
  size: 'source',
} as const satisfies GenerativeFacts
