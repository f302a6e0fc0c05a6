// Materials of the shop: colours in sRGB, sizes in metres.
import { bookMaterials } from './accessories.ts'
import type { SceneBuilder } from './builder.ts'
import { warmWhite } from './furniture.ts'

/** Radiance of the shelf lights. */
export const STRIP: [number, number, number] = [95, 68, 42]

/** Names the materials of the shop. */
export function addShopMaterials(b: SceneBuilder): void {
  b.mat('wall', { color: '#ece7de', color2: '#e2dcd1', texture: 'plaster', bump: 0.0015 })
  b.mat('ceiling', { color: '#efece6' })
  b.mat('terrazzo', {
    kind: 'coat',
    color: '#e9e5dc',
    color2: '#a59e92',
    texture: 'terrazzo',
    scale: 0.05,
    vary: 1.2,
    rough: 0.24,
  })
  b.mat('top', {
    kind: 'coat',
    color: '#e6e1d8',
    color2: '#80796f',
    texture: 'terrazzo',
    scale: 0.028,
    rough: 0.18,
  })
  b.mat('oak', { kind: 'coat', color: '#c79b6d', color2: '#916740', texture: 'wood', rough: 0.4, vary: 0.12 })
  b.mat('tile', {
    kind: 'coat',
    color: '#e9e6de',
    color2: '#cfcbc1',
    texture: 'tiles',
    scale: 0.1,
    vary: 0.5,
    rough: 0.18,
    bump: 0.0012,
  })
  b.mat('frame', { kind: 'coat', color: '#2e2f2e', rough: 0.4 })
  b.mat('glass', { kind: 'glass', color: '#f6faf8', line: 'none' })
  b.mat('glassware', { kind: 'glass', color: '#f4f8f6' })
  b.mat('steel', { kind: 'metal', color: '#c9c9c6', rough: 0.26 })
  b.mat('brass', { kind: 'metal', color: '#c9a25e', rough: 0.26 })
  b.mat('black', { kind: 'coat', color: '#2a2a29', rough: 0.35 })
  b.mat('globe', { kind: 'emit', emit: warmWhite(30) })
  b.mat('strip', { kind: 'emit', emit: STRIP })
  b.mat('white', { kind: 'coat', color: '#eeeae2', rough: 0.25, vary: 0.06 })
  b.mat('sand', { kind: 'coat', color: '#cdb694', rough: 0.5, vary: 0.2 })
  b.mat('ink', { kind: 'coat', color: '#3a4144', rough: 0.35, vary: 0.3 })
  b.mat('celadon', { kind: 'coat', color: '#a9b8a4', rough: 0.2, vary: 0.2 })
  b.mat('red', { kind: 'coat', color: '#c4472a', rough: 0.45 })
  b.mat('clay', { kind: 'coat', color: '#b17b58', rough: 0.55, vary: 0.2 })
  b.mat('carton', { color: '#c8ab83', vary: 0.15 })
  b.mat('amber', { kind: 'coat', color: '#6b3a1c', rough: 0.12 })
  b.mat('linen', { color: '#cfc7b8', color2: '#b6ad9d', texture: 'fabric', scale: 0.004, bump: 0.0006 })
  b.mat('bread', { color: '#b9793f', color2: '#8a5026', texture: 'stone', scale: 0.05 })
  b.mat('mount', { color: '#f3f0e8' })
  b.mat('art', { color: '#ece6da', color2: '#4a575c', texture: 'art' })
  b.mat('pot', { color: '#d3cdc2', color2: '#b9b2a6', texture: 'concrete', scale: 0, bump: 0.001 })
  b.mat('stem', { color: '#6f5a41' })
  b.mat('bigleaf', { kind: 'leaf', color: '#4f7a3c', through: 0.3 })
  b.mat('leaves', { kind: 'leaf', color: '#6f9142', through: 0.4, line: 'foliage' })
  b.mat('bark', { color: '#7d6f60', line: 'foliage' })
  b.mat('street', { color: '#b9b3a8', color2: '#a09a90', texture: 'pavers', scale: 0.4, vary: 0.2 })
  b.mat('facade', { color: '#d8cfc0', color2: '#c2b7a6', texture: 'bricks', scale: 0.24 })
  bookMaterials(b)
}
