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
  look: {
    suggestions: [
      '住宅疏散楼梯的最小净宽是多少？',
      '清水混凝土和仿清水涂料怎么选？',
      '帮我把这段设计说明改得更凝练',
      '小户型客厅怎样布置灯光？',
    ],
  },
  params: () => z.object({ prompt: text(8000), thinking: z.boolean().default(true) }),
} as const satisfies OpFacts
