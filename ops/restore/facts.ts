import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { unit } from '../shapes.ts'
import { DEVICE_UPSCALE_PIXELS } from '../upscale/limits.ts'

export const facts = {
  title: '照片清理',
  start: '开始清理',
  icon: 'restore',
  cost: tickets('image', 1),
  places: ['gpu', 'local', 'device'],
  needs: 'none',
  output: 'image',
  transparency: 'kept',
  accepts: ['image'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  networks: { all: ['fastX2'], of: ({ factor }) => (factor === 2 ? ['fastX2'] : []) },
  devicePixels: ({ factor }) => (factor === 2 ? DEVICE_UPSCALE_PIXELS : null),
  seconds: ({ factor }, megapixels) => 2 + megapixels * (factor === 2 ? 11 : 2),
  params: () =>
    z.object({
      /** How much of the noise goes. */
      strength: unit(0.75),
      /** How much of a JPEG's blocks goes. */
      deblock: unit(0.75),
      sharpen: unit(0.4),
      /** 2 enlarges what was cleaned. */
      factor: z.union([z.literal(1), z.literal(2)]).default(1),
    }),
} as const satisfies OpFacts
