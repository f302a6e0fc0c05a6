import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'

export const facts = {
  title: '图生提示词',
  start: '生成提示词',
  icon: 'describe',
  cost: tickets('gpt', 1),
  places: ['local', 'gpu'],
  needs: 'visionModel',
  output: 'text',
  accepts: ['image'],
  requires: ['image'],
  builtIn: [],
  params: () => z.object({ language: z.enum(['zh', 'en']).default('zh') }),
} as const satisfies OpFacts
