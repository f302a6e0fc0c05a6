// A living room with a window wall, early afternoon: linen, oak and plaster.
import { books, picture, stack, vase } from './accessories.ts'
import { type Scene, SceneBuilder, type Vec3 } from './builder.ts'
import { growTree, plant } from './foliage.ts'
import { bush } from './foliage-ground.ts'
import { floorLamp, loungeChair, pillows, potPlant, roundTable, sofa } from './furniture.ts'
import { addLivingMaterials } from './materials-living.ts'
import { box, curtain, cyl, floor, pane, rbox, span } from './shapes.ts'

const X0 = -3.4
const X1 = 3.05
const Z0 = -4.4
const Z1 = 2.9
const H = 2.85

function shell(b: SceneBuilder): void {
  floor(b, 'oakfloor', X0, Z0, X1, Z1, 0, { grain: 'z' })
  span(b, 'ceiling', [X0 - 0.3, H, Z0 - 0.2], [X1 + 0.2, H + 0.2, Z1 + 0.2])
  span(b, 'wall', [X0 - 0.3, 0, Z0 - 0.2], [X1 + 0.2, H, Z0], { world: true })
  span(b, 'wall', [X0 - 0.3, 0, Z1], [X1 + 0.2, H, Z1 + 0.2])
  span(b, 'wall', [X1, 0, Z0], [X1 + 0.2, H, Z1], { world: true })
  // Window wall: solid ends, lintel and a glazed opening.
  span(b, 'wall', [X0 - 0.3, 0, Z0], [X0, H, -3.75], { world: true })
  span(b, 'wall', [X0 - 0.3, 0, 1.7], [X0, H, Z1], { world: true })
  span(b, 'wall', [X0 - 0.3, 2.55, -3.75], [X0, H, 1.7], { world: true })
  b.place({ at: [X0 - 0.18, 0, 1.7], rot: [0, 90, 0] }, () => {
    const w = 5.45 / 4
    span(b, 'frame', [0, 0, -0.04], [5.45, 0.06, 0.04])
    span(b, 'frame', [0, 2.49, -0.04], [5.45, 2.55, 0.04])
    for (let i = 0; i <= 4; i++) span(b, 'frame', [i * w - 0.028, 0.06, -0.04], [i * w + 0.028, 2.49, 0.04])
    pane(b, 'glass', [0, 0.06, 0], [5.45, 0.06, 0], 2.43)
  })
  box(b, 'stone', [X0 - 0.09, -0.03, -1.02], [0.2, 0.035, 5.45])
  for (const [lo, hi] of [
    [
      [X0, 0, Z0],
      [X1, 0.07, Z0 + 0.014],
    ],
    [
      [X1 - 0.014, 0, Z0],
      [X1, 0.07, Z1],
    ],
  ] as [Vec3, Vec3][]) {
    span(b, 'wall', lo, hi)
  }
  // Recessed curtain track.
  span(b, 'frame', [X0 + 0.08, H - 0.012, Z0], [X0 + 0.14, H - 0.002, Z1])
  b.place({ at: [X0 + 0.13, 0, 0], rot: [0, 90, 0] }, () => {
    curtain(b, 'sheer', 2.05, 3.95, 0.02, H - 0.015, 15, 0.05)
    curtain(b, 'sheer', -1.95, -0.9, 0.02, H - 0.015, 9, 0.05)
  })
  b.place({ at: [X0 + 0.24, 0, 0], rot: [0, 90, 0] }, () => {
    curtain(b, 'drape', 3.55, 4.25, 0.02, H - 0.015, 6, 0.055)
    curtain(b, 'drape', -2.1, -1.45, 0.02, H - 0.015, 6, 0.055)
  })
}

/** Slatted oak over the right part of the back wall. */
function slats(b: SceneBuilder): void {
  span(b, 'frame', [0.95, 0.0, Z0], [X1, H, Z0 + 0.012])
  for (let i = 0; i < 52; i++) {
    const x = 0.97 + i * 0.04
    span(b, 'oak', [x, 0, Z0 + 0.012], [x + 0.026, H, Z0 + 0.04], { grain: 'y' })
  }
}

/** Oak shelving along the right wall. */
function shelving(b: SceneBuilder): void {
  b.place({ at: [X1, 0, -2.35], rot: [0, -90, 0] }, () => {
    const w = 3
    const d = 0.34
    for (const x of [-1.5, -0.5, 0.5, 1.5])
      span(b, 'oak', [x - 0.011, 0.5, 0], [x + 0.011, 2.42, d], { grain: 'y' })
    for (const y of [0.5, 0.9, 1.28, 1.66, 2.04, 2.4]) span(b, 'oak', [-w / 2, y, 0], [w / 2, y + 0.022, d])
    span(b, 'oak', [-w / 2, 0.08, 0], [w / 2, 0.5, d + 0.05])
    for (const x of [-0.5, 0.5]) span(b, 'frame', [x - 0.002, 0.09, d + 0.049], [x + 0.002, 0.49, d + 0.0515])
    span(b, 'frame', [-w / 2 + 0.03, 0, 0.03], [w / 2 - 0.03, 0.08, d])
    const ys = [0.522, 0.922, 1.302, 1.682, 2.062]
    for (const [row, y] of ys.entries()) {
      for (let col = 0; col < 3; col++) {
        const x = -1.48 + col
        const kind = (row * 2 + col * 3) % 5
        b.place({ at: [x, y, d / 2], rot: [0, 0, 0] }, () => {
          if (kind === 0 || kind === 3) books(b, 0.94, d, 0.32)
          else if (kind === 1) {
            books(b, 0.52, d, 0.3)
            vase(b, row % 2 ? 'white' : 'clay', [0.76, 0, 0], 0.22, row)
          } else if (kind === 2) {
            b.place({ at: [0.28, 0, 0] }, () => stack(b, 4, 0.3, 0.22))
            vase(b, 'ink', [0.7, 0, 0], 0.26, row + 1)
          } else {
            vase(b, 'white', [0.24, 0, 0], 0.27, row + 2)
            b.place({ at: [0.45, 0, 0] }, () => books(b, 0.5, d, 0.28))
          }
        })
      }
    }
  })
}

function furnish(b: SceneBuilder): void {
  rbox(b, 'rug', [-0.35, 0.001, -1.95], [3.3, 0.016, 2.5], 0.007, { fixed: true })
  b.place({ at: [-0.45, 0, -3.35] }, () => {
    sofa(b, 2.65, 'linen', 'oak')
    pillows(b, [
      [-0.92, 0.48, 'cream', 6],
      [-0.62, 0.42, 'red', -9],
      [0.9, 0.48, 'slate', -7],
      [0.66, 0.4, 'cream', 12],
    ])
  })
  b.place({ at: [-0.5, 0.017, -1.9] }, () => {
    roundTable(b, 0.52, 0.36, 'oak', 'oak')
    b.place({ at: [-0.16, 0.36, 0.1], rot: [0, 18, 0] }, () => stack(b, 3, 0.3, 0.22))
    vase(b, 'clay', [0.18, 0.36, -0.12], 0.2, 0)
    cyl(b, 'white', [0.12, 0.36, 0.22], 0.034, 0.075, { top: 0.04 })
  })
  b.place({ at: [0.2, 0.017, -1.42] }, () => roundTable(b, 0.29, 0.46, 'stone', 'steel'))
  b.place({ at: [-2.15, 0.0, -1.45], rot: [0, 62, 0] }, () => loungeChair(b, 'walnut', 'cloth'))
  b.place({ at: [1.6, 0.0, -1.55], rot: [0, -58, 0] }, () => loungeChair(b, 'walnut', 'cream'))
  b.place({ at: [1.35, 0, -3.85] }, () => floorLamp(b, 'brass', 'shade', 'bulb', 260))
  b.place({ at: [-2.75, 0, -3.75], scale: 1.12 }, () => potPlant(b, 1.6, 'pot', 7))
  b.place({ at: [-1.35, 1.7, Z0] }, () => picture(b, 0.62, 0.82, 'oak', 'art'))
  b.place({ at: [-0.45, 1.7, Z0] }, () => picture(b, 0.98, 0.82, 'oak', 'art'))
  b.place({ at: [0.4, 1.7, Z0] }, () => picture(b, 0.5, 0.82, 'oak', 'art'))
}

function outside(b: SceneBuilder): void {
  floor(b, 'grass', -60, -60, -7.2, 60, -0.06)
  floor(b, 'terrace', -7.2, -60, X0 - 0.3, 60, -0.05)
  const hedge = bush([3, 1.7, 1], 0.09, 6000, 3, true)
  for (let i = 0; i < 9; i++)
    plant(b, hedge, { wood: 'bark', leaf: 'leaves' }, [-12.5, -0.1, -16 + i * 2.95], { turn: 90 })
  const tree = growTree({
    height: 7,
    clear: 0.28,
    spread: 0.3,
    leaf: 0.12,
    leafWidth: 0.55,
    density: 13,
    levels: 3,
    seed: 4,
    stems: 2,
  })
  for (const [x, z, s] of [
    [-9.5, -6.5, 1],
    [-11, -2, 1.1],
    [-10.6, -10.5, 1.2],
    [-14.5, -6, 1.3],
    [-15, 1, 1.3],
  ] as const) {
    plant(b, tree, { wood: 'bark', leaf: 'leaves' }, [x, -0.1, z], { turn: z * 40, scale: s })
  }
}

/** Builds the scene. */
export function makeLiving(): Scene {
  const b = new SceneBuilder()
  addLivingMaterials(b)
  shell(b)
  slats(b)
  shelving(b)
  furnish(b)
  outside(b)
  return {
    camera: { eye: [1.45, 1.25, 2.3], target: [-0.72, 1.25, -4.4], lens: 24, shift: -0.05 },
    sky: { elevation: 33, azimuth: -62, turbidity: 2.8, clouds: 0.4, ground: [3, 3, 2.4], sunRadius: 0.45 },
    claySky: {
      elevation: 33,
      azimuth: -62,
      overcast: 0.7,
      skyScale: 1.4,
      sunScale: 0.5,
      ground: [5, 5, 5],
      sunRadius: 1.2,
    },
    exposure: 0.6,
    clayExposure: 0.72,
    warmth: -0.015,
    maxBounces: 7,
    portals: [
      {
        kind: 'rect',
        p: [X0 - 0.18, 0.06, 1.7],
        a: [0, 0, -5.45],
        b: [0, 2.43, 0],
        radius: 0,
        emit: [0, 0, 0],
      },
    ],
    build: b,
  }
}
