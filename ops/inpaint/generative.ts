import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '移除第 1 张图里涂抹处的物体连同它的影子与倒影，按周围的墙、地、景物自然补全，不要添加任何新的物体。',
  says: {},
  pictures: [],
  size: 'source',
} as const satisfies GenerativeFacts
