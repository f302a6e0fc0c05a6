// Materials of the house: colours in sRGB, sizes in metres.
import type { SceneBuilder } from './builder.ts'

/** Names the materials of the house. */
export function addHouseMaterials(b: SceneBuilder): void {
  b.mat('plaster', { color: '#efece5', color2: '#e6e2da', texture: 'plaster', bump: 0.0015 })
  b.mat('concrete', {
    color: '#b3aea6',
    color2: '#8f8a82',
    texture: 'concrete',
    scale: 1.2,
    vary: 0.01,
    bump: 0.003,
  })
  b.mat('slab', { color: '#b9b4ab', color2: '#98938a', texture: 'concrete', scale: 0, bump: 0.002 })
  b.mat('cedar', {
    kind: 'coat',
    color: '#b9794a',
    color2: '#6f4022',
    texture: 'wood',
    rough: 0.55,
    vary: 0.3,
  })
  b.mat('deck', {
    kind: 'coat',
    color: '#a58a70',
    color2: '#6f5744',
    texture: 'decking',
    scale: 0.14,
    rough: 0.55,
    bump: 0.004,
  })
  b.mat('frame', { kind: 'coat', color: '#2a2c2e', rough: 0.4 })
  b.mat('glass', { kind: 'glass', color: '#eef4f2', line: 'none' })
  b.mat('door', { kind: 'coat', color: '#c2401f', rough: 0.35 })
  b.mat('paving', {
    color: '#a9a59d',
    color2: '#89857d',
    texture: 'pavers',
    scale: 0.6,
    vary: 0.25,
    bump: 0.004,
  })
  b.mat('lawn', { color: '#6a743f', color2: '#475228', texture: 'lawn', line: 'none' })
  b.mat('blades', { kind: 'leaf', color: '#85904c', through: 0.3, line: 'none' })
  b.mat('leaves', { kind: 'leaf', color: '#6c7f42', through: 0.4, line: 'foliage' })
  b.mat('hedge', { kind: 'leaf', color: '#55683a', through: 0.25, line: 'foliage' })
  b.mat('straw', { kind: 'leaf', color: '#a3a05e', through: 0.35, line: 'foliage' })
  b.mat('lavender', { kind: 'leaf', color: '#8f86a6', through: 0.3, line: 'foliage' })
  b.mat('bark', { color: '#7d6f60', color2: '#4d4238', texture: 'bark', line: 'foliage' })
  b.mat('rock', { color: '#96928a', color2: '#6f6b64', texture: 'stone', scale: 0.5, bump: 0.01 })
  b.mat('wall', { color: '#e6dfd2' })
  b.mat('parquet', {
    kind: 'coat',
    color: '#b58a5c',
    color2: '#8a6238',
    texture: 'boards',
    scale: 0.14,
    rough: 0.35,
  })
  b.mat('linen', { kind: 'leaf', color: '#f1ece2', through: 0.5, line: 'normal' })
  b.mat('sofa', { color: '#8f8a82' })
  b.mat('seat', { color: '#e9e4da' })
  b.mat('dark', { kind: 'coat', color: '#3b3733', rough: 0.5 })
  b.mat('art', { color: '#ece6da', color2: '#3d4a50', texture: 'art' })
  b.mat('warm', { kind: 'emit', emit: [150, 98, 52] })
  b.mat('gravel', {
    color: '#c5beb1',
    color2: '#8f897e',
    texture: 'gravel',
    scale: 0.035,
    bump: 0.006,
    line: 'none',
  })
}
