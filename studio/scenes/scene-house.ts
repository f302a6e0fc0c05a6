// A two-storey house of concrete, plaster and cedar in a garden, late afternoon.

import { type Scene, SceneBuilder, type Vec3 } from './builder.ts'
import { garden, planting } from './house-garden.ts'
import { addHouseMaterials } from './materials-house.ts'
import { bar, curtain, cyl, floor, pane, quad, rbox, span } from './shapes.ts'

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

/** Builds the scene. */
export function makeHouse(): Scene {
  const b = new SceneBuilder()
  const eye: Vec3 = [-9.4, 1.55, 12.6]
  addHouseMaterials(b)
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
    claySky: { elevation: 32, azimuth: 52, plain: [8.6, 8.7, 8.8], sunScale: 0.9, sunRadius: 0.4 },
    exposure: 0.14,
    clayExposure: 0.078,
    warmth: 0.03,
    maxBounces: 5,
    portals: [],
    build: b,
  }
}
