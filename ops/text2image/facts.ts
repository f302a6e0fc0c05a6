import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { aspect, prompted, text } from '../shapes.ts'

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
      negative: text(1000),
      aspect: aspect().default('4:3'),
      count: z.number().int().min(1).max(4).default(1),
      classifyId3: z.string().max(64).default(''),
    }),
} as const satisfies OpFacts
