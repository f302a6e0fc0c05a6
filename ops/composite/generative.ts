import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '把第 1 张图里的主体原样放进新的背景：主体的造型、颜色、材质与比例不变，光线方向与背景一致，落地处有自然的接触阴影。没有文字与水印。',
  says: {
    scene: {
      values: {
        living: '背景是明亮的现代客厅。',
        shop: '背景是精致的店铺展示区。',
        garden: '背景是庭院与露台。',
        house: '背景是住宅外立面与草坪。',
      },
      when: ['ground', 'scene'],
      unless: 'scene',
    },
    colour: { words: '背景是纯色 {}，没有别的东西。', when: ['ground', 'colour'] },
    ground: { values: { gradient: '背景是柔和的浅色渐变，没有别的东西。' } },
    light: { values: { left: '光从左边来。', above: '光从上方来。', right: '光从右边来。' } },
    shadow: {
      upTo: [
        [0.2, '影子很淡。'],
        [0.8, ''],
        [1, '影子清楚。'],
      ],
    },
  },
  pictures: [['scene', '背景是{}里的场景。']],
  size: 'source',
} as const satisfies GenerativeFacts
