// A small shop for ceramics and coffee: terrazzo, fluted oak, tiles and opal globes. The sign reads 木白, made up.

import { picture, stack, vase } from './accessories.ts'
import { type Scene, SceneBuilder, type Vec3 } from './builder.ts'
import { bulbAt, potPlant, warmWhite } from './furniture.ts'
import { addShopMaterials, STRIP } from './materials-shop.ts'
import { bar, cyl, floor, lathe, pane, quad, rbox, span } from './shapes.ts'
import { onCounter, product, sign, stool, street } from './shop-fittings.ts'

const X0 = -3.8
const X1 = 3.7
const Z0 = -5.4
const Z1 = 2.9
const H = 3.35

/** Lit slot along x, facing down, at height y. */
function strip(b: SceneBuilder, x0: number, x1: number, y: number, z: number): void {
  const corners: [Vec3, Vec3, Vec3, Vec3] = [
    [x0, y, z],
    [x1, y, z],
    [x1, y, z + 0.018],
    [x0, y, z + 0.018],
  ]
  const id = b.add(quad(...corners), 'strip')
  const [p, q, , r] = corners.map((c) => b.world(c)) as [Vec3, Vec3, Vec3, Vec3]
  const from = (v: Vec3): Vec3 => [v[0] - p[0], v[1] - p[1], v[2] - p[2]]
  b.light(id, { kind: 'rect', p, a: from(q), b: from(r), radius: 0, emit: STRIP })
}

function shell(b: SceneBuilder): void {
  floor(b, 'terrazzo', X0, Z0, X1, Z1, 0)
  span(b, 'ceiling', [X0 - 0.3, H, Z0 - 0.2], [X1 + 0.3, H + 0.2, Z1 + 0.2])
  span(b, 'wall', [X0 - 0.3, 0, Z0 - 0.2], [X1 + 0.3, H, Z0], { world: true })
  span(b, 'wall', [X0 - 0.3, 0, Z1], [X1 + 0.3, H, Z1 + 0.2])
  span(b, 'wall', [X1, 0, Z0], [X1 + 0.3, H, Z1], { world: true })
  span(b, 'wall', [X0 - 0.3, 0, Z0], [X0, H, -4.2], { world: true })
  span(b, 'wall', [X0 - 0.3, 2.85, -4.2], [X0, H, 2.2], { world: true })
  span(b, 'wall', [X0 - 0.3, 0, -4.2], [X0, 0.45, 2.2], { world: true })
  span(b, 'wall', [X0 - 0.3, 0, 2.2], [X0, H, Z1], { world: true })
  b.place({ at: [X0 - 0.15, 0, 2.2], rot: [0, 90, 0] }, () => {
    const w = 6.4 / 4
    span(b, 'frame', [0, 0.45, -0.04], [6.4, 0.51, 0.04])
    span(b, 'frame', [0, 2.79, -0.04], [6.4, 2.85, 0.04])
    span(b, 'frame', [0, 2.28, -0.03], [6.4, 2.32, 0.03])
    for (let i = 0; i <= 4; i++) span(b, 'frame', [i * w - 0.028, 0.45, -0.04], [i * w + 0.028, 2.85, 0.04])
    pane(b, 'glass', [0, 0.5, 0], [6.4, 0.5, 0], 2.3)
  })
  // Oak bench under the window.
  rbox(b, 'oak', [X0 + 0.24, 0.42, -1], [0.5, 0.045, 6.2], 0.008, { grain: 'z' })
  for (let i = 0; i < 6; i++)
    rbox(b, 'oak', [X0 + 0.24, 0, -3.8 + i * 1.12], [0.44, 0.42, 0.04], 0.005, { grain: 'y' })
  for (const z of [-2.9, -1.2, 0.5]) rbox(b, 'linen', [X0 + 0.24, 0.465, z], [0.46, 0.07, 0.95], 0.03)
}

function shelfOf(b: SceneBuilder, x0: number, x1: number, y: number, depth: number): void {
  b.place({ at: [0, y, 0] }, () => {
    for (let x = x0 + 0.14; x < x1 - 0.08; x += b.range(0.17, 0.25)) product(b, x, depth / 2)
  })
}

function backBar(b: SceneBuilder): void {
  b.place({ at: [0, 0, Z0] }, () => {
    span(b, 'tile', [-1.9, 0.92, 0], [X1, 2.5, 0.012], { world: true })
    rbox(b, 'oak', [0.9, 0.08, 0.3], [5.6, 0.8, 0.58], 0.004)
    for (let i = 1; i < 8; i++)
      span(b, 'black', [-1.9 + i * 0.7 - 0.002, 0.1, 0.588], [-1.9 + i * 0.7 + 0.002, 0.86, 0.592])
    span(b, 'black', [-1.85, 0, 0.05], [X1, 0.08, 0.52])
    rbox(b, 'top', [0.9, 0.88, 0.31], [5.62, 0.04, 0.64], 0.006)
    for (const y of [1.5, 2.02]) {
      rbox(b, 'oak', [0.9, y, 0.14], [5.2, 0.035, 0.28], 0.004)
      strip(b, -1.6, 3.4, y - 0.004, 0.04)
      shelfOf(b, -1.65, 3.45, y + 0.035, 0.28)
    }
    rbox(b, 'oak', [0.9, 2.5, 0.1], [5.6, 0.04, 0.2], 0.004)
    strip(b, -1.8, 3.6, 2.545, 0.05)
    b.place({ at: [-0.6, 0.92, 0.3] }, () => {
      for (let i = 0; i < 5; i++) product(b, -0.9 + i * 0.3, 0)
    })
    sign(b)
  })
}

function counter(b: SceneBuilder): void {
  b.place({ at: [1.15, 0, -3.15] }, () => {
    const w = 3.5
    rbox(b, 'oak', [0, 0.1, 0], [w - 0.08, 0.94, 0.66], 0.004, { grain: 'y' })
    span(b, 'black', [-w / 2 + 0.08, 0, -0.28], [w / 2 - 0.08, 0.1, 0.28])
    const n = 70
    for (let i = 0; i <= n; i++)
      cyl(b, 'oak', [-w / 2 + 0.05 + (i / n) * (w - 0.1), 0.1, 0.33], 0.0235, 0.94, { sides: 14, grain: 'y' })
    for (let i = 0; i < 14; i++)
      cyl(b, 'oak', [-w / 2 + 0.05, 0.1, 0.3 - i * 0.048], 0.0235, 0.94, { sides: 14, grain: 'y' })
    rbox(b, 'top', [0, 1.04, 0], [w + 0.06, 0.05, 0.8], 0.012)
    b.place({ at: [0, 1.09, 0] }, () => onCounter(b))
  })
}

/** Slim lights in the ceiling over the sales floor. */
function ceilingLights(b: SceneBuilder): void {
  b.mat('slot', { kind: 'emit', emit: warmWhite(46) })
  for (const z of [-1.1, 0.9]) {
    const p: Vec3 = [-2, H - 0.004, z]
    const id = b.add(quad(p, [2.2, p[1], z], [2.2, p[1], z + 0.07], [-2, p[1], z + 0.07]), 'slot')
    b.light(id, { kind: 'rect', p, a: [4.2, 0, 0], b: [0, 0, 0.07], radius: 0, emit: warmWhite(46) })
  }
}

function pendants(b: SceneBuilder): void {
  ceilingLights(b)
  for (let i = 0; i < 4; i++) {
    const at: Vec3 = [0 + i * 0.78, 2.15, -3.05]
    bar(b, 'brass', [at[0], 2.26, at[2]], [at[0], H, at[2]], 0.005)
    cyl(b, 'brass', [at[0], 2.24, at[2]], 0.035, 0.05)
    cyl(b, 'brass', [at[0], H - 0.02, at[2]], 0.05, 0.02)
    bulbAt(b, 'globe', at, 0.125, 30)
  }
  canopy(b)
}

/** Slatted oak ceiling over the counter. */
function canopy(b: SceneBuilder): void {
  for (let i = 0; i < 40; i++)
    span(b, 'oak', [-1.9 + i * 0.144, H - 0.16, Z0 + 0.02], [-1.9 + i * 0.144 + 0.035, H - 0.04, -2.1], {
      grain: 'z',
    })
  for (const z of [-5.2, -3.7, -2.3]) span(b, 'black', [-1.9, H - 0.05, z], [3.7, H - 0.03, z + 0.03])
}

/** Oak wall shelving with lit rows on the right wall. */
function wallShelves(b: SceneBuilder): void {
  b.place({ at: [X1, 0, -0.75], rot: [0, -90, 0] }, () => {
    span(b, 'oak', [-1.65, 0.1, 0], [1.65, 2.75, 0.02], { grain: 'y' })
    for (const x of [-1.65, -0.55, 0.55, 1.65])
      span(b, 'oak', [x - 0.013, 0, 0], [x + 0.013, 2.75, 0.36], { grain: 'y' })
    for (const y of [0.1, 0.62, 1.08, 1.52, 1.96, 2.4, 2.73])
      span(b, 'oak', [-1.65, y, 0], [1.65, y + 0.024, 0.36])
    for (const y of [1.08, 1.52, 1.96, 2.4]) strip(b, -1.6, 1.6, y - 0.003, 0.03)
    for (const y of [0.644, 1.104, 1.544, 1.984, 2.424])
      for (let c = 0; c < 3; c++) shelfOf(b, -1.64 + c * 1.1, -0.56 + c * 1.1, y, 0.36)
    for (let c = 0; c < 3; c++)
      for (let k = 0; k < 2; k++)
        rbox(b, 'carton', [-1.1 + c * 1.1 - 0.25 + k * 0.5, 0.124, 0.18], [0.42, 0.36, 0.32], 0.01)
  })
}

function seatingAndDisplay(b: SceneBuilder): void {
  for (const [x, z] of [
    [-2.7, -3.0],
    [-2.65, -1.15],
  ] as const) {
    b.place({ at: [x, 0, z] }, () => {
      cyl(b, 'black', [0, 0, 0], 0.2, 0.012)
      cyl(b, 'black', [0, 0, 0], 0.022, 0.7)
      lathe(
        b,
        'top',
        [0, 0.7, 0],
        [
          [0, 0],
          [0.29, 0],
          [0.3, 0.012],
          [0.29, 0.025],
          [0, 0.025],
        ],
      )
      cyl(b, 'white', [0.08, 0.725, 0.05], 0.034, 0.06, { top: 0.042 })
      lathe(
        b,
        'white',
        [0.08, 0.7255, 0.05],
        [
          [0, 0],
          [0.04, 0],
          [0.075, 0.012],
          [0, 0.006],
        ],
      )
    })
    b.place({ at: [x + 0.58, 0, z + 0.3] }, () => stool(b))
  }
  // Display table in the foreground.
  b.place({ at: [0.55, 0, -0.55], rot: [0, 8, 0] }, () => {
    rbox(b, 'oak', [0, 0.7, 0], [1.7, 0.05, 0.8], 0.012)
    for (const x of [-0.72, 0.72]) rbox(b, 'oak', [x, 0, 0], [0.06, 0.7, 0.66], 0.01, { grain: 'y' })
    rbox(b, 'oak', [0, 0.22, 0], [1.4, 0.03, 0.6], 0.008)
    b.place({ at: [0, 0.75, 0] }, () => {
      rbox(b, 'oak', [-0.52, 0, -0.08], [0.34, 0.12, 0.34], 0.006)
      vase(b, 'clay', [-0.52, 0.12, -0.08], 0.3, 0)
      vase(b, 'white', [-0.18, 0, -0.15], 0.27, 2)
      vase(b, 'celadon', [-0.2, 0, 0.18], 0.13, 1)
      for (let i = 0; i < 4; i++)
        lathe(
          b,
          'sand',
          [0.14, i * 0.02, 0.02],
          [
            [0, 0],
            [0.06, 0],
            [0.115, 0.035],
            [0.12, 0.042],
            [0.11, 0.04],
            [0, 0.01],
          ],
        )
      rbox(b, 'carton', [0.5, 0, -0.15], [0.2, 0.22, 0.14], 0.004)
      rbox(b, 'carton', [0.68, 0, -0.05], [0.14, 0.15, 0.14], 0.004, { rot: [0, 20, 0] })
      b.place({ at: [0.48, 0, 0.2], rot: [0, -12, 0] }, () => stack(b, 3, 0.26, 0.19))
      cyl(b, 'red', [0.48, 0.085, 0.2], 0.036, 0.07, { top: 0.043 })
    })
    b.place({ at: [0, 0.25, 0] }, () => {
      for (let i = 0; i < 4; i++)
        rbox(b, i % 2 ? 'sand' : 'carton', [-0.5 + i * 0.32, 0, 0], [0.27, 0.2 - 0.03 * (i % 3), 0.34], 0.006)
    })
  })
  b.place({ at: [-3.2, 0, -4.7], scale: 1.3 }, () => potPlant(b, 1.6, 'pot', 4))
  b.place({ at: [-2.75, 1.95, Z0] }, () => picture(b, 0.7, 0.95, 'oak', 'art'))
}

/** Builds the scene. */
export function makeShop(): Scene {
  const b = new SceneBuilder()
  addShopMaterials(b)
  shell(b)
  backBar(b)
  counter(b)
  pendants(b)
  wallShelves(b)
  seatingAndDisplay(b)
  street(b)
  return {
    camera: { eye: [-1.25, 1.35, 2.15], target: [0.5, 1.35, -5.4], lens: 24, shift: 0.0 },
    sky: { elevation: 40, azimuth: -70, turbidity: 3, clouds: 0.3, ground: [3, 3, 2.6], sunRadius: 0.5 },
    claySky: {
      elevation: 40,
      azimuth: -70,
      overcast: 0.7,
      skyScale: 1.5,
      sunScale: 0.45,
      ground: [6, 6, 6],
      sunRadius: 1.2,
    },
    exposure: 0.74,
    clayExposure: 1.25,
    warmth: -0.02,
    maxBounces: 7,
    portals: [
      { kind: 'rect', p: [X0 - 0.15, 0.5, 2.2], a: [0, 0, -6.4], b: [0, 2.3, 0], radius: 0, emit: [0, 0, 0] },
    ],
    build: b,
  }
}
