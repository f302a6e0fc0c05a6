// A courtyard garden: white walls with a moon gate, a basin, bamboo, a maple and a timber pavilion.
import { ExtrudeGeometry, Path, Shape } from 'three'
import { stack, vase } from './accessories.ts'
import { type Scene, SceneBuilder, type Vec3 } from './builder.ts'
import { planting } from './garden-planting.ts'
import { addGardenMaterials } from './materials-garden.ts'
import { bar, box, cyl, floor, rbox, span } from './shapes.ts'

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

/** Builds the scene. */
export function makeGarden(): Scene {
  const b = new SceneBuilder()
  addGardenMaterials(b)
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
    claySky: { elevation: 40, azimuth: -52, plain: [8.6, 8.7, 8.8], sunScale: 0.55, sunRadius: 1.4 },
    exposure: 0.12,
    clayExposure: 0.058,
    warmth: 0.03,
    maxBounces: 5,
    portals: [],
    build: b,
  }
}
