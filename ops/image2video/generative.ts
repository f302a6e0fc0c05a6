import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '真实摄影的镜头，运动平稳；画面里的空间、造型、材质与光线保持不变，没有变形、闪烁、文字与水印。',
  says: {
    move: {
      values: {
        push: '镜头缓缓向前推近。',
        pull: '镜头缓缓向后拉远。',
        left: '镜头缓缓向左平移。',
        right: '镜头缓缓向右平移。',
        up: '镜头缓缓升起。',
        orbit: '镜头缓缓环绕主体。',
      },
    },
    prompt: '{}',
  },
  pictures: [],
  size: 'source',
} as const satisfies GenerativeFacts
