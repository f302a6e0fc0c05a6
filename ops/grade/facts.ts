import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { signed, unit } from '../shapes.ts'

export const facts = {
  title: '洗图',
  start: '开始洗图',
  icon: 'grade',
  cost: tickets('image', 1),
  places: ['device', 'local'],
  needs: 'none',
  output: 'image',
  transparency: 'kept',
  accepts: ['image', 'lut'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  keepsSize: true,
  look: { canvas: 'live' },
  // Each slider is a correction of what the automatic work has found: 0 leaves it alone.
  params: () =>
    z.object({
      preset: z.enum(['building', 'interior', 'night', 'snow']).default('building'),
      exposure: signed(),
      contrast: signed(),
      /** Above 0 is warmer. */
      temperature: signed(),
      /** Above 0 is more magenta, below greener. */
      tint: signed(),
      vibrance: signed(),
      clarity: signed(),
      dehaze: signed(),
      noise: signed(),
      sharpen: signed(),
      /** Sets the scene's verticals upright. */
      straighten: z.boolean().default(true),
      /** How much of the colour table (input `lut`) shows, 0..1. */
      lutStrength: unit(1),
    }),
} as const satisfies OpFacts
