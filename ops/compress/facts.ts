import { z } from 'zod'
import { free, type OpFacts } from '../op-facts.ts'

export const facts = {
  title: '压缩',
  start: '开始压缩',
  icon: 'compress',
  cost: free,
  places: ['device'],
  needs: 'none',
  output: 'image',
  transparency: 'own',
  accepts: ['image'],
  requires: ['image'],
  builtIn: ['device'],
  keepsSize: true,
  light: true,
  comparesBytes: true,
  params: () =>
    z.object({
      format: z.enum(['keep', 'jpeg', 'webp', 'png']).default('keep'),
      mode: z.enum(['quality', 'size']).default('quality'),
      quality: z.number().int().min(1).max(100).default(80),
      /** Wanted size, in kB of 1000 bytes. */
      targetKb: z.number().int().min(10).max(50_000).default(500),
      /** Longest side in px; 0 keeps the size. */
      maxSide: z.number().int().min(0).max(16_384).default(0),
      /** The source's own colours and their profile instead of sRGB. */
      keepProfile: z.boolean().default(false),
    }),
} as const satisfies OpFacts
