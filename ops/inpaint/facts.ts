import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'

export const facts = {
  title: '消除',
  start: '消除涂抹处',
  icon: 'inpaint',
  cost: tickets('image', 1),
  places: ['device', 'local'],
  needs: 'none',
  output: 'image',
  transparency: 'kept',
  accepts: ['image', 'mask'],
  requires: ['image', 'mask'],
  builtIn: ['device', 'local'],
  keepsSize: true,
  needsMask: true,
  params: () => z.object({}),
} as const satisfies OpFacts
