import { z } from 'zod'
import { type OpFacts, tickets } from '#ops/op-facts.ts'

export const facts = {
  title: '镜像',
  start: '开始镜像',
  icon: 'grade',
  cost: tickets('image', 1),
  places: ['device', 'local'],
  needs: 'none',
  output: 'image',
  accepts: ['image'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  look: { canvas: 'live' },
  params: () => z.object({ direction: z.enum(['across', 'down']).default('across') }),
} as const satisfies OpFacts
