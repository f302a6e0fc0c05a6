import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { aspect } from '../shapes.ts'

export const facts = {
  title: '多图生视频',
  start: '合成视频',
  icon: 'images2video',
  cost: tickets('video', 1),
  places: ['device', 'gpu'],
  needs: 'videoModel',
  output: 'video',
  accepts: ['image'],
  requires: ['image'],
  builtIn: [],
  takesAll: true,
  params: () =>
    z.object({
      transition: z.enum(['fade', 'slide', 'zoom', 'cut']).default('fade'),
      secondsEach: z.number().min(1).max(10).default(3),
      aspect: aspect().default('16:9'),
    }),
} as const satisfies OpFacts
