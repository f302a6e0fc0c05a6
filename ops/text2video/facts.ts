import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { aspect, text } from '../shapes.ts'

export const facts = {
  title: '文生视频',
  start: '生成视频',
  icon: 'video',
  cost: tickets('video', 1),
  places: ['gpu'],
  needs: 'videoModel',
  output: 'video',
  accepts: [],
  requires: [],
  builtIn: [],
  needsWords: true,
  params: () =>
    z.object({
      prompt: text(2000),
      aspect: aspect().default('16:9'),
      seconds: z.number().int().min(2).max(10).default(5),
    }),
} as const satisfies OpFacts
