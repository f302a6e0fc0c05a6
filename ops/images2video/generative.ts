import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '真实摄影的镜头，运动平稳，从一个画面自然地过渡到下一个画面，没有变形、闪烁、文字与水印。',
  says: {
    transition: {
      values: {
        fade: '一个画面渐渐化为下一个。',
        slide: '镜头平移到下一个画面。',
        zoom: '镜头推近，进入下一个画面。',
        cut: '镜头保持平稳，在中途迅速切换到下一个画面。',
      },
    },
  },
  pictures: [],
  size: 'aspect',
} as const satisfies GenerativeFacts
