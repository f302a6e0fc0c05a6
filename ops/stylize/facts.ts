import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { lora, prompted, unit } from '../shapes.ts'

export const facts = {
  title: '风格迁移',
  start: '开始迁移',
  icon: 'stylize',
  cost: tickets('image', 1),
  places: ['local', 'device', 'gpu'],
  needs: 'none',
  output: 'image',
  transparency: 'kept',
  accepts: ['image', 'style', 'mask'],
  requires: ['image', 'style'],
  builtIn: ['device', 'local'],
  look: { unpainted: '不涂就用于整幅' },
  params: () =>
    prompted().extend({
      ...lora(),
      /** `fine` paints the style's texture too; `fast` only shifts colours. */
      method: z.enum(['fine', 'fast']).default('fine'),
      /** How firmly the picture's own structure and detail hold; 1 leaves the style's texture out. */
      strength: unit(0.75),
      /** How much of the style's colours shows. */
      colour: unit(1),
      /** Size of the style's texture. */
      scale: z.number().min(0.25).max(4).default(1),
      /** 1 keeps the edges of things as they are. */
      lock: z.number().int().min(0).max(1).default(1),
    }),
} as const satisfies OpFacts
