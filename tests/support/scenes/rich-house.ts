import type { Vector3 } from '#kernels/seeing/scene.ts'
import { box, type Dice, FRAME, finish, GLASS, newGroup } from './build.ts'
import { post, some } from './lived-things.ts'
import { range } from './rich-furniture.ts'
import { border, potRow, terrace } from './rich-terrace.ts'
import type { Finish, Solid } from './solids.ts'

const DOOR = finish('opening', 0.92, [142, 120, 96], 'grain')

/** Panes between bars from a to b at y, with cloth behind some of them. */
function glassFront(
  dice: Dice,
  [a, b]: readonly [number, number],
  y: number,
  z: number,
  top: number,
): Solid[] {
  const [bay, r] = [dice.between(0.7, 2), dice.between(0.02, 0.04)]
  const cloth = some(dice, 'opening', 'weave')
  const count = Math.max(1, Math.round((b - a) / bay))
  const step = (b - a) / count
  const made: Solid[] = [box([a, y + 0.06, z], [b, y + 0.1, top], GLASS)]
  made.push(
    ...range(count + 1).map((i) => box([a + i * step - r, y, z], [a + i * step + r, y + 0.06, top], FRAME)),
  )
  made.push(
    box([a, y, top - 0.05], [b, y + 0.06, top], FRAME),
    box([a, y, z], [b, y + 0.06, z + 0.05], FRAME),
  )
  for (const i of range(count)) {
    if (!dice.chance(0.35)) continue
    const one = newGroup()
    const fold = dice.between(0.04, 0.09)
    made.push(
      ...range((step * dice.between(0.4, 1)) / (1.6 * fold)).map((k) =>
        post(
          a + i * step + fold + 1.6 * fold * k,
          y + 0.06,
          fold * 0.55,
          z + 0.05,
          top - 0.05,
          cloth,
          fold * 0.55,
          one,
        ),
      ),
    )
  }
  return made
}

function railing(dice: Dice, [a, b]: readonly [number, number], y: number, z: number): Solid[] {
  const of = some(dice, 'wall')
  const pitch = dice.between(0.1, 0.16)
  return [
    box([a, y, z + 0.95], [b, y + 0.05, z + 1], of),
    ...range((b - a) / pitch).map((i) =>
      box([a + i * pitch, y + 0.015, z], [a + i * pitch + 0.02, y + 0.035, z + 0.95], of),
    ),
  ]
}

/** A storey open to the front behind a frame: floor, roof and fins, glass set back. */
function storey(dice: Dice, low: Vector3, high: Vector3, wall: Finish, upper: boolean): Solid[] {
  const [x0, y0, z0] = low
  const [x1, y1, z1] = high
  const [thick, back] = [dice.between(0.15, 0.5), dice.between(0.4, 2.2)]
  const side = dice.chance(0.8) ? thick : 0
  const made: Solid[] = [
    box([x0, y0, z0], [x1, y1, z0 + 0.2], wall, { 5: finish('ground', 0.92, [176, 170, 160]) }),
    box([x0, y0, z1 - thick], [x1, y1, z1], wall, { 5: finish('roof', wall.tint, [150, 148, 144]) }),
    box([x0, y0 + back + 0.11, z0], [x1, y1, z1 - 0.01], wall),
  ]
  if (side > 0)
    made.push(box([x0, y0, z0], [x0 + side, y1, z1], wall), box([x1 - side, y0, z0], [x1, y1, z1], wall))
  // Part of the front is closed: a wall with a door, or a garage.
  const closed = dice.chance(0.6) ? (x1 - x0) * dice.between(0.2, 0.5) : 0
  const from = x0 + side + closed
  if (closed > 0) {
    const face = y0 + back * dice.pick([0.05, 1])
    made.push(box([x0 + side, face, z0], [from, y0 + back + 0.12, z1 - thick], some(dice, 'wall')))
    const [w, h] = closed > 2.6 ? [2.4, 2.1] : [Math.min(0.95, closed - 0.2), 2.1]
    const rows = closed > 2.6 ? dice.whole(4, 10) : 1
    if (!upper)
      for (const i of range(rows))
        made.push(
          box(
            [x0 + side + 0.1, face - 0.03, z0 + 0.2 + (i * h) / rows],
            [x0 + side + 0.1 + w, face, z0 + 0.2 + ((i + 1) * h) / rows - (rows > 1 ? 0.015 : 0)],
            DOOR,
          ),
        )
  }
  made.push(...glassFront(dice, [from, x1 - side], y0 + back, z0 + 0.2, z1 - thick))
  if (upper && dice.chance(0.7)) made.push(...railing(dice, [x0 + side, x1 - side], y0 + 0.03, z0 + 0.2))
  if (!upper && dice.chance(0.3)) {
    const of = some(dice, 'wall', 'grain')
    made.push(
      ...range(closed / 0.12).map((i) =>
        box([x0 + i * 0.12, y0 - 0.05, z0 + 0.1], [x0 + i * 0.12 + 0.06, y0, z1 - 0.05], of),
      ),
    )
  }
  return made
}

/** A house of one or two boxes, shifted over each other, with its front about y = 0. */
export function boxHouse(dice: Dice): { solids: Solid[]; width: number } {
  const [width, h, base] = [dice.between(7, 15), dice.between(2.9, 3.6), dice.between(0.02, 0.4)]
  const wall = some(dice, 'wall')
  const x = -width / 2
  const solids = storey(dice, [x, 0, base], [x + width, 8, base + h], wall, false)
  const before = dice.between(0.3, 2.5)
  const paving = finish('ground', 0.95, [188, 184, 176])
  solids.push(box([x - 0.5, -before, 0], [x + width + 0.5, 8.5, base], paving))
  const [from, to] = [dice.between(x, 0), dice.between(1, x + width)]
  if (before > 1.2 && dice.chance(0.7)) solids.push(...terrace(dice, [from, to], -before / 2, base))
  if (dice.chance(0.35)) solids.push(...potRow(dice, [from, to], -0.35, base))
  if (dice.chance(0.5)) solids.push(...border(dice, [x - 0.5, to], -before - dice.between(0.2, 0.5)))
  let [left, right, top] = [x, x + width, base + h]
  let front = 0
  if (dice.chance(0.6)) {
    front = dice.between(-1.4, 0.8)
    left = x + dice.between(-1.5, 3)
    right = left + width * dice.between(0.6, 1)
    const other = dice.chance(0.5) ? wall : some(dice, 'wall', 'planks')
    solids.push(...storey(dice, [left, front, top], [right, 7.5, top + h], other, true))
    top += h
  }
  const out = dice.pick([0, 0.3, 0.8])
  const roof = finish('roof', wall.tint, [120, 118, 114])
  // The rim of a flat roof is mostly of the wall's making.
  const rim = dice.chance(0.7) ? wall : roof
  solids.push(
    box([left - out, front - out, top], [right + out, 8 + out, top + dice.between(0.1, 0.35)], rim, {
      5: roof,
    }),
  )
  return { solids, width }
}

/** A drive to the house and a street with kerbs before it. */
export function street(dice: Dice, y: number): Solid[] {
  const road = finish('ground', dice.between(0.75, 0.95), [112, 112, 114], 'grain')
  const kerb = finish('ground', 0.97, [190, 188, 184])
  const x = dice.between(-6, 2)
  const made = [
    box([-300, y - 6, 0], [300, y, 0.015], road),
    box([-300, y, 0], [300, y + 0.15, 0.12], kerb),
    box(
      [-300, y + 0.15, 0],
      [300, y + dice.between(1.2, 2), 0.1],
      finish('ground', 0.93, [170, 168, 162], 'tiles'),
    ),
    box([x, y, 0], [x + dice.between(2.6, 5), -0.3, 0.13], some(dice, 'ground')),
  ]
  return dice.chance(0.5)
    ? made
    : [...made, ...range(12).map((i) => box([-24 + 4 * i, y - 3.1, 0], [-22 + 4 * i, y - 3, 0.02], kerb))]
}
