import { ball, box, type Dice, newGroup } from './build.ts'
import { post, some } from './lived-things.ts'
import { range } from './rich-furniture.ts'
import { crowd, type Frame, frameOf, leg } from './rich-things.ts'
import type { Finish, Solid } from './solids.ts'

const legsOf = (frame: Frame, w: number, d: number, h: number, out: number, of: Finish): Solid[] =>
  [-1, 1].flatMap((s) =>
    [0.05, d - 0.05].map((b, k) => {
      const [x, y] = frame.at(s * (w / 2 - 0.06), b)
      const [fx, fy] = frame.at(s * (w / 2 - 0.06 + out), b + (k ? out : -out))
      return leg([fx, fy, 0], [x, y, h], 0.016, of)
    }),
  )

/** A seat with arm bars on thin legs, w wide: an armchair, or a light sofa. */
export function armchair(dice: Dice, frame: Frame, w: number): Solid[] {
  const { put } = frame
  const [wood, cloth] = [some(dice, 'furniture', 'grain'), some(dice, 'furniture', 'weave')]
  const [d, h, arm] = [dice.between(0.65, 0.85), dice.between(0.24, 0.34), dice.between(0.5, 0.62)]
  const [r, soft] = [dice.between(0.025, 0.06), dice.between(0.1, 0.18)]
  const seats = Math.max(1, Math.round((w - 0.1) / 0.7))
  const p = (w - 2 * r - 0.04) / seats
  const made = [-1, 1].flatMap((s) => {
    const a = s > 0 ? w / 2 - r : -w / 2
    return [
      put(a, a + r, 0, d, arm, arm + 0.035, wood),
      ...[0.04, d - 0.08].map((b) => put(a, a + r, b, b + r, 0, arm, wood)),
    ]
  })
  const back = dice.between(0.7, 0.95)
  for (const i of range(seats)) {
    const a = -w / 2 + r + 0.02 + i * p
    made.push(
      put(a + 0.005, a + p - 0.005, 0.14, d + 0.02, h, h + soft, cloth),
      put(a + 0.01, a + p - 0.01, 0.04, 0.2, h + soft, back, cloth),
    )
  }
  return [...made, put(-w / 2, w / 2, 0.02, d - 0.02, h - 0.05, h, wood)]
}

/** A deep sofa with thrown cushions, on a plinth or slanted feet, perhaps with a chaise. */
export function deepSofa(dice: Dice, frame: Frame, w: number): Solid[] {
  const { put, at } = frame
  const [of, other] = [some(dice, 'furniture', 'weave'), some(dice, 'furniture', 'weave')]
  const [d, foot, arm] = [dice.between(0.8, 1), dice.pick([0.03, 0.14]), dice.between(0.1, 0.28)]
  const seats = Math.max(1, Math.round(w / 0.8))
  const p = (w - 2 * arm) / seats
  const chaise = dice.chance(0.3) ? 0.6 : 0
  const made = [
    put(-w / 2, w / 2, 0, d, foot, 0.25, of),
    put(-w / 2, w / 2, 0, 0.2, 0.25, dice.between(0.6, 0.8), of),
    put(-w / 2, -w / 2 + arm, 0, d, foot, dice.between(0.5, 0.65), of),
    put(w / 2 - arm, w / 2, 0, d, foot, dice.between(0.5, 0.65), of),
    ...legsOf(frame, w, d, foot, 0, other),
  ]
  for (const i of range(seats)) {
    const a = -w / 2 + arm + i * p
    const out = i === seats - 1 ? chaise : 0
    if (out > 0) made.push(put(a, a + p, d, d + out, foot, 0.25, of))
    made.push(put(a + 0.005, a + p - 0.005, 0.2, d + out + 0.02, 0.25, 0.43, of))
    made.push(put(a + 0.01, a + p - 0.01, 0.16, 0.36, 0.43, 0.84, of))
    if (dice.chance(0.7)) {
      const [x, y] = at(a + p * dice.between(0.3, 0.7), 0.46)
      const [p0, p1] = at(1, 0)[0] === at(0, 0)[0] ? [0.1, 0.22] : [0.22, 0.1]
      made.push(ball([x, y, 0.63], [p0, p1, 0.2], newGroup(), false, other))
    }
  }
  return made
}

/** A bed with bolsters, a throw and tables beside it. */
export function softBed(dice: Dice, frame: Frame, w: number): Solid[] {
  const { put, at } = frame
  const [wood, sheet, throwOf] = [
    some(dice, 'furniture', 'grain'),
    some(dice, 'furniture', 'weave'),
    some(dice, 'furniture', 'weave'),
  ]
  const [h, head] = [dice.between(0.38, 0.55), dice.between(0.8, 1.3)]
  const made = [
    put(-w / 2 - dice.pick([0.02, 0.6]), w / 2 + 0.02, 0, 0.08, 0, head, wood),
    put(-w / 2, w / 2, 0.08, 2.1, 0.1, 0.24, wood),
    put(-w / 2 + 0.02, w / 2 - 0.02, 0.1, 2.05, 0.24, h, sheet),
    put(-w / 2 - 0.01, w / 2 + 0.01, dice.between(0.7, 1.4), 2.08, 0.22, h + 0.03, throwOf),
    put(-w / 2 + 0.1, w / 2 - 0.1, 0.12, 2, 0, 0.1, wood),
  ]
  for (const s of [-1, 1]) {
    const [x, y] = at((s * w) / 4, 0.4)
    const [p0, p1] = at(1, 0)[0] === at(0, 0)[0] ? [0.2, w / 5] : [w / 5, 0.2]
    made.push(ball([x, y, h + 0.09], [p0, p1, 0.12], newGroup(), false, sheet))
    const [tx, ty] = at(s * (w / 2 + 0.35), 0.3)
    if (dice.chance(0.7))
      made.push(
        post(tx, ty, 0.2, 0, dice.between(0.35, 0.5), wood),
        post(tx, ty, 0.1, 0.5, 0.75, throwOf, 0.06),
      )
  }
  return made
}

/** A stool with slanted legs, low or as high as a bar's. */
export function stool(dice: Dice, [x, y]: readonly [number, number], h: number, of: Finish): Solid[] {
  const [r, legs, turn] = [dice.between(0.15, 0.22), dice.whole(3, 4), dice.between(0, 2)]
  const around = range(legs).map((i) => turn + (6.283 * i) / legs)
  return [
    post(x, y, r, h - 0.045, h, of),
    ...around.map((t) =>
      leg(
        [x + 1.15 * r * Math.cos(t), y + 1.15 * r * Math.sin(t), 0],
        [x + 0.6 * r * Math.cos(t), y + 0.6 * r * Math.sin(t), h - 0.045],
        0.014,
        of,
      ),
    ),
  ]
}

/** A light chair with slanted legs and a back of a board or bars. */
export function lightChair(dice: Dice, frame: Frame, of: Finish): Solid[] {
  const { put } = frame
  const made = [put(-0.22, 0.22, 0, 0.44, 0.43, 0.47, of), ...legsOf(frame, 0.44, 0.44, 0.43, 0.03, of)]
  const bars = dice.pick([0, 4, 6])
  const back = range(bars).map((i) => -0.2 + (0.38 * i) / (bars - 1))
  return [
    ...made,
    put(-0.21, 0.21, 0, 0.025, bars ? 0.82 : 0.6, 0.88, of),
    ...(bars ? back : [-0.2, 0.17]).map((a) => put(a, a + 0.02, 0, 0.02, 0.47, 0.84, of)),
  ]
}

/** A table, round or not, with light chairs around it. */
export function diningTable(dice: Dice, [x, y]: readonly [number, number]): Solid[] {
  const [of, seat] = [some(dice, 'furniture', 'grain'), some(dice, 'furniture', 'grain')]
  const isRound = dice.chance(0.5)
  const w = isRound ? dice.between(0.8, 1.2) : dice.between(1.2, 2.2)
  const top = isRound
    ? [post(x, y, w / 2, 0.71, 0.75, of), post(x, y, 0.05, 0.03, 0.71, of), post(x, y, 0.28, 0, 0.03, of)]
    : [
        box([x - w / 2, y - 0.4, 0.71], [x + w / 2, y + 0.4, 0.75], of),
        ...legsOf(frameOf(x, y + 0.4, 'back'), w, 0.8, 0.71, 0.04, of),
      ]
  const seats = isRound ? [0] : [-w / 4, w / 4]
  const chairs = seats.flatMap((a) => [
    ...lightChair(dice, frameOf(x + a, y - 0.85, 'near'), seat),
    ...lightChair(dice, frameOf(x + a, y + 0.85, 'back'), seat),
  ])
  return [...top, ...chairs, ...crowd(dice, frameOf(x, y, 'back'), [-w / 4, w / 4], 0, 0.75, 0.3)]
}
