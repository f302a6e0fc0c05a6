// Rocks, moss and plants of the courtyard garden.
import { IcosahedronGeometry } from 'three'
import type { SceneBuilder, Vec3 } from './builder.ts'
import { growBamboo, growTree, plant } from './foliage.ts'
import { bush, tuft } from './foliage-ground.ts'
import { fbm } from './noise.ts'
import { smoothNormals, subdivide } from './shapes.ts'

function rock(b: SceneBuilder, at: Vec3, size: Vec3, seed: number): void {
  const g = subdivide(new IcosahedronGeometry(0.5, 3), 1)
  const p = g.getAttribute('position')
  for (let i = 0; i < p.count; i++) {
    const x = p.getX(i)
    const y = p.getY(i)
    const z = p.getZ(i)
    const big = fbm(x * 2.1 + seed, z * 2.1 + y * 1.7, 2, 3)
    const ridge = 1 - Math.abs(fbm(x * 3 - y * 2 + seed, z * 3 + y * 2, 3, 8) - 0.5) * 1.3
    const k = (0.62 + 0.5 * big) * (0.75 + 0.35 * ridge)
    p.setXYZ(i, x * k, y * k, z * k)
  }
  smoothNormals(g)
  b.add(g, 'rock', { at: [at[0], at[1] + size[1] * 0.3, at[2]], scale: size, rot: [0, seed * 77, 0] })
}

/** Low hill of moss with short blades. */
function mound(b: SceneBuilder, x: number, z: number, w: number, d: number, h: number): void {
  const g = subdivide(new IcosahedronGeometry(0.5, 4), 0)
  smoothNormals(g)
  b.add(g, 'moss', { at: [x, 0, z], scale: [w, h * 2, d], world: true })
  const t = tuft(0.07, 0.6, 14, 0.006, 5)
  b.group(() => {
    for (let i = 0; i < 420 * w * d; i++) {
      const a = b.range(0, Math.PI * 2)
      const r = Math.sqrt(b.random()) * 0.98
      const y = h * Math.sqrt(Math.max(0, 1 - r * r))
      const tint = b.range(0.75, 1.25)
      const leaves = t.leaves[i % 3]!
      b.add(leaves, 'mossleaf', {
        at: [x + (Math.cos(a) * r * w) / 2, y - 0.008, z + (Math.sin(a) * r * d) / 2],
        rot: [0, i * 47, 0],
        scale: b.range(0.5, 1),
        tint: [tint, tint, tint * 0.9],
      })
    }
  })
}

export function planting(b: SceneBuilder): void {
  const culm = { wood: 'culm', leaf: 'bamboo' }
  const clumps = [0, 1, 2].map((i) => growBamboo(4.3, 7, 0.5, 30 + i))
  const spots: [number, number][] = [
    [-5.5, -7.4],
    [-4.5, -7.5],
    [-3.5, -7.55],
    [3, -7.5],
    [4.2, -7.55],
    [5.4, -7.4],
    [0.4, -10.2],
    [1.6, -10.6],
    [-0.8, -10.4],
    [2.8, -10.4],
    [-6.2, -5.6],
  ]
  for (const [i, [x, z]] of spots.entries())
    plant(b, clumps[i % 3]!, culm, [x, 0, z], { turn: i * 71, scale: b.range(0.85, 1.08) })
  const maple = growTree({
    height: 4,
    clear: 0.24,
    spread: 0.38,
    leaf: 0.062,
    leafWidth: 0.8,
    density: 20,
    levels: 4,
    seed: 9,
    stems: 2,
  })
  plant(b, maple, { wood: 'bark', leaf: 'maple' }, [-5.6, 0, -5.0], { turn: 60, scale: 0.88 })
  const shade = growTree({
    height: 7,
    clear: 0.3,
    spread: 0.32,
    leaf: 0.12,
    leafWidth: 0.5,
    density: 20,
    levels: 4,
    seed: 15,
  })
  plant(b, shade, { wood: 'bark', leaf: 'leaves' }, [-9, 0, 5.2], { turn: 20 })
  for (const [i, x] of [-11, -7.5, -3, 1, 4.5, 8.5, 12].entries()) {
    plant(b, shade, { wood: 'bark', leaf: 'leaves' }, [x, 0, -14 - (i % 3) * 1.5], {
      turn: i * 80,
      scale: b.range(0.7, 0.95),
      tint: [0.8, 0.9, 0.8],
    })
  }
  mound(b, -5.2, -0.6, 2.4, 2.6, 0.32)
  mound(b, -3.3, 0.9, 2.6, 1.7, 0.24)
  rock(b, [-2.6, 0.05, 0.75], [0.75, 0.6, 0.65], 21)
  rock(b, [-3.35, 0.1, 0.5], [0.5, 0.4, 0.45], 23)
  mound(b, 2.4, 0.4, 1.9, 2.1, 0.26)
  mound(b, 4.6, -0.4, 3, 2.4, 0.34)
  mound(b, -0.55, -7.2, 1.4, 0.9, 0.2)
  rock(b, [2.1, 0.12, -0.2], [0.95, 0.85, 0.8], 3)
  rock(b, [2.95, 0.1, 0.55], [0.6, 0.42, 0.55], 5)
  rock(b, [-4.9, 0.2, -0.5], [0.9, 0.7, 0.75], 8)
  rock(b, [-5.6, 0.15, 0.35], [0.6, 0.45, 0.5], 12)
  rock(b, [-4.3, 0.05, -5.6], [0.9, 1.1, 0.8], 15)
  rock(b, [-3.6, 0.1, -5.8], [0.6, 0.55, 0.5], 16)
  const fern = tuft(0.42, 0.95, 46, 0.03, 11)
  const grass = tuft(0.55, 0.8, 90, 0.01, 13)
  const wood = { wood: 'bark', leaf: 'fern' }
  for (const [i, [x, z]] of (
    [
      [-4.2, 0.1],
      [-5.9, -1.2],
      [1.6, 0.6],
      [3.3, -0.4],
      [4.9, 0.4],
      [5.4, -0.9],
      [-1.3, -7.3],
      [0.1, -7.5],
      [-5.1, -6.5],
      [1.5, -1.1],
      [-2.2, -6.9],
    ] as const
  ).entries()) {
    plant(b, i % 2 ? fern : grass, wood, [x, 0.12, z], { turn: i * 63, scale: b.range(0.8, 1.2) })
  }
  const dome = bush([1, 0.75, 1], 0.035, 6500, 4, false)
  for (const [x, z] of [
    [-3.9, 1.2],
    [-2.9, 1.3],
    [-2.1, 0.95],
    [-3.7, 0.55],
  ] as const) {
    plant(b, x < -3 ? fern : grass, wood, [x, 0.12, z], { turn: x * 99, scale: 0.8 })
  }
  for (const [x, z, s] of [
    [5.3, -0.1, 1],
    [4.3, 0.7, 0.7],
    [-6, 0.9, 1],
    [-5.2, 1.3, 0.7],
  ] as const) {
    plant(b, dome, { wood: 'bark', leaf: 'leaves' }, [x, 0.1, z], { scale: s, turn: x * 40 })
  }
}
