import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { unit } from '../shapes.ts'

export const facts = {
  title: '换氛围',
  start: '转换氛围',
  icon: 'relight',
  cost: tickets('image', 1),
  places: ['device', 'local'],
  needs: 'none',
  output: 'image',
  transparency: 'kept',
  accepts: ['image', 'mask'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  networks: { all: ['seeing'], of: () => ['seeing'], isSmall: true },
  keepsSize: true,
  look: { canvas: 'area' },
  params: () =>
    z
      .object({
        time: z.enum(['keep', 'morning', 'noon', 'sunset', 'dusk', 'night']).default('dusk'),
        weather: z.enum(['keep', 'clear', 'overcast', 'rain', 'snow', 'fog']).default('keep'),
        season: z.enum(['keep', 'spring', 'summer', 'autumn', 'winter']).default('keep'),
        strength: unit(0.85),
        /** How brightly windows and lamps shine when it gets dark. */
        windows: unit(0.8),
        /** What kind of picture it is; `auto` lets the network judge. */
        scene: z.enum(['auto', 'outdoors', 'indoors']).default('auto'),
      })
      .refine(
        ({ time, weather, season }) => [time, weather, season].some((wish) => wish !== 'keep'),
        '请先选择时间、天气或季节',
      ),
} as const satisfies OpFacts
