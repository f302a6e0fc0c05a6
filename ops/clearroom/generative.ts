import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '清空第 1 张图里的房间：移走家具、摆件与杂物，露出完整的墙、地、顶；门、窗、梁柱与视角不变，不要添加任何东西。',
  says: {
    keepFinish: {
      values: { true: '墙、地、顶的饰面与原图一致。', false: '墙、地、顶改成水泥毛坯。' },
    },
  },
  pictures: [],
  size: 'source',
} as const satisfies GenerativeFacts
