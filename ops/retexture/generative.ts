import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '只替换第 1 张图里涂抹处的表面材质：形状、透视、接缝与光影保持原样，其余部分不变。',
  says: {
    material: { list: 'materials', words: '新的材质：{}。' },
    scale: {
      upTo: [
        [0.6, '纹理要细密。'],
        [1.5, ''],
        [10, '纹理要大。'],
      ],
    },
    keepLight: {
      upTo: [
        [0.4, '光影可以重新打。'],
        [1, '原有的明暗与阴影要保留。'],
      ],
    },
  },
  pictures: [['style', '新的材质见{}。']],
  needsWish: true,
  size: 'source',
} as const satisfies GenerativeFacts
