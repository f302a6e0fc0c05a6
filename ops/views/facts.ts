import { z } from 'zod'
import { VIEW_ANGLES, zViewAngle } from '#contracts/views.ts'
import { type OpFacts, tickets } from '../op-facts.ts'
import { rendering } from '../shapes.ts'

export const facts = {
  title: '多角度',
  start: '生成多角度',
  icon: 'views',
  cost: tickets('image', 4),
  places: ['device', 'local', 'gpu'],
  needs: 'none',
  output: 'image',
  accepts: ['image', 'style'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  networks: { all: ['seeing'], of: () => ['seeing'], isSmall: true },
  mostPictures: 1 + VIEW_ANGLES.length,
  look: { canvas: 'angles', samples: 'clay' },
  params: () =>
    rendering().extend({
      /** As in `render`. */
      style: z.string().max(32).default(''),
      seed: z.number().int().min(0).max(2_147_483_647).default(1),
      setting: z.enum(['auto', 'indoors', 'outdoors', 'above']).default('auto'),
      /** Renders the picture first; false turns it as it is. */
      dress: z.boolean().default(true),
      angles: z.array(zViewAngle).max(VIEW_ANGLES.length).default(['left', 'right', 'up', 'near']),
      /** How much is used of the way that a picture allows. */
      reach: z.number().min(0.25).max(1).default(1),
    }),
} as const satisfies OpFacts
