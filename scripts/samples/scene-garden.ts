// A courtyard garden: white walls with a moon gate, a basin, bamboo, a maple and a timber pavilion.
import { ExtrudeGeometry, IcosahedronGeometry, Path, Shape } from 'three'
import { type Scene, SceneBuilder, type Vec3 } from './builder.ts'
import { bush, growBamboo, growTree, plant, tuft } from './foliage.ts'
import { bookMaterials, stack, vase } from './furniture.ts'
import { fbm } from './noise.ts'
import { bar, box, cyl, floor, rbox, smoothNormals, span, subdivide } from './shapes.ts'

function materials(b: SceneBuilder): void {
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

/** White wall along x with a tiled coping; `gate` cuts a round opening. */
function wall(
  b: SceneBuilder,
  x0: number,
  x1: number,
  z: number,
  height: number,
  gate?: [number, number, number],
): void {
  const shape = new Shape()
  shape.moveTo(x0, 0).lineTo(x1, 0).lineTo(x1, height).lineTo(x0, height).closePath()
  if (gate) {
    const hole = new Path()
    hole.absarc(gate[0], gate[1], gate[2], 0, Math.PI * 2, true)
    shape.holes.push(hole)
  }
  const g = new ExtrudeGeometry(shape, { depth: 0.3, bevelEnabled: false, curveSegments: 64 })
  b.add(g, 'white', { at: [0, 0, z - 0.15], world: true })
  if (gate) {
    const ring = new Shape()
    ring.absarc(gate[0], gate[1], gate[2] + 0.005, 0, Math.PI * 2, false)
    const inner = new Path()
    inner.absarc(gate[0], gate[1], gate[2] - 0.06, 0, Math.PI * 2, true)
    ring.holes.push(inner)
    b.add(new ExtrudeGeometry(ring, { depth: 0.36, bevelEnabled: false, curveSegments: 64 }), 'coping', {
      at: [0, 0, z - 0.18],
    })
  }
  coping(b, x0, x1, z, height)
}

function coping(b: SceneBuilder, x0: number, x1: number, z: number, height: number): void {
  box(b, 'coping', [(x0 + x1) / 2, height, z], [x1 - x0 + 0.1, 0.05, 0.5])
  const n = Math.round((x1 - x0) / 0.2)
  for (const side of [-1, 1]) {
    for (let i = 0; i < n; i++) {
      const x = x0 + ((i + 0.5) * (x1 - x0)) / n
      b.place({ at: [x, height + 0.12, z + side * 0.12], rot: [side * 32, 0, 0] }, () => {
        rbox(b, 'coping', [0, 0, 0], [0.185, 0.035, 0.3], 0.015)
      })
    }
  }
  b.place({ at: [(x0 + x1) / 2, height + 0.21, z], rot: [0, 0, 90] }, () =>
    cyl(b, 'coping', [0, -(x1 - x0) / 2, 0], 0.055, x1 - x0),
  )
}

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

function pavilion(b: SceneBuilder): void {
  const [x0, x1, z0, z1] = [1.75, 5.7, -6.6, -2.3]
  span(b, 'deck', [x0, 0.22, z0], [x1, 0.36, z1], { world: true, grain: 'z' })
  span(b, 'rim', [x0 + 0.12, 0, z0 + 0.12], [x1 - 0.12, 0.22, z1 - 0.12])
  rbox(b, 'slab', [2.9, 0, z1 + 0.28], [1.5, 0.18, 0.42], 0.01)
  const posts: [number, number][] = []
  for (const x of [x0 + 0.22, x1 - 0.22])
    for (const z of [z0 + 0.22, (z0 + z1) / 2, z1 - 0.22]) posts.push([x, z])
  for (const [x, z] of posts) {
    rbox(b, 'timber', [x, 0.36, z], [0.12, 2.24, 0.12], 0.006, { grain: 'y' })
    rbox(b, 'rim', [x, 0.36, z], [0.17, 0.06, 0.17], 0.006)
  }
  for (const x of [x0 + 0.22, x1 - 0.22])
    rbox(b, 'timber', [x, 2.6, (z0 + z1) / 2], [0.1, 0.2, z1 - z0 + 0.3], 0.006, { grain: 'z' })
  for (const z of [z0 + 0.22, (z0 + z1) / 2, z1 - 0.22]) {
    rbox(b, 'timber', [(x0 + x1) / 2, 2.6, z], [x1 - x0 + 0.3, 0.16, 0.08], 0.006)
  }
  for (let i = 0; i < 32; i++) {
    const z = z0 - 0.12 + i * ((z1 - z0 + 0.24) / 31)
    rbox(b, 'timber', [(x0 + x1) / 2, 2.8, z], [x1 - x0 + 0.7, 0.1, 0.045], 0.004)
  }
  // Slatted screen on the far side, bench and tea table.
  for (let i = 0; i < 30; i++) {
    const x = x0 + 0.35 + i * 0.113
    rbox(b, 'timber', [x, 0.5, z0 + 0.2], [0.028, 2, 0.05], 0.003, { grain: 'y' })
  }
  rbox(b, 'timber', [4.2, 0.72, z0 + 0.75], [2.3, 0.05, 0.5], 0.008)
  for (const x of [3.2, 5.2])
    rbox(b, 'timber', [x, 0.36, z0 + 0.75], [0.07, 0.36, 0.44], 0.006, { grain: 'y' })
  rbox(b, 'cushion', [4.2, 0.77, z0 + 0.75], [2.2, 0.07, 0.46], 0.03)
  rbox(b, 'timber', [3.9, 0.62, -4.5], [1.15, 0.045, 0.62], 0.008)
  for (const x of [3.42, 4.38]) rbox(b, 'timber', [x, 0.36, -4.5], [0.05, 0.26, 0.5], 0.006, { grain: 'y' })
  for (const [x, z, t] of [
    [2.95, -4.35, 10],
    [4.85, -4.6, -14],
    [3.9, -3.75, 4],
  ] as const) {
    rbox(b, 'cushion', [x, 0.36, z], [0.52, 0.09, 0.52], 0.04, { rot: [0, t, 0] })
  }
  b.place({ at: [3.9, 0.665, -4.5] }, () => {
    vase(b, 'clay', [-0.2, 0, 0], 0.13, 2)
    for (const x of [0.02, 0.13, 0.24]) cyl(b, 'white', [x, 0, 0.05], 0.026, 0.045, { top: 0.034 })
    b.place({ at: [0.36, 0, -0.12] }, () => stack(b, 2, 0.2, 0.15))
  })
  bar(b, 'timber', [3.9, 2.6, -4.45], [3.9, 2.22, -4.45], 0.004)
  b.place({ at: [3.9, 1.9, -4.45] }, () => cyl(b, 'lantern', [0, 0, 0], 0.19, 0.32))
}

function ground(b: SceneBuilder): void {
  floor(b, 'gravel', -30, -8, 30, 20, 0)
  floor(b, 'moss', -30, -40, 30, -8, -0.01)
  // Basin.
  const [x0, x1, z0, z1] = [-4.7, -1.15, -6.2, -1.4]
  floor(b, 'pool', x0, z0, x1, z1, 0.02)
  floor(b, 'water', x0, z0, x1, z1, 0.2)
  span(b, 'rim', [x0 - 0.2, 0, z0 - 0.2], [x1 + 0.2, 0.26, z0])
  span(b, 'rim', [x0 - 0.2, 0, z1], [x1 + 0.2, 0.26, z1 + 0.2])
  span(b, 'rim', [x0 - 0.2, 0, z0], [x0, 0.26, z1])
  span(b, 'rim', [x1, 0, z0], [x1 + 0.2, 0.26, z1])
  // Water lilies.
  b.group(() => {
    for (let i = 0; i < 34; i++) {
      const a = b.range(0, Math.PI * 2)
      const r = Math.sqrt(b.random())
      const cluster = i % 3
      const cx = [-2.1, -3.6, -1.9][cluster]!
      const cz = [-2.2, -3.4, -4.6][cluster]!
      const size = b.range(0.06, 0.13)
      const at: Vec3 = [cx + Math.cos(a) * r * 0.55, 0.203 + i * 0.0002, cz + Math.sin(a) * r * 0.6]
      cyl(b, 'lily', at, size, 0.004, { sides: 20, tint: [b.range(0.8, 1.2), 1, 0.9] })
    }
  })
  // Stepping stones to the gate.
  const stones: [number, number, number, number, number][] = []
  for (let i = 0; i < 12; i++) {
    const t = i / 11
    stones.push([
      0.25 + 0.32 * Math.sin(t * 5.2) + 0.1 * t,
      4.3 - 11.4 * t,
      b.range(0.85, 1.15),
      b.range(0.55, 0.66),
      b.range(-7, 7),
    ])
  }
  for (const [x, z, w, d, turn] of stones)
    rbox(b, 'slab', [x, -0.03, z], [w, 0.09, d], 0.02, { rot: [0, turn, 0] })
}

function planting(b: SceneBuilder): void {
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

/** Builds the scene. */
export function makeGarden(): Scene {
  const b = new SceneBuilder()
  materials(b)
  ground(b)
  wall(b, -7.2, 7.2, -8, 2.7, [0.55, 1.28, 1.2])
  b.place({ at: [-7, 0, 0], rot: [0, 90, 0] }, () => wall(b, -9, 8, 0, 2.7))
  b.place({ at: [6.6, 0, 0], rot: [0, 90, 0] }, () => wall(b, -9, 8, 0, 2.7))
  wall(b, -9, 9, -12, 2.4)
  pavilion(b)
  planting(b)
  return {
    camera: { eye: [-0.75, 1.5, 4.4], target: [-0.05, 1.5, -8], lens: 25, shift: 0.0 },
    sky: { elevation: 36, azimuth: -52, turbidity: 2.6, clouds: 0.6, ground: [1.5, 1.4, 1], sunRadius: 0.4 },
    claySky: { elevation: 40, azimuth: -52, overcast: 1, skyScale: 1, sunScale: 0.5, sunRadius: 1.5 },
    exposure: 0.12,
    clayExposure: 0.085,
    warmth: 0.03,
    maxBounces: 5,
    portals: [],
    build: b,
  }
}
