import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { aspect, lora, prompted, text } from '../shapes.ts'

export const facts = {
  title: '文生图',
  start: '生成图片',
  icon: 'text2image',
  cost: tickets('image', 2),
  places: ['gpu'],
  needs: 'imageApi',
  output: 'image',
  accepts: ['style'],
  requires: [],
  builtIn: [],
  needsWords: true,
  params: () =>
    prompted().extend({
      ...lora(),
      negative: text(1000),
      aspect: aspect().default('4:3'),
      count: z.number().int().min(1).max(4).default(1),
      /** -1 gives each task one of its own. */
      seed: z.number().int().min(-1).max(2_147_483_647).default(-1),
      classifyId3: z.string().max(64).default(''),
    }),
} as const satisfies OpFacts
