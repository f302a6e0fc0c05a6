import type { Vector3 } from '#kernels/seeing/scene.ts'
import type { Colour } from '#tests/support/line-pictures.ts'
import { box, type Dice, FRAME, finish, GLASS } from './build.ts'
import type { Face, Finish, Opening, Pattern, Solid } from './solids.ts'

/** What a building is made of. */
export interface Style {
  wall: Finish
  roof: Finish
  trim: Finish
}

const WALLS: readonly (readonly [Colour, Pattern])[] = [
  [[214, 206, 192], 'plain'],
  [[152, 86, 66], 'bricks'],
  [[160, 158, 152], 'plain'],
  [[168, 126, 86], 'planks'],
  [[230, 226, 218], 'plain'],
]
const ROOFS: readonly Colour[] = [
  [96, 92, 92],
  [142, 80, 60],
  [120, 118, 114],
]

export function styleOf(dice: Dice): Style {
  const [colour, pattern] = dice.pick(WALLS)
  const tint = dice.between(0.93, 0.98)
  return {
    wall: finish('wall', tint, colour, pattern),
    roof: finish('roof', tint * dice.between(0.9, 1), dice.pick(ROOFS), 'tiles'),
    trim: finish('wall', tint, [196, 192, 186]),
  }
}

interface Rhythm {
  kind: 'windows' | 'ribbon' | 'curtain' | 'tall'
  storey: number
  bay: number
  door: boolean
}

export const rhythmOf = (dice: Dice): Rhythm => ({
  kind: dice.pick(['windows', 'windows', 'ribbon', 'curtain', 'tall'] as const),
  storey: dice.between(2.9, 3.6),
  bay: dice.between(2.2, 3.4),
  door: dice.chance(0.7),
})

/** Rows of windows on one side of a volume. */
function openingsOf(
  face: Face,
  [from, to]: readonly [number, number],
  [base, top]: readonly [number, number],
  { kind, storey, bay, door }: Rhythm,
): Opening[] {
  const made: Opening[] = []
  const rows = Math.floor((top - base - 0.2) / storey)
  const count = Math.max(1, Math.floor((to - from - 0.6) / bay))
  const step = (to - from - 0.6) / count
  const of = { face, depth: 0.18, pane: GLASS, frame: FRAME }
  for (let row = 0; row < rows; row++) {
    const z = base + row * storey
    const sill = z + (kind === 'windows' || kind === 'ribbon' ? 0.9 : 0.12)
    const head = z + storey - (kind === 'curtain' ? 0.25 : 0.6)
    if (kind === 'ribbon' || kind === 'curtain') {
      made.push({ ...of, from: [from + 0.5, sill], to: [to - 0.5, head], panes: [count * 2, 1] })
      continue
    }
    for (let i = 0; i < count; i++) {
      const left = from + 0.3 + i * step
      const isDoor = door && row === 0 && i === Math.floor(count / 2)
      const wide = isDoor ? 0.5 : kind === 'tall' ? 0.52 : 0.62
      const edge = ((1 - wide) / 2) * step
      const span = [left + edge, left + step - edge] as const
      made.push({
        ...of,
        from: [span[0], isDoor ? base + 0.02 : sill],
        to: [span[1], isDoor ? Math.min(head, base + 2.3) : head],
        panes: isDoor ? [1, 1] : [2, 1],
      })
    }
  }
  return made
}

/** A block with windows on the sides that can be seen. */
export function volume(low: Vector3, high: Vector3, style: Style, rhythm: Rhythm): Solid {
  const z = [low[2], high[2]] as const
  return box(low, high, style.wall, { 5: style.roof }, [
    ...openingsOf(2, [low[0], high[0]], z, rhythm),
    ...openingsOf(0, [low[1], high[1]], z, rhythm),
    ...openingsOf(1, [low[1], high[1]], z, rhythm),
  ])
}

/** A pitched roof on a rectangle: gables at the ends of its ridge, or hips. */
function pitched(
  low: Vector3,
  high: Vector3,
  slope: number,
  alongX: boolean,
  hipped: boolean,
  style: Style,
): Solid {
  const c = alongX ? 1 : 0
  const half = (high[c]! - low[c]!) / 2
  const rise = half * slope
  const planes: { normal: Vector3; distance: number; finish: Finish }[] = []
  const add = (normal: Vector3, through: Vector3, of: Finish) =>
    planes.push({
      normal,
      distance: normal[0] * through[0] + normal[1] * through[1] + normal[2] * through[2],
      finish: of,
    })
  const size = Math.hypot(1, slope)
  const slanted = (axis: number, sign: number): Vector3 => {
    const n = [0, 0, 1 / size]
    n[axis] = (sign * slope) / size
    return n as unknown as Vector3
  }
  for (const [sign, through] of [
    [-1, low],
    [1, high],
  ] as const) {
    add(slanted(c, sign), [through[0], through[1], low[2]], style.roof)
    const end: Vector3 = alongX ? [sign, 0, 0] : [0, sign, 0]
    add(
      hipped ? slanted(1 - c, sign) : end,
      [through[0], through[1], low[2]],
      hipped ? style.roof : style.wall,
    )
  }
  add([0, 0, -1], low, style.roof)
  return { shape: 'convex', low, high: [high[0], high[1], low[2] + rise], finish: style.roof, planes }
}

/** What lies on top of a volume. */
export function roofOn(
  dice: Dice,
  low: Vector3,
  high: Vector3,
  style: Style,
  kind: 'flat' | 'pitched',
): Solid[] {
  const z = high[2]
  if (kind === 'flat') {
    const out = dice.pick([0, 0.15, 0.5])
    const slab = box([low[0] - out, low[1] - out, z], [high[0] + out, high[1] + out, z + 0.3], style.roof)
    return [slab]
  }
  const over = dice.between(0.25, 0.6)
  const alongX = high[0] - low[0] > high[1] - low[1] ? dice.chance(0.8) : dice.chance(0.2)
  return [
    pitched(
      [low[0] - over, low[1] - over, z],
      [high[0] + over, high[1] + over, z],
      dice.between(0.45, 0.9),
      alongX,
      dice.chance(0.3),
      style,
    ),
  ]
}
