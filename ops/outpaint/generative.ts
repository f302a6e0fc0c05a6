import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '把画面自然地延伸到四周空白处：透视、光线、材质与原有画面连续，像同一张照片原本就拍到的那样。原有部分不变，没有边框、文字与水印。',
  says: {},
  pictures: [],
  size: 'margins',
} as const satisfies GenerativeFacts
