// Materials of the living room: colours in sRGB, sizes in metres.
import { bookMaterials } from './accessories.ts'
import type { SceneBuilder } from './builder.ts'
import { warmWhite } from './furniture.ts'

/** Names the materials of the living room. */
export function addLivingMaterials(b: SceneBuilder): void {
  b.mat('wall', { color: '#efece6', color2: '#e7e3dc', texture: 'plaster', bump: 0.0012 })
  b.mat('ceiling', { color: '#f3f1ec' })
  b.mat('oakfloor', {
    kind: 'coat',
    color: '#c8ab88',
    color2: '#a08058',
    texture: 'boards',
    scale: 0.16,
    rough: 0.34,
    bump: 0.0008,
  })
  b.mat('oak', {
    kind: 'coat',
    color: '#c69a6b',
    color2: '#93683f',
    texture: 'wood',
    rough: 0.42,
    vary: 0.14,
  })
  b.mat('walnut', {
    kind: 'coat',
    color: '#8a5c3c',
    color2: '#4f3020',
    texture: 'wood',
    rough: 0.36,
    vary: 0.12,
  })
  b.mat('linen', { color: '#cfc8bb', color2: '#b3ab9d', texture: 'fabric', scale: 0.0032, bump: 0.0006 })
  b.mat('cloth', { color: '#7d8a86', color2: '#66736f', texture: 'fabric', scale: 0.003, bump: 0.0006 })
  b.mat('red', { color: '#c2492b', color2: '#a83a20', texture: 'fabric', scale: 0.003, bump: 0.0005 })
  b.mat('cream', { color: '#e9e3d6', color2: '#d8d1c2', texture: 'fabric', scale: 0.005, bump: 0.0008 })
  b.mat('slate', { color: '#56636a', color2: '#48545a', texture: 'fabric', scale: 0.003, bump: 0.0005 })
  b.mat('rug', { color: '#ddd5c6', color2: '#8d8577', texture: 'rug', scale: 0.62, bump: 0.003 })
  b.mat('sheer', { kind: 'leaf', color: '#f4f1ea', through: 0.62 })
  b.mat('drape', { kind: 'leaf', color: '#c9c0b1', through: 0.12 })
  b.mat('shade', { kind: 'leaf', color: '#f1e6d2', through: 0.5 })
  b.mat('bulb', { kind: 'emit', emit: warmWhite(260) })
  b.mat('frame', { kind: 'coat', color: '#33332f', rough: 0.4 })
  b.mat('brass', { kind: 'metal', color: '#c9a25e', rough: 0.28 })
  b.mat('steel', { kind: 'coat', color: '#2b2b2a', rough: 0.35 })
  b.mat('glass', { kind: 'glass', color: '#f6faf8', line: 'none' })
  b.mat('mount', { color: '#f3f0e8' })
  b.mat('art', { color: '#ece6da', color2: '#4a575c', texture: 'art' })
  b.mat('pot', { color: '#d3cdc2', color2: '#b9b2a6', texture: 'concrete', scale: 0, bump: 0.001 })
  b.mat('clay', {
    kind: 'coat',
    color: '#b98a68',
    color2: '#a3755a',
    texture: 'stone',
    scale: 0.1,
    rough: 0.6,
  })
  b.mat('white', { kind: 'coat', color: '#ece8df', rough: 0.3 })
  b.mat('ink', { kind: 'coat', color: '#34383a', rough: 0.35 })
  b.mat('stone', {
    kind: 'coat',
    color: '#e3ded4',
    color2: '#a79f93',
    texture: 'stone',
    scale: 0.5,
    rough: 0.2,
  })
  b.mat('stem', { color: '#6f5a41' })
  b.mat('bigleaf', { kind: 'leaf', color: '#4f7a3c', through: 0.3 })
  b.mat('leaves', { kind: 'leaf', color: '#6f9142', through: 0.4, line: 'foliage' })
  b.mat('bark', { color: '#7d6f60', line: 'foliage' })
  b.mat('grass', { color: '#7a8c4c', line: 'none' })
  b.mat('terrace', { color: '#c9c3b8', color2: '#b1aa9e', texture: 'pavers', scale: 0.6, vary: 0.2 })
  bookMaterials(b)
}
