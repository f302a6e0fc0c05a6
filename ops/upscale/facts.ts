import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { unit } from '../shapes.ts'
import { BEST, DEVICE_UPSCALE_PIXELS, upscaleModels } from './limits.ts'

export const facts = {
  title: '放大',
  start: '开始放大',
  icon: 'upscale',
  cost: tickets('image', 1),
  places: ['local', 'device'],
  needs: 'none',
  output: 'image',
  transparency: 'own',
  accepts: ['image'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  networks: {
    all: ['fastX2', 'fastX4', ...BEST],
    of: upscaleModels,
    packs: {
      upscaleFast: { title: '高清放大', summary: '快速放大 2 倍或 4 倍', models: ['fastX2', 'fastX4'] },
      upscaleBest: { title: '真实放大', summary: '精细还原纹理，较慢', models: BEST },
    },
  },
  devicePixels: () => DEVICE_UPSCALE_PIXELS,
  seconds: ({ quality }, megapixels) => 2 + megapixels * (quality === 'best' ? 150 : 9),
  params: () =>
    z.object({
      factor: z.union([z.literal(2), z.literal(4)]).default(2),
      quality: z.enum(['fast', 'best']).default('fast'),
      /** How much detail a generative engine makes up: 0 none, what the picture shows alone. */
      creative: unit(0),
    }),
} as const satisfies OpFacts
