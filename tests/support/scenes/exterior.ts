import type { Vector3 } from '#kernels/seeing/scene.ts'
import type { Colour } from '#tests/support/line-pictures.ts'
import { ball, box, type Dice, finish, type Model, newGroup, tree } from './build.ts'
import { rhythmOf, roofOn, type Style, styleOf, volume } from './buildings.ts'
import { type Camera, makeCamera } from './camera.ts'
import type { Solid } from './solids.ts'

const SKIES: readonly (readonly [Colour, Colour])[] = [
  [
    [96, 148, 208],
    [206, 222, 236],
  ],
  [
    [176, 188, 200],
    [226, 230, 232],
  ],
  [
    [120, 160, 204],
    [240, 226, 206],
  ],
]
const PAVING = finish('ground', 0.93, [160, 156, 148], 'tiles')
const ASPHALT = finish('ground', 0.88, [112, 112, 114], 'grain')
const SAND = finish('ground', 0.95, [188, 176, 156], 'grain')
const WATER = finish('water', 0.74, [88, 124, 136], 'waves')
/** How far the ground reaches, m. */
const FAR = 600

const ground = (of: typeof PAVING): Solid => box([-FAR, -FAR, -1], [FAR, FAR, 0], of)

/** Flat shapes on the ground: a path to the door and a pool with a rim. */
function groundShapes(dice: Dice, front: number): Solid[] {
  const made: Solid[] = []
  if (dice.chance(0.6)) {
    const x = dice.between(-3, 2)
    made.push(box([x, -40, 0], [x + dice.between(1.6, 3), front, 0.03], PAVING))
  }
  if (dice.chance(0.35)) {
    const [x, y] = [dice.between(2, 6) * (dice.chance(0.5) ? 1 : -1.8), front - dice.between(4.5, 7)]
    const [w, d] = [dice.between(5, 9), dice.between(2.6, 4)]
    const rim = finish('ground', 0.96, [198, 194, 186])
    made.push(box([x - 0.4, y - 0.4, 0], [x + w + 0.4, y + d + 0.4, 0.08], rim, { 5: rim }))
    made.push(box([x, y, 0.05], [x + w, y + d, 0.085], WATER))
  }
  return made
}

function planting(dice: Dice, width: number, front: number): Solid[] {
  const made: Solid[] = []
  const count = dice.whole(1, 5)
  for (let i = 0; i < count; i++) {
    const side = dice.chance(0.5) ? 1 : -1
    const isBehind = dice.chance(0.4)
    const x = side * (width / 2 + dice.between(1.5, 8))
    made.push(
      ...tree(
        dice,
        x,
        isBehind ? front + dice.between(8, 22) : front + dice.between(-4, 4),
        dice.between(4.5, 9),
      ),
    )
  }
  if (dice.chance(0.5)) {
    const group = newGroup()
    const from = dice.between(-width / 2, 0)
    for (let i = 0; i < 6; i++) {
      const r = dice.between(0.35, 0.6)
      made.push(ball([from + i * 0.85, front - 0.9, r * 0.7], [r, r, r * 0.9], group, false))
    }
  }
  return made
}

function house(dice: Dice, style: Style): { solids: Solid[]; width: number; height: number; depth: number } {
  const rhythm = rhythmOf(dice)
  const storeys = dice.pick([1, 2, 2, 3, 6])
  const base = dice.pick([0, 0.3])
  const height = base + storeys * rhythm.storey + 0.25
  const width = dice.between(8, 16) * (storeys > 3 ? 1.3 : 1)
  const depth = dice.between(7, 11)
  const roof = storeys > 3 || dice.chance(0.45) ? 'flat' : 'pitched'
  const low: Vector3 = [-width / 2, 0, base]
  const high: Vector3 = [width / 2, depth, height]
  const solids = [volume(low, high, style, rhythm), ...roofOn(dice, low, high, style, roof)]
  if (base > 0)
    solids.push(box([-width / 2 - 0.5, -0.5, 0], [width / 2 + 0.5, depth + 0.5, base], style.trim))
  if (dice.chance(0.6)) {
    const side = dice.chance(0.5) ? 1 : -1
    const wing = dice.between(4, 7)
    const top = base + Math.max(1, storeys - dice.whole(0, 1)) * rhythm.storey * dice.pick([1, 0.98])
    const x = side > 0 ? width / 2 - 0.01 : -width / 2 - wing + 0.01
    const back = dice.between(-2.5, 2)
    const [a, b]: [Vector3, Vector3] = [
      [x, back, 0],
      [x + wing, depth - 1, Math.min(top, height - 0.4)],
    ]
    solids.push(volume(a, b, styleOf(dice), rhythm), ...roofOn(dice, a, b, style, 'flat'))
  }
  if (dice.chance(0.35)) {
    const x = dice.between(-2, 1)
    solids.push(box([x - 1.2, -1.7, base + 2.6], [x + 1.6, 0, base + 2.78], style.trim))
    for (const post of [x - 1.1, x + 1.4])
      solids.push(box([post, -1.6, 0], [post + 0.12, -1.48, base + 2.6], style.trim))
  }
  return { solids, width, height, depth }
}

/** A building from the ground, with trees, by seed. */
export function makeExterior(
  dice: Dice,
  size: { width: number; height: number },
): { model: Model; camera: Camera } {
  const { solids, width, height, depth } = house(dice, styleOf(dice))
  const across = dice.between(48, 68)
  const view = dice.pick(['front', 'corner', 'corner', 'slight'] as const)
  const sign = dice.chance(0.5) ? 1 : -1
  const yaw = view === 'front' ? 0 : sign * (view === 'slight' ? dice.between(6, 14) : dice.between(24, 40))
  const a = (yaw * Math.PI) / 180
  const seen = width * Math.cos(a) + depth * Math.abs(Math.sin(a))
  const tall = (height + (height > 8 ? 1 : 3)) * (size.width / size.height)
  const away =
    (Math.max(seen * 1.18, tall * 1.45) / 2 / Math.tan((across * Math.PI) / 360)) * dice.between(1, 1.2)
  const low = dice.chance(0.7)
  const up = low ? dice.between(1.5, 1.8) : dice.between(3, 7)
  const pitch = low && height > 8 ? dice.between(4, 10) : dice.pick([0, 0, 2, low ? 4 : -5])
  const target: Vector3 = [0, depth * 0.3, 0]
  const eye: Vector3 = [target[0] - away * Math.sin(a), target[1] - away * Math.cos(a) - 2, up]
  const camera = makeCamera(size, eye, { yaw, pitch, across })
  const lit = dice.chance(0.5) ? 1 : -1
  return {
    model: {
      solids: [
        ground(dice.pick([ASPHALT, SAND, PAVING])),
        ...solids,
        ...groundShapes(dice, 0),
        ...planting(dice, width, 0),
      ],
      sun: [lit * dice.between(0.25, 0.75), -dice.between(0.35, 0.8), dice.between(0.6, 0.95)],
      sky: dice.pick(SKIES),
    },
    camera,
  }
}

/** Blocks of a quarter between streets. */
function quarter(dice: Dice): Solid[] {
  const made: Solid[] = []
  const [street, plot] = [dice.between(9, 14), dice.between(26, 36)]
  for (let gx = -2; gx <= 2; gx++) {
    for (let gy = 0; gy <= 4; gy++) {
      const x = gx * (street + plot) - plot / 2
      const y = gy * (street + plot)
      made.push(box([x, y, 0], [x + plot, y + plot, 0.15], PAVING))
      if (dice.chance(0.14)) {
        made.push(box([x + 3, y + 3, 0.1], [x + plot - 3, y + plot - 3, 0.18], WATER))
        continue
      }
      const kind = dice.pick(['block', 'block', 'pair', 'tower', 'park'] as const)
      const style = styleOf(dice)
      const rhythm = { ...rhythmOf(dice), storey: 3.4, bay: 4.5 }
      const put = (x0: number, y0: number, x1: number, y1: number, top: number, roof: 'flat' | 'pitched') => {
        const [a, b]: [Vector3, Vector3] = [
          [x + x0, y + y0, 0.1],
          [x + x1, y + y1, top],
        ]
        made.push(volume(a, b, style, rhythm), ...roofOn(dice, a, b, style, roof))
      }
      const roof = dice.chance(0.5) ? 'flat' : 'pitched'
      if (kind === 'block') put(4, 5, plot - 4, plot * 0.62, dice.between(8, 16), roof)
      if (kind === 'pair') {
        put(3, 3, plot * 0.45, plot - 4, dice.between(7, 12), roof)
        put(plot * 0.58, 4, plot - 3, plot - 5, dice.between(7, 14), roof)
      }
      if (kind === 'tower')
        put(plot * 0.28, plot * 0.28, plot * 0.72, plot * 0.72, dice.between(20, 34), 'flat')
      const trees = kind === 'park' ? 9 : dice.whole(1, 3)
      for (let i = 0; i < trees; i++) {
        const at = kind === 'park' ? dice.between(5, plot - 5) : dice.pick([1.6, plot - 1.6])
        made.push(
          ...tree(dice, x + at, y + dice.between(3, plot - 4), dice.between(6, 10)).filter(
            (s) => s.shape !== 'ball' || !s.leafy || dice.chance(0.6),
          ),
        )
      }
    }
  }
  return made
}

/** A quarter of a town from the air, by seed. */
export function makeAbove(
  dice: Dice,
  size: { width: number; height: number },
): { model: Model; camera: Camera } {
  const yaw = (dice.chance(0.5) ? 1 : -1) * dice.between(14, 40)
  const a = (yaw * Math.PI) / 180
  const up = dice.between(55, 85)
  const pitch = -dice.between(24, 42)
  const away = up / Math.tan((-pitch * Math.PI) / 180)
  const eye: Vector3 = [-away * Math.sin(a), 75 - away * Math.cos(a), up]
  return {
    model: {
      solids: [ground(ASPHALT), ...quarter(dice)],
      sun: [dice.between(-0.7, 0.7), -dice.between(0.3, 0.6), dice.between(0.7, 0.95)],
      sky: dice.pick(SKIES),
    },
    camera: makeCamera(size, eye, { yaw, pitch, across: dice.between(44, 60) }),
  }
}
