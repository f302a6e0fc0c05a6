import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { text } from '../shapes.ts'

export const facts = {
  title: 'AI 助手',
  start: '发送',
  icon: 'chat',
  cost: tickets('gpt', 1),
  places: ['gpu'],
  needs: 'languageModel',
  output: 'text',
  accepts: ['image'],
  requires: [],
  builtIn: [],
  needsWords: true,
  params: () => z.object({ prompt: text(8000), thinking: z.boolean().default(true) }),
} as const satisfies OpFacts
