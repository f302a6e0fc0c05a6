import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { unit } from '../shapes.ts'

export const facts = {
  title: '线稿',
  start: '生成线稿',
  icon: 'lineart',
  cost: tickets('image', 1),
  places: ['device', 'local'],
  needs: 'none',
  output: 'image',
  accepts: ['image'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  look: { vectors: 'lines' },
  params: () =>
    z.object({
      style: z.enum(['line', 'pencil', 'ink', 'contour']).default('line'),
      /** How much fine detail becomes lines, 0..1. */
      detail: unit(0.5),
      /** How heavy the lines are, 0..1. */
      weight: unit(0.5),
      /** Lines on a transparent ground instead of paper. */
      transparent: z.boolean().default(false),
    }),
} as const satisfies OpFacts
