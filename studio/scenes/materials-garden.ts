// Materials of the courtyard garden: colours in sRGB, sizes in metres.
import { bookMaterials } from './accessories.ts'
import type { SceneBuilder } from './builder.ts'

/** Names the materials of the courtyard garden. */
export function addGardenMaterials(b: SceneBuilder): void {
  b.mat('white', { color: '#eeebe4', color2: '#dfdbd2', texture: 'plaster', bump: 0.0018 })
  b.mat('coping', {
    kind: 'coat',
    color: '#4a4b4b',
    color2: '#37393a',
    texture: 'stone',
    scale: 0.3,
    rough: 0.5,
  })
  b.mat('gravel', {
    color: '#cfc9bd',
    color2: '#9c968b',
    texture: 'gravel',
    scale: 0.028,
    bump: 0.006,
    line: 'none',
  })
  b.mat('slab', { color: '#8f8c86', color2: '#6c6963', texture: 'concrete', scale: 0, bump: 0.004 })
  b.mat('rim', {
    kind: 'coat',
    color: '#5d5e5e',
    color2: '#454747',
    texture: 'stone',
    scale: 0.6,
    rough: 0.35,
    bump: 0.002,
  })
  b.mat('pool', { color: '#1f2624' })
  b.mat('water', { kind: 'water', color: '#d8e6e0', texture: 'ripples', bump: 0.0016, line: 'none' })
  b.mat('timber', {
    kind: 'coat',
    color: '#a9744a',
    color2: '#6b4527',
    texture: 'wood',
    rough: 0.5,
    vary: 0.22,
  })
  b.mat('deck', {
    kind: 'coat',
    color: '#a27b58',
    color2: '#6d4f36',
    texture: 'decking',
    scale: 0.13,
    rough: 0.5,
    bump: 0.004,
  })
  b.mat('rock', { color: '#9c9890', color2: '#6d6a63', texture: 'stone', scale: 0.35, bump: 0.012 })
  b.mat('moss', { color: '#6b7440', color2: '#47512a', texture: 'lawn', bump: 0.02, line: 'none' })
  b.mat('mossleaf', { kind: 'leaf', color: '#727f3c', through: 0.25, line: 'none' })
  b.mat('lily', { kind: 'coat', color: '#66793f', rough: 0.45, line: 'normal' })
  b.mat('culm', {
    kind: 'coat',
    color: '#8b9a4c',
    color2: '#6d7d38',
    texture: 'bark',
    rough: 0.35,
    line: 'foliage',
  })
  b.mat('bamboo', { kind: 'leaf', color: '#7d9150', through: 0.42, line: 'foliage' })
  b.mat('maple', { kind: 'leaf', color: '#a0492c', through: 0.45, line: 'foliage' })
  b.mat('leaves', { kind: 'leaf', color: '#62753f', through: 0.35, line: 'foliage' })
  b.mat('fern', { kind: 'leaf', color: '#72853f', through: 0.35, line: 'foliage' })
  b.mat('bark', { color: '#6f6256', color2: '#443a32', texture: 'bark', line: 'foliage' })
  b.mat('cushion', { color: '#e4ddcf', color2: '#cfc7b7', texture: 'fabric', scale: 0.004 })
  b.mat('clay', { kind: 'coat', color: '#7a4d38', rough: 0.5 })
  b.mat('lantern', { kind: 'leaf', color: '#f3e8d2', through: 0.5 })
  bookMaterials(b)
}
