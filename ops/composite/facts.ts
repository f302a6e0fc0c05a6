import { z } from 'zod'
import { zPlacing, zSceneId } from '#contracts/scenes.ts'
import { type OpFacts, tickets } from '../op-facts.ts'
import { colour, unit } from '../shapes.ts'

export const facts = {
  title: '合成',
  start: '开始合成',
  icon: 'composite',
  cost: tickets('image', 1),
  places: ['device', 'local'],
  needs: 'none',
  output: 'image',
  transparency: 'own',
  accepts: ['image', 'mask', 'scene'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  keepsSize: true,
  networks: { all: ['isnet'], of: () => ['isnet'], sparedBy: 'cutOut' },
  own: { keys: ['placing'] },
  look: { samples: 'things' },
  params: () =>
    z.object({
      ground: z.enum(['scene', 'gradient', 'colour']).default('scene'),
      /** Built-in scene; a picture in the role `scene` takes its place. */
      scene: zSceneId.default('living'),
      colour: colour('#F7F5F0'),
      /** Whose size and cut the result has. In the picture's the subject stays where it is, in a scene's it is set. */
      frame: z.enum(['picture', 'scene']).default('picture'),
      shadow: unit(0.6),
      /** Where the light comes from; `auto` as the scene shows. */
      light: z.enum(['auto', 'left', 'above', 'right']).default('auto'),
      /** How far the subject's colours follow the light of the scene. */
      harmonise: unit(0.6),
      /** How much light of the ground comes round the subject's edges. */
      wrap: unit(0.4),
      /** Where the subject was placed by hand; null places it by itself. */
      placing: zPlacing.nullable().default(null),
    }),
} as const satisfies OpFacts
