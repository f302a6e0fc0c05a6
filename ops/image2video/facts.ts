import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { text } from '../shapes.ts'

export const facts = {
  title: '图生视频',
  start: '生成视频',
  icon: 'video',
  cost: tickets('video', 1),
  places: ['device', 'gpu'],
  needs: 'videoModel',
  output: 'video',
  accepts: ['image', 'endFrame'],
  requires: ['image'],
  builtIn: [],
  params: () =>
    z.object({
      prompt: text(2000),
      move: z.enum(['push', 'pull', 'left', 'right', 'up', 'orbit']).default('push'),
      seconds: z.number().int().min(2).max(10).default(5),
    }),
} as const satisfies OpFacts
