import { VIEW_ANGLE_TITLES } from '#contracts/views.ts'
import type { GenerativeFacts } from '../generative.ts'
import { RENDER_SAYS, RENDER_STYLE_WORDS } from '../render/generative.ts'

const { lock: _lock, view: _view, ...says } = RENDER_SAYS

export const generative = {
  task: '画面里的空间、造型、材质、家具与光线都与第 1 张图一致，没有文字与水印。',
  says,
  pictures: [['style', RENDER_STYLE_WORDS]],
  without: { param: 'ignoreWordAndImage', hides: ['prompt', 'style', 'classifyId3'] },
  each: {
    param: 'angles',
    titles: VIEW_ANGLE_TITLES,
    words: '换一个角度拍摄第 1 张图里的同一个空间，相机相对原来的位置：{}。真实摄影效果。',
  },
  size: 'source',
} as const satisfies GenerativeFacts
