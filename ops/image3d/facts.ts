import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'

export const facts = {
  title: '图生三维',
  start: '生成模型',
  icon: 'render3d',
  cost: tickets('image', 2),
  places: ['gpu'],
  needs: 'comfyui',
  output: 'model',
  accepts: ['image'],
  requires: ['image'],
  builtIn: [],
  params: () =>
    z.object({
      seed: z.number().int().min(0).max(2_147_483_647).default(1),
      /** How fine the mesh is. */
      detail: z.enum(['draft', 'normal', 'fine']).default('normal'),
    }),
} as const satisfies OpFacts
