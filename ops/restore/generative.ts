import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '修复第 1 张照片：人脸清晰自然、五官与神态和原来是同一个人，去掉噪点、压缩块、划痕与模糊；构图、衣着、背景与颜色不变。',
  says: {
    strength: {
      upTo: [
        [0.35, '改动很轻，保留原片的颗粒。'],
        [1, ''],
      ],
    },
    sharpen: {
      upTo: [
        [0.6, ''],
        [1, '细节要锐利。'],
      ],
    },
  },
  pictures: [],
  size: 'source',
} as const satisfies GenerativeFacts
