import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'

export const facts = {
  title: '清空房间',
  start: '清空房间',
  icon: 'clearroom',
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
  look: { unpainted: '不涂就自动找家具' },
  params: () =>
    z.object({
      /** Floor, walls and ceiling as they are; false makes a shell of cement of them. */
      keepFinish: z.boolean().default(true),
    }),
} as const satisfies OpFacts
