import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '把第 1 张图放大，细节清晰，内容不变。',
  says: {},
  pictures: [],
  size: 'larger',
} as const satisfies GenerativeFacts
