// A two-storey house of concrete, plaster and cedar in a garden, late afternoon.
import { type Scene, SceneBuilder, type Vec3 } from './builder.ts'
import { bush, growTree, lawn, type Plant, plant, tuft } from './foliage.ts'
import { ball, bar, box, curtain, cyl, floor, pane, quad, rbox, span } from './shapes.ts'

function materials(b: SceneBuilder): void {
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

/** Vertical boards between x0 and x1 with narrow shadow gaps. */
function battens(b: SceneBuilder, x0: number, x1: number, y0: number, y1: number, z: number): void {
  const step = 0.115
  span(b, 'dark', [x0, y0, z - 0.05], [x1, y1, z - 0.02])
  const n = Math.floor((x1 - x0) / step)
  for (let i = 0; i < n; i++) {
    const x = x0 + ((i + 0.5) * (x1 - x0)) / n
    span(b, 'cedar', [x - 0.047, y0, z - 0.02], [x + 0.047, y1, z + 0.022 + (i % 3 === 0 ? 0.012 : 0)], {
      grain: 'y',
    })
  }
}

/** Glazing with slim frames along x at depth z. */
function glazing(
  b: SceneBuilder,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  z: number,
  panels: number,
): void {
  const w = (x1 - x0) / panels
  span(b, 'frame', [x0, y0, z - 0.05], [x1, y0 + 0.07, z + 0.05])
  span(b, 'frame', [x0, y1 - 0.07, z - 0.05], [x1, y1, z + 0.05])
  for (let i = 0; i <= panels; i++) {
    const x = x0 + i * w
    span(b, 'frame', [x - 0.032, y0, z - 0.05], [x + 0.032, y1, z + 0.05])
    if (i < panels) pane(b, 'glass', [x + 0.03, y0 + 0.07, z], [x + w - 0.03, y0 + 0.07, z], y1 - y0 - 0.14)
  }
}

function lamp(b: SceneBuilder, x0: number, z0: number, x1: number, z1: number, y: number): void {
  const id = b.add(quad([x0, y, z0], [x1, y, z0], [x1, y, z1], [x0, y, z1]), 'warm')
  b.light(id, {
    kind: 'rect',
    p: [x0, y, z0],
    a: [x1 - x0, 0, 0],
    b: [0, 0, z1 - z0],
    radius: 0,
    emit: [150, 98, 52],
  })
}

function groundFloor(b: SceneBuilder): void {
  span(b, 'slab', [-7.3, 0, -9], [7.4, 0.16, 0.25])
  floor(b, 'parquet', -6.8, -8.6, 2.55, -0.95, 0.165)
  // Garage: fair-faced concrete with a cedar door.
  span(b, 'concrete', [2.6, 0.16, -8], [3.1, 3.05, 0], { world: true })
  span(b, 'concrete', [6.75, 0.16, -8], [7.2, 3.05, 0], { world: true })
  span(b, 'concrete', [3.1, 2.62, -8], [6.75, 3.05, 0], { world: true })
  for (let i = 0; i < 21; i++) {
    span(b, 'cedar', [3.12, 0.19 + i * 0.116, -0.16], [6.73, 0.19 + i * 0.116 + 0.104, -0.11])
  }
  span(b, 'dark', [3.1, 0.16, -0.3], [6.75, 2.62, -0.17])
  span(b, 'slab', [2.5, 3.05, -8.1], [7.35, 3.2, 0.12])
  // Entrance between garage and living room.
  battens(b, -0.4, 0.95, 0.16, 3.05, -1.4)
  span(b, 'door', [1.02, 0.18, -1.45], [2.06, 2.62, -1.38])
  span(b, 'frame', [0.95, 0.16, -1.48], [1.02, 3.05, -1.36])
  span(b, 'frame', [2.06, 0.16, -1.48], [2.1, 3.05, -1.36])
  span(b, 'plaster', [1.02, 2.62, -1.46], [2.06, 3.05, -1.39])
  bar(b, 'frame', [1.14, 0.75, -1.32], [1.14, 2.05, -1.32], 0.014)
  pane(b, 'glass', [2.1, 0.16, -1.42], [2.6, 0.16, -1.42], 2.89)
  span(b, 'slab', [-0.3, 0, -1.4], [2.6, 0.15, 1.4])
  // Living room behind glass.
  glazing(b, -6.8, -0.4, 0.16, 3.05, -0.9, 4)
  b.place({ at: [-6.8, 0, -0.9], rot: [0, 90, 0] }, () => glazing(b, 0, 3.6, 0.16, 3.05, 0, 2))
  span(b, 'plaster', [-6.95, 0.16, -8.9], [-6.7, 3.05, -4.5], { world: true })
  span(b, 'wall', [-6.8, 0.16, -8.9], [7.2, 3.05, -8.6])
  span(b, 'wall', [-6.6, 0.16, -6], [0.2, 3.05, -5.85])
  span(b, 'wall', [-0.42, 0.16, -4.2], [-0.3, 3.05, -0.95])
  bar(b, 'frame', [-7.5, 0, 0.7], [-7.5, 3.05, 0.7], 0.055)
  interior(b)
}

function interior(b: SceneBuilder): void {
  lamp(b, -6, -2.7, -3.6, -2.58, 3.03)
  lamp(b, -6, -4.2, -3.6, -4.08, 3.03)
  lamp(b, -3, -2.7, -0.8, -2.58, 3.03)
  lamp(b, -3, -4.2, -0.8, -4.08, 3.03)
  lamp(b, 0.2, -3.1, 2.2, -2.98, 3.03)
  rbox(b, 'sofa', [-4.6, 0.17, -4.9], [2.6, 0.42, 0.95], 0.06)
  rbox(b, 'sofa', [-4.6, 0.5, -5.3], [2.6, 0.4, 0.22], 0.06)
  rbox(b, 'dark', [-4.5, 0.17, -3.4], [1.2, 0.34, 0.7], 0.02)
  rbox(b, 'cedar', [-1.9, 0.85, -3.2], [1.9, 0.05, 0.9], 0.01)
  for (const x of [-2.7, -1.1]) rbox(b, 'dark', [x, 0.17, -3.2], [0.06, 0.7, 0.7], 0.01)
  for (const x of [-2.4, -1.9, -1.4]) rbox(b, 'seat', [x, 0.6, -2.55], [0.42, 0.06, 0.42], 0.02)
  b.add(quad([-5.4, 1.2, -5.84], [-3.8, 1.2, -5.84], [-3.8, 2.2, -5.84], [-5.4, 2.2, -5.84]), 'art')
  for (const x of [-6.5, -0.75])
    b.place({ at: [0, 0, -1.15] }, () => curtain(b, 'linen', x - 0.22, x + 0.3, 0.2, 3, 5, 0.06))
  for (const x of [-2.3, -1.6]) {
    bar(b, 'dark', [x, 1.95, -3.2], [x, 3.03, -3.2], 0.006)
    cyl(b, 'dark', [x, 1.75, -3.2], 0.16, 0.2, { top: 0.06 })
  }
}

function upperFloor(b: SceneBuilder): void {
  span(b, 'plaster', [-8, 3.05, -8.6], [3.4, 3.4, 1.2], { world: true })
  span(b, 'plaster', [-8, 5.95, -8.6], [3.4, 6.35, 1.2], { world: true })
  span(b, 'frame', [-8.03, 6.35, -8.63], [3.43, 6.39, 1.23])
  span(b, 'plaster', [3.08, 3.4, -8.6], [3.4, 5.95, 1.2], { world: true })
  // Left wall with a strip window.
  span(b, 'plaster', [-8, 3.4, -8.6], [-7.68, 5.95, -5.2], { world: true })
  span(b, 'plaster', [-8, 3.4, -2.2], [-7.68, 5.95, 1.2], { world: true })
  span(b, 'plaster', [-8, 3.4, -5.2], [-7.68, 4.1, -2.2], { world: true })
  span(b, 'plaster', [-8, 5.4, -5.2], [-7.68, 5.95, -2.2], { world: true })
  b.place({ at: [-7.8, 0, -2.2], rot: [0, 90, 0] }, () => glazing(b, 0, 3, 4.1, 5.4, 0, 2))
  // Set-back front: glass and cedar in the frame of the slab and walls.
  glazing(b, -7.68, -3.1, 3.4, 5.95, -0.2, 3)
  battens(b, -3.1, -1.2, 3.4, 5.95, -0.15)
  glazing(b, -1.2, 0.9, 3.4, 5.95, -0.2, 2)
  battens(b, 0.9, 3.08, 3.4, 5.95, -0.15)
  pane(b, 'glass', [-7.6, 3.42, 1.1], [3, 3.42, 1.1], 0.98)
  span(b, 'frame', [-7.68, 4.39, 1.08], [3.08, 4.43, 1.12])
  battens3(b)
  span(b, 'wall', [-7.6, 3.4, -5], [3, 5.95, -4.85])
  span(b, 'wall', [-2.2, 3.4, -4.9], [-2.1, 5.95, -0.4])
  span(b, 'parquet', [-7.6, 3.4, -4.9], [3, 3.42, -0.2])
  lamp(b, -7, -2.4, -4, -2.28, 5.93)
  lamp(b, -1, -2.4, 0.8, -2.28, 5.93)
  for (const x of [-7.3, -3.5, 0.6])
    b.place({ at: [0, 0, -0.45] }, () => curtain(b, 'linen', x - 0.3, x + 0.3, 3.45, 5.9, 5, 0.06))
  // Stair tower and roof garden over the garage.
  span(b, 'concrete', [3.4, 3.2, -6.4], [4.9, 7.2, -3.4], { world: true })
  pane(b, 'glass', [4.95, 3.3, -0.05], [7.2, 3.3, -0.05], 0.95)
  pane(b, 'glass', [3.45, 3.3, -0.05], [4.9, 3.3, -0.05], 0.95)
  span(b, 'frame', [3.45, 4.24, -0.07], [7.24, 4.28, -0.03])
  pane(b, 'glass', [7.2, 3.3, -0.05], [7.2, 3.3, -6], 0.95)
}

/** Cedar soffit under the overhang of the upper floor. */
function battens3(b: SceneBuilder): void {
  for (let i = 0; i < 78; i++) {
    const x = -7.95 + i * 0.1455
    span(b, 'cedar', [x, 3.02, -1.4], [x + 0.136, 3.048, 1.18], { grain: 'z' })
  }
}

function terrace(b: SceneBuilder): void {
  span(b, 'deck', [-7.3, 0, -0.85], [-0.5, 0.17, 3.2], { world: true })
  for (const x of [-5.6, -4.2]) {
    b.place({ at: [x, 0.17, 1.7], rot: [0, x < -5 ? 24 : -12, 0] }, () => {
      rbox(b, 'cedar', [0, 0.24, 0], [0.72, 0.06, 0.76], 0.02)
      rbox(b, 'seat', [0, 0.3, 0.02], [0.64, 0.13, 0.68], 0.05)
      rbox(b, 'seat', [0, 0.42, -0.3], [0.62, 0.44, 0.13], 0.05, { rot: [-14, 0, 0] })
      for (const s of [-1, 1]) {
        rbox(b, 'cedar', [s * 0.37, 0, 0.3], [0.05, 0.56, 0.05], 0.01)
        rbox(b, 'cedar', [s * 0.37, 0, -0.32], [0.05, 0.56, 0.05], 0.01)
        rbox(b, 'cedar', [s * 0.37, 0.55, 0], [0.07, 0.035, 0.76], 0.01)
      }
    })
  }
  cyl(b, 'slab', [-4.9, 0.17, 2.35], 0.32, 0.36)
  span(b, 'slab', [-2.6, 0.17, 2.3], [-0.6, 0.62, 2.9])
}

function garden(b: SceneBuilder, eye: Vec3): void {
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
  for (let i = 0; i < 26; i++) {
    const x = -7.6 + 0.27 * i + b.range(-0.1, 0.1)
    if (x > -0.7) break
    plant(b, clumps[i % 3]!, wood, [x, 0, 3.55 + b.range(-0.12, 0.25)], {
      turn: i * 67,
      scale: b.range(0.6, 0.95),
    })
    if (i % 2)
      plant(b, flowers[i % 2]!, { wood: 'bark', leaf: 'lavender' }, [x + 0.1, 0, 4 + b.range(-0.1, 0.2)], {
        turn: i * 40,
        scale: b.range(0.7, 1.1),
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

function planting(b: SceneBuilder): void {
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

/** Builds the scene. */
export function makeHouse(): Scene {
  const b = new SceneBuilder()
  const eye: Vec3 = [-9.4, 1.55, 12.6]
  materials(b)
  groundFloor(b)
  upperFloor(b)
  terrace(b)
  garden(b, eye)
  planting(b)
  return {
    camera: { eye, target: [-0.75, 1.55, -1.5], lens: 25, shift: 0.13 },
    sky: {
      elevation: 24,
      azimuth: 52,
      turbidity: 2.6,
      clouds: 0.9,
      ground: [1, 1, 0.7],
      sunRadius: 0.4,
      skyScale: 1.1,
    },
    claySky: { elevation: 32, azimuth: 52, overcast: 1, skyScale: 1, sunScale: 0.5, sunRadius: 1.5 },
    exposure: 0.14,
    clayExposure: 0.085,
    warmth: 0.03,
    maxBounces: 5,
    portals: [],
    build: b,
  }
}
