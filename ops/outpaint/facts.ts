import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'

export const facts = {
  title: '扩图',
  start: '开始扩图',
  icon: 'outpaint',
  cost: tickets('image', 1),
  places: ['device', 'local', 'gpu'],
  needs: 'none',
  output: 'image',
  transparency: 'kept',
  accepts: ['image'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  look: { canvas: 'margins' },
  params: () =>
    z.object({
      /** Sides as they are given, or the fewest pixels that bring the picture to a ratio (see marginsOf). */
      ratio: z.enum(['free', '1:1', '4:3', '3:4', '3:2', '16:9', '9:16']).default('free'),
      /** Where the picture lies in a ratio: at the left or top, in the middle, at the right or bottom. */
      position: z.enum(['start', 'middle', 'end']).default('middle'),
      left: z.number().int().min(0).max(4096).default(256),
      right: z.number().int().min(0).max(4096).default(256),
      top: z.number().int().min(0).max(4096).default(0),
      bottom: z.number().int().min(0).max(4096).default(0),
    }),
} as const satisfies OpFacts
