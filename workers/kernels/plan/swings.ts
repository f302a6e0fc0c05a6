import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import type { Ink } from './ink.ts'
import type { Opening } from './openings.ts'
import type { Point } from './turned.ts'
import type { End } from './wall-ends.ts'

/** How much of a quarter circle is drawn. */
function arcDrawn(
  { dark, pen }: Ink,
  hinge: readonly [number, number],
  radius: number,
  towards: readonly [number, number],
  index: (u: number, v: number) => number,
): number {
  const slack = 1 + pen / 2
  const beside = slack + pen + 1
  let hits = 0
  const samples = 26
  for (let k = 0; k < samples; k++) {
    const angle = ((6 + (78 * k) / (samples - 1)) * Math.PI) / 180
    const [c, s] = [Math.cos(angle) * towards[0], Math.sin(angle) * towards[1]]
    const isInk = (r: number) => {
      const i = index(hinge[0] + c * (radius + r), hinge[1] + s * (radius + r))
      return i >= 0 && dark[i] === 1
    }
    // A line has paper on one of its sides at least: hatches and textures have not.
    if (isInk(-beside) && isInk(beside)) continue
    for (let r = -slack; r <= slack; r += 1)
      if (isInk(r)) {
        hits++
        break
      }
  }
  return hits / samples
}

/** The swing of a door in a gap: a quarter circle about one of its corners; null where none is drawn. */
export function swingOf(ink: Ink, end: End, gap: number, index: (u: number, v: number) => number) {
  let best = {
    drawn: 0.72,
    hinge: [0, 0] as [number, number],
    radius: 0,
    towards: [0, 0] as [number, number],
  }
  for (const from of [0, 1])
    for (const side of [1, -1] as const)
      for (const offset of [side, 0, -side])
        for (const share of [1, 0.96, 1.04, 0.92, 0.5]) {
          const du = from === 0 ? 0.5 : gap + 0.5
          const hinge: [number, number] = [
            end.u + end.ahead * du,
            end.v + end.slope * end.ahead * du + offset * end.half,
          ]
          const towards: [number, number] = [from === 0 ? end.ahead : -end.ahead, side]
          const radius = share * gap
          const drawn = arcDrawn(ink, hinge, radius, towards, index) - (share === 0.5 ? 0.08 : 0)
          if (drawn > best.drawn) best = { drawn, hinge, radius, towards }
        }
  return best.radius > 0 ? best : null
}

/** Share of a swing's path that is drawn where an opening is known, but not exactly where it begins and ends. */
const KNOWN_SWING = 0.85
/** How far a swing's hinge lies off the corner of such an opening, and its leaf is longer or shorter, against its width. */
const OFF_CORNER = [0, 0.07, -0.07, 0.14, -0.14]
/** How far off a line may be at the first look, against the opening's width, and where in its wall a leaf hangs. */
const ROUGH = 0.04
const HANGS = [0.5, 0, -0.5]
/** Places of a swing that are looked at. */
const SWING_LOOKS = 16

/** A quarter circle: where its hinge is along and across the wall, and its radius, px. */
type Quarter = readonly [u: number, v: number, radius: number]

/**
 * The swing that is drawn at an opening: a quarter circle about one of its ends, about as long as it is wide. It is looked
 * for roughly first, and then ever more exactly.
 * @param away how far each place lies from what is drawn, px
 * @returns undefined where none is drawn
 */
function swingAt(ink: Ink, away: Float32Array, { corners: [a, b, c, d] }: Opening): Opening['swing'] {
  const { width, height } = ink
  const [ax, ay, bx, by] = [(a[0] + d[0]) / 2, (a[1] + d[1]) / 2, (b[0] + c[0]) / 2, (b[1] + c[1]) / 2]
  const [long, thick] = [Math.hypot(bx - ax, by - ay) || 1, Math.hypot(d[0] - a[0], d[1] - a[1])]
  const [ux, uy] = [(bx - ax) / long, (by - ay) / long]
  // Along the wall from one end to the other, and across it.
  const point = (u: number, v: number): Point => [ax + u * ux - v * uy, ay + u * uy + v * ux]
  const index = (u: number, v: number): number => {
    const [x, y] = point(u, v).map(Math.round) as [number, number]
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
  }
  let best = { drawn: KNOWN_SWING, swing: undefined as Opening['swing'] }
  for (const [from, towards] of [
    [0, 1],
    [1, -1],
  ] as const)
    for (const side of [1, -1]) {
      /** Share of the path that lies within some px of what is drawn. */
      const near = ([u, v, radius]: Quarter, slack: number): number => {
        let hits = 0
        for (let k = 0; k < SWING_LOOKS; k++) {
          const angle = ((k + 0.5) / SWING_LOOKS) * QUARTER
          const i = index(u + towards * radius * Math.cos(angle), v + side * radius * Math.sin(angle))
          if (i >= 0 && away[i]! <= slack) hits++
        }
        return hits / SWING_LOOKS
      }
      const bestOf = (ones: readonly Quarter[], slack: number) =>
        ones.reduce(
          (top, one) => {
            const share = near(one, slack)
            return share > top.share ? { share, one } : top
          },
          { share: 0, one: null as Quarter | null },
        )
      const first = OFF_CORNER.flatMap((along) =>
        HANGS.flatMap((hangs) =>
          OFF_CORNER.map(
            (longer): Quarter => [(from + towards * along) * long, hangs * thick, (1 + longer) * long],
          ),
        ),
      )
      let slack = ROUGH * long
      let found = bestOf(first, slack)
      while (found.one && found.share > KNOWN_SWING && slack > 1) {
        const [u, v, radius] = found.one
        const step = slack / 2
        const around = [0, -step, step].flatMap((du) =>
          [0, -step, step].flatMap((dv) =>
            [0, -step, step].map((dr): Quarter => [u + du, v + dv, radius + dr]),
          ),
        )
        slack /= 2
        found = bestOf(around, slack)
      }
      if (!found.one) continue
      const [u, v, radius] = found.one
      const drawn = arcDrawn(ink, [u, v], radius, [towards, side], index)
      if (drawn <= best.drawn) continue
      const swing = {
        hinge: point(u, v),
        tip: point(u, v + side * radius),
        end: point(u + towards * radius, v),
      }
      best = { drawn, swing }
    }
  return best.swing
}

const QUARTER = Math.PI / 2

/** Shortest opening in which a door's leaf swings, in thicknesses of walls, and the longest. */
export const SHORTEST_DOOR = 1.5
export const LONGEST_DOOR = 14

/** Brightness under which a swing is drawn: they are often much lighter than walls. */
const FAINT = 225

/** Openings get the swings that are drawn at them: such a one is a door, whatever else it looks like. */
export function addSwings(ink: Ink, openings: Opening[], thick: number): void {
  const faint = { ...ink, dark: ink.grey.map((value) => (value < FAINT ? 1 : 0)) }
  const away = distanceInside(
    faint.dark.map((line) => 1 - line),
    ink.width,
    ink.height,
  )
  for (const [n, opening] of openings.entries()) {
    const { kind, width, swing } = opening
    if (swing || kind === 'sliding' || width < SHORTEST_DOOR * thick) continue
    const drawn = swingAt(faint, away, opening)
    if (drawn) openings[n] = { ...opening, kind: 'door', swing: drawn }
  }
}
