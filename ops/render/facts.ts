import { z } from 'zod'
import { zRegionChanges, zRoom } from '#contracts/surfaces.ts'
import { type OpFacts, tickets } from '../op-facts.ts'
import { lora, rendering } from '../shapes.ts'

export const facts = {
  title: '渲染',
  start: '开始渲染',
  icon: 'render',
  cost: tickets('image', 2),
  places: ['device', 'local', 'gpu'],
  needs: 'none',
  output: 'image',
  accepts: ['image', 'style'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  networks: {
    all: ['seeing'],
    of: () => ['seeing'],
    isSmall: true,
    packs: { seeing: { title: '识图', summary: '认出画面里的墙、地、天空与植物', models: ['seeing'] } },
  },
  own: { keys: ['regions', 'room'] },
  look: { canvas: 'regions', samples: 'clay' },
  params: () =>
    rendering().extend({
      ...lora(),
      /** A named style; '' lets the words, the category and the picture decide. */
      style: z.string().max(32).default(''),
      seed: z.number().int().min(0).max(2_147_483_647).default(1),
      /** What kind of picture the source is; `auto` judges by it. */
      setting: z.enum(['auto', 'indoors', 'outdoors', 'above']).default('auto'),
      /** Pictures that a start makes of one source: so many tasks, each with the next seed. A task makes one. */
      variants: z.number().int().min(1).max(4).default(1),
      /** Cleans the picture and sets it upright before: for photographs of old rooms. */
      repair: z.boolean().default(false),
      /** What was done to its regions by hand. */
      regions: zRegionChanges.default([]),
      /** The room as it was drawn by hand; null where it is to be found. Means nothing outdoors. */
      room: zRoom.nullable().default(null),
    }),
} as const satisfies OpFacts
