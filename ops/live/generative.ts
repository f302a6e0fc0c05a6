import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '',
  says: { prompt: '{}' },
  pictures: [],
  without: { param: 'ignoreWordAndImage', hides: ['prompt'] },
  size: 'source',
} as const satisfies GenerativeFacts
