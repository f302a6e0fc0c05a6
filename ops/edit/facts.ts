import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { lora, prompted, unit } from '../shapes.ts'

export const facts = {
  title: '局部重绘',
  start: '重绘这一处',
  icon: 'localEdit',
  cost: tickets('image', 2),
  places: ['device', 'local', 'gpu'],
  needs: 'none',
  output: 'image',
  transparency: 'kept',
  accepts: ['image', 'mask', 'style'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  networks: { all: ['seeing'], of: () => ['seeing'], isSmall: true },
  needsMask: true,
  look: { canvas: 'words' },
  lacks: ({ prompt, style }, roles) =>
    String(prompt ?? '').trim() || style || roles.includes('style') ? null : '请写下要换成什么，或选一种风格',
  params: () =>
    prompted().extend({
      ...lora(),
      strength: unit(0.75),
      /** As in `render`. */
      style: z.string().max(32).default(''),
      setting: z.enum(['auto', 'indoors', 'outdoors', 'above']).default('auto'),
    }),
} as const satisfies OpFacts
