import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '把第 1 张平面线图上色成彩色平面图：正俯视，线条、墙体、门窗、家具与文字的位置与原图完全一致，不增减房间。',
  says: {
    content: {
      values: {
        home: '按房间铺地板、地砖与地毯，家具有质感与柔和的阴影。',
        site: '这是总平面：道路、铺装、草坪、树木与水面各有质感，建筑有统一方向的阴影。',
      },
    },
    style: {
      values: {
        natural: '配色自然。',
        cream: '配色为奶油色系。',
        grey: '配色为灰色系。',
        walnut: '配色为胡桃木色系。',
        plain: '配色素净。',
      },
    },
    poche: '墙体填成 {}。',
    showLabels: { values: { false: '不要文字。' } },
  },
  pictures: [],
  size: 'source',
} as const satisfies GenerativeFacts
