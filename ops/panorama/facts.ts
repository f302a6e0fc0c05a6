import { z } from 'zod'
import { free, type OpFacts } from '../op-facts.ts'

export const facts = {
  title: '全景查看',
  start: '打开全景',
  icon: 'panorama',
  cost: free,
  places: ['device'],
  needs: 'embedded',
  output: 'view',
  accepts: ['image'],
  requires: ['image'],
  builtIn: ['device'],
  keepsSize: true,
  // It needs a picture of the whole sphere, which no sample is.
  look: { samples: 'none' },
  params: () => z.object({ fov: z.number().min(30).max(110).default(75) }),
} as const satisfies OpFacts
