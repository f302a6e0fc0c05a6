// The garden around the house: lawn, stepping slabs, hedges and trees.

import type { SceneBuilder, Vec3 } from './builder.ts'
import { growTree, type Plant, plant } from './foliage.ts'
import { bush, lawn, tuft } from './foliage-ground.ts'
import { ball, box, floor, span } from './shapes.ts'
export function garden(b: SceneBuilder, eye: Vec3): void {
  floor(b, 'lawn', -80, -80, 80, 60, 0)
  span(b, 'paving', [2.7, -0.05, 0.25], [7.1, 0.02, 22], { world: true })
  for (const x of [2.62, 7.18]) span(b, 'slab', [x - 0.08, -0.05, 0.25], [x + 0.08, 0.035, 22])
  const slabs: [number, number, number, number][] = []
  for (let i = 0; i < 13; i++) {
    const t = i / 12
    const x = 0.9 - 7.4 * t ** 1.35
    const z = 1.75 + 10.2 * t
    slabs.push([x, z, 1.5, 0.62])
    box(b, 'slab', [x, -0.05, z], [1.5, 0.085, 0.62])
  }
  const inside = (x: number, z: number): boolean => {
    if (x > 2.5 && x < 7.3 && z > 0) return false
    if (x > -7.4 && x < 2.8 && z < 3.3 && (x < -0.4 || z < 1.5)) return false
    return !slabs.some(([sx, sz, w, d]) => Math.abs(x - sx) < w / 2 && Math.abs(z - sz) < d / 2)
  }
  lawn(b, 'blades', eye, [-18, 0, 12, 14.4], inside, 650_000)
  const clumps = [0, 1, 2].map((i) => tuft(0.85, 0.75, 130, 0.012, 40 + i))
  const flowers = [0, 1].map((i) => tuft(0.5, 0.5, 120, 0.014, 60 + i))
  const wood = { wood: 'bark', leaf: 'straw' }
  for (let i = 0; i < 58; i++) {
    const at: Vec3 = [-7.7 + 0.12 * i + b.range(-0.12, 0.12), 0, 3.5 + b.range(-0.15, 0.4)]
    plant(b, clumps[i % 3]!, wood, at, { turn: i * 67, scale: b.range(0.5, 0.95) })
    if (i % 3 === 0) continue
    const front: Vec3 = [at[0] + 0.08, 0, 4.05 + b.range(-0.15, 0.35)]
    plant(b, flowers[i % 2]!, { wood: 'bark', leaf: 'lavender' }, front, {
      turn: i * 40,
      scale: b.range(0.6, 1.05),
    })
  }
  foreground(b, clumps)
  for (let i = 0; i < 10; i++) {
    plant(b, clumps[i % 3]!, wood, [2.15 + b.range(-0.15, 0.15), 0, 0.9 + i * 0.55], {
      turn: i * 51,
      scale: b.range(0.55, 0.9),
    })
  }
  for (let i = 0; i < 7; i++) {
    plant(b, clumps[i % 3]!, wood, [-2.45 + i * 0.28, 0.6, 2.6], { turn: i * 91, scale: b.range(0.45, 0.65) })
    plant(b, clumps[i % 3]!, wood, [4.4 + i * 0.42, 3.2, -0.6], { turn: i * 91, scale: b.range(0.7, 1) })
  }
  for (const [x, z, s] of [
    [-8.6, 4.4, 0.42],
    [-8, 4.9, 0.24],
    [1.7, 7.2, 0.3],
    [8.1, 3.2, 0.4],
  ] as const) {
    ball(b, 'rock', [x, s * 0.3, z], s, { scale: [1.3, 0.75, 1] })
  }
}

/** Grasses, domes and boulders near the eye, so that the lawn has an edge. */
function foreground(b: SceneBuilder, clumps: Plant[]): void {
  const wood = { wood: 'bark', leaf: 'straw' }
  const dome = bush([1.1, 0.8, 1.1], 0.035, 9000, 18, false)
  for (let i = 0; i < 30; i++) {
    const t = i / 29
    const at: Vec3 = [-12.4 + 2.6 * t + b.range(-0.5, 0.5), 0, 3.2 + 4.6 * (1 - t) + b.range(-0.6, 0.6)]
    plant(b, clumps[i % 3]!, wood, at, { turn: i * 59, scale: b.range(0.55, 1) })
  }
  for (const [x, z, s] of [
    [-11.2, 6.6, 0.9],
    [-10.5, 5.4, 0.7],
    [-11.9, 5, 1.1],
  ] as const) {
    plant(b, dome, { wood: 'bark', leaf: 'hedge' }, [x, 0, z], { scale: s, turn: z * 40 })
  }
}

export function planting(b: SceneBuilder): void {
  const hedge = bush([2.6, 1.5, 0.9], 0.07, 9000, 3, true)
  const mats = { wood: 'bark', leaf: 'hedge' }
  for (let i = 0; i < 8; i++) plant(b, hedge, mats, [-13.2, 0, -12 + i * 2.5], { turn: 90 })
  for (let i = 0; i < 7; i++) plant(b, hedge, mats, [9.6, 0, -8 + i * 2.5], { turn: 90 })
  const dome = bush([1.1, 0.85, 1.1], 0.05, 5200, 8, false)
  for (const [x, z, s] of [
    [-8.9, 1.6, 1.1],
    [-8.3, 2.7, 0.8],
    [-9.8, 2.5, 0.9],
    [8, 1.4, 1],
    [8.4, 2.4, 0.75],
  ] as const) {
    plant(b, dome, mats, [x, 0, z], { scale: s, turn: x * 50 })
  }
  const tree = { wood: 'bark', leaf: 'leaves' }
  const a = growTree({
    height: 8.5,
    clear: 0.3,
    spread: 0.3,
    leaf: 0.095,
    leafWidth: 0.55,
    density: 28,
    levels: 4,
    seed: 5,
  })
  const c = growTree({
    height: 6,
    clear: 0.25,
    spread: 0.28,
    leaf: 0.085,
    leafWidth: 0.5,
    density: 30,
    levels: 3,
    seed: 12,
    stems: 3,
  })
  const far = growTree({
    height: 10,
    clear: 0.2,
    spread: 0.32,
    leaf: 0.24,
    leafWidth: 0.6,
    density: 28,
    levels: 3,
    seed: 21,
  })
  plant(b, a, tree, [-13.2, 0, 5.2], { turn: 40, tint: [0.95, 1, 0.9] })
  plant(b, a, tree, [11.4, 0, 9.4], { turn: 190, scale: 1.3 })
  plant(b, c, tree, [8.6, 0, 2.2], { turn: 20, tint: [1.15, 1.05, 0.8] })
  plant(b, c, tree, [-9.4, 0, -2], { turn: 130, scale: 0.8, tint: [1, 1.05, 0.85] })
  for (let i = 0; i < 19; i++) {
    const x = -34 + i * 3.9 + b.range(-1.5, 1.5)
    plant(b, far, tree, [x, -0.5, -16 - b.range(0, 9) - Math.abs(x) * 0.05], {
      turn: i * 77,
      scale: b.range(0.75, 1.15),
      tint: [0.72, 0.82, 0.78],
    })
  }
}
