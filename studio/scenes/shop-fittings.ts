// Small things of the shop: products, the sign, what stands on the counter, stools, the street outside.

import { stack, vase } from './accessories.ts'
import type { SceneBuilder, Vec3 } from './builder.ts'
import { growTree, plant } from './foliage.ts'
import { bush } from './foliage-ground.ts'
import { ball, bar, box, cyl, floor, lathe, rbox, span, tube } from './shapes.ts'
/** One product on a shelf. */
export function product(b: SceneBuilder, x: number, d: number): void {
  const pick = Math.floor(b.random() * 8)
  const at: Vec3 = [x, 0, d]
  const tone = ['white', 'sand', 'celadon', 'ink', 'clay', 'white'][Math.floor(b.random() * 6)]!
  if (pick < 2) vase(b, tone, at, b.range(0.16, 0.26), Math.floor(b.random() * 3))
  else if (pick === 2)
    for (let i = 0; i < 3; i++) cyl(b, tone, [x, i * 0.052, d], 0.036, 0.075, { top: 0.044 })
  else if (pick === 3)
    for (let i = 0; i < 4; i++)
      lathe(
        b,
        tone,
        [x, i * 0.017, d],
        [
          [0, 0],
          [0.05, 0],
          [0.085, 0.03],
          [0.09, 0.036],
          [0.082, 0.034],
          [0, 0.008],
        ],
      )
  else if (pick === 4) {
    rbox(b, 'carton', [x, 0, d], [0.13, 0.17, 0.09], 0.004)
    box(b, 'mount', [x, 0.05, d + 0.0455], [0.07, 0.07, 0.001])
  } else if (pick === 5) {
    lathe(b, 'amber', at, [
      [0, 0],
      [0.035, 0],
      [0.036, 0.12],
      [0.014, 0.15],
      [0.014, 0.18],
      [0, 0.18],
    ])
    cyl(b, 'black', [x, 0.18, d], 0.016, 0.022)
  } else if (pick === 6) b.place({ at }, () => stack(b, 3, 0.19, 0.15))
  else vase(b, tone, at, b.range(0.1, 0.16), 1)
}

/** The two characters 木白 from strokes, and a vermilion seal. */
export function sign(b: SceneBuilder): void {
  const line = (x0: number, y0: number, x1: number, y1: number) => {
    const l = Math.hypot(x1 - x0, y1 - y0) + 0.03
    const turn = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI
    b.place({ at: [(x0 + x1) / 2, (y0 + y1) / 2, 0.03], rot: [0, 0, turn] }, () => {
      rbox(b, 'black', [0, -0.018, 0], [l, 0.036, 0.03], 0.004)
    })
  }
  b.place({ at: [-0.75, 2.9, 0] }, () => {
    line(-0.2, 0.08, 0.2, 0.08)
    line(0, 0.22, 0, -0.22)
    line(-0.02, 0.06, -0.19, -0.12)
    line(0.02, 0.06, 0.19, -0.12)
  })
  b.place({ at: [-0.2, 2.9, 0] }, () => {
    line(0.02, 0.22, -0.04, 0.13)
    line(-0.15, 0.12, 0.15, 0.12)
    line(-0.15, 0.12, -0.15, -0.21)
    line(0.15, 0.12, 0.15, -0.21)
    line(-0.15, -0.045, 0.15, -0.045)
    line(-0.15, -0.21, 0.15, -0.21)
  })
  rbox(b, 'red', [0.17, 2.69, 0.03], [0.12, 0.12, 0.03], 0.006)
}

export function onCounter(b: SceneBuilder): void {
  // Espresso machine with its back to the guests.
  b.place({ at: [0.85, 0, -0.02] }, () => {
    rbox(b, 'steel', [0, 0.08, 0], [0.72, 0.32, 0.48], 0.035)
    rbox(b, 'black', [0, 0.02, 0], [0.68, 0.07, 0.5], 0.02)
    rbox(b, 'oak', [0, 0.17, 0.243], [0.5, 0.09, 0.012], 0.004)
    rbox(b, 'steel', [0, 0.4, 0], [0.66, 0.025, 0.42], 0.01)
    for (let i = 0; i < 10; i++)
      cyl(b, 'white', [-0.27 + (i % 5) * 0.13, 0.425, -0.08 + Math.floor(i / 5) * 0.14], 0.034, 0.06, {
        top: 0.042,
      })
    for (const x of [-0.28, 0.28]) cyl(b, 'black', [x, 0, 0.14], 0.02, 0.03)
  })
  b.place({ at: [1.42, 0, -0.05] }, () => {
    rbox(b, 'black', [0, 0, 0], [0.19, 0.32, 0.26], 0.03)
    lathe(
      b,
      'glassware',
      [0, 0.32, 0],
      [
        [0.06, 0],
        [0.1, 0.2],
        [0.1, 0.23],
      ],
    )
    cyl(b, 'amber', [0, 0.322, 0], 0.057, 0.17, { top: 0.088 })
    cyl(b, 'black', [0, 0.55, 0], 0.105, 0.02)
  })
  // Cakes under glass.
  b.place({ at: [-0.35, 0, 0.08] }, () => {
    lathe(
      b,
      'white',
      [0, 0, 0],
      [
        [0, 0],
        [0.09, 0],
        [0.03, 0.02],
        [0.03, 0.07],
        [0.17, 0.085],
        [0.175, 0.1],
        [0, 0.095],
      ],
    )
    for (let i = 0; i < 6; i++) {
      const a = (i / 6) * Math.PI * 2
      ball(b, 'bread', [Math.cos(a) * 0.1, 0.125, Math.sin(a) * 0.1], 0.042, { scale: [1, 0.75, 1] })
    }
    ball(b, 'bread', [0, 0.15, 0], 0.045, { scale: [1, 0.8, 1] })
    lathe(
      b,
      'glassware',
      [0, 0.1, 0],
      [
        [0.165, 0],
        [0.165, 0.1],
        [0.13, 0.17],
        [0.06, 0.205],
        [0, 0.21],
      ],
    )
    ball(b, 'oak', [0, 0.325, 0], 0.018)
  })
  rbox(b, 'black', [-1.05, 0.13, 0], [0.26, 0.18, 0.012], 0.005, { rot: [-18, 0, 0] })
  cyl(b, 'black', [-1.05, 0, -0.01], 0.07, 0.012)
  bar(b, 'black', [-1.05, 0, -0.02], [-1.05, 0.16, -0.02], 0.012)
  vase(b, 'celadon', [-1.48, 0, 0.08], 0.2, 0)
  for (let i = 0; i < 7; i++) {
    const a = i * 2.4
    const r = 0.1 + 0.02 * i
    tube(
      b,
      'stem',
      [
        [-1.48, 0.15, 0.08],
        [-1.48 + Math.cos(a) * r * 0.4, 0.36, 0.08 + Math.sin(a) * r * 0.4],
        [-1.48 + Math.cos(a) * r, 0.46 + 0.02 * i, 0.08 + Math.sin(a) * r],
      ],
      0.0022,
    )
    ball(
      b,
      i % 3 ? 'sand' : 'red',
      [-1.48 + Math.cos(a) * r, 0.465 + 0.02 * i, 0.08 + Math.sin(a) * r],
      0.014,
    )
  }
  for (let i = 0; i < 2; i++)
    b.place({ at: [0.2 + i * 0.13, 0, 0.16] }, () => {
      for (let k = 0; k < 4 - i; k++) cyl(b, 'white', [0, k * 0.032, 0], 0.036, 0.06, { top: 0.044 })
    })
}

export function stool(b: SceneBuilder): void {
  lathe(
    b,
    'oak',
    [0, 0.43, 0],
    [
      [0, 0],
      [0.16, 0],
      [0.18, 0.012],
      [0.18, 0.026],
      [0.165, 0.035],
      [0, 0.028],
    ],
  )
  for (let i = 0; i < 3; i++) {
    const a = (i / 3) * Math.PI * 2
    bar(
      b,
      'oak',
      [Math.cos(a) * 0.19, 0, Math.sin(a) * 0.19],
      [Math.cos(a) * 0.11, 0.435, Math.sin(a) * 0.11],
      0.013,
      { top: 0.018 },
    )
  }
}

export function street(b: SceneBuilder): void {
  floor(b, 'street', -40, -40, -4.1, 40, -0.05)
  span(b, 'facade', [-16, 0, -30], [-14, 7, 30], { world: true })
  const tree = growTree({
    height: 6.5,
    clear: 0.35,
    spread: 0.3,
    leaf: 0.12,
    leafWidth: 0.55,
    density: 13,
    levels: 3,
    seed: 4,
  })
  for (const z of [-10, -5, 0.5])
    plant(b, tree, { wood: 'bark', leaf: 'leaves' }, [-8.5, 0, z], { turn: z * 60 })
  const hedge = bush([3, 0.9, 0.8], 0.08, 3500, 3, true)
  for (let i = 0; i < 7; i++)
    plant(b, hedge, { wood: 'bark', leaf: 'leaves' }, [-9.8, 0, -15 + i * 3], { turn: 90 })
}
