import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { text } from '../shapes.ts'

export const facts = {
  title: '对话改图',
  start: '发送',
  icon: 'chatEdit',
  cost: tickets('image', 2),
  places: ['gpu'],
  needs: 'imageApi',
  output: 'image',
  accepts: ['image', 'mask'],
  requires: ['image'],
  builtIn: [],
  needsWords: true,
  look: { suggestions: ['把天空换成黄昏', '去掉画面里的车', '外墙换成浅色石材', '加几棵前景树'] },
  params: () => z.object({ prompt: text(2000) }),
} as const satisfies OpFacts
