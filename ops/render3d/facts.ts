import { z } from 'zod'
import { free, type OpFacts } from '../op-facts.ts'

export const facts = {
  title: '三维渲染',
  start: '开始渲染',
  icon: 'render3d',
  cost: free,
  places: ['device'],
  needs: 'embedded',
  output: 'image',
  accepts: ['model'],
  requires: ['model'],
  builtIn: [],
  keepsSize: true,
  params: () =>
    z.object({
      hour: z.number().min(5).max(20).default(15),
      samples: z.number().int().min(16).max(2048).default(256),
      view: z.string().max(64).default(''),
    }),
} as const satisfies OpFacts
