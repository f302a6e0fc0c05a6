import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { text } from '../shapes.ts'

export const facts = {
  title: '提示词扩写',
  start: '扩写提示词',
  icon: 'expand',
  cost: tickets('gpt', 1),
  places: ['local', 'gpu'],
  needs: 'languageModel',
  output: 'text',
  accepts: [],
  requires: [],
  builtIn: [],
  needsWords: true,
  params: () => z.object({ prompt: text(2000), language: z.enum(['zh', 'en']).default('zh') }),
} as const satisfies OpFacts
