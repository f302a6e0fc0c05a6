// The scenes and the pictures made of each.
import type { Scene } from './builder.ts'
import { makeChair } from './scene-chair.ts'
import { makeGarden } from './scene-garden.ts'
import { makeHouse } from './scene-house.ts'
import { makeLiving } from './scene-living.ts'
import { makeShop } from './scene-shop.ts'

type View = 'clay' | 'line' | 'final'
const ALL: View[] = ['line', 'clay', 'final']

export const SCENES = {
  house: { make: makeHouse, views: ALL },
  living: { make: makeLiving, views: ALL },
  shop: { make: makeShop, views: ALL },
  garden: { make: makeGarden, views: ALL },
  chair: { make: makeChair, views: ['final'] as View[] },
} satisfies Record<string, { make: () => Scene; views: readonly View[] }>

export type SceneName = keyof typeof SCENES
