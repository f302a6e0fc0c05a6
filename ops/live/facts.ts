import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { prompted, unit } from '../shapes.ts'

export const facts = {
  title: '实时渲染',
  start: '开始实时渲染',
  icon: 'live',
  cost: tickets('live', 1),
  places: ['gpu', 'device'],
  needs: 'comfyui',
  output: 'image',
  accepts: ['image'],
  requires: [],
  builtIn: [],
  params: () =>
    prompted().extend({
      strength: unit(0.75),
      brush: z.number().int().min(1).max(200).default(25),
      /** The same for all pictures of a drawing, so that it does not flicker. */
      seed: z.number().int().min(0).max(2_147_483_647).default(1),
    }),
} as const satisfies OpFacts
