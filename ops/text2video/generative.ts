import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '真实摄影的镜头，运动平稳，没有变形、闪烁、文字与水印。',
  says: { prompt: '{}' },
  pictures: [],
  needsWish: true,
  size: 'aspect',
} as const satisfies GenerativeFacts
