import type { PlanMend } from '#contracts/flatplan.ts'
import { median } from '#kernels/median.ts'
import { isAt, isBarrier, type Swing, type Work } from './mend-work.ts'
import type { Opening } from './openings.ts'
import { type Corners, eachWithin } from './quads.ts'
import type { Point } from './turned.ts'

type Part = Extract<PlanMend, { do: 'part' }>

/** Thickness of a wall that is drawn where there was none, against the thick walls. */
const THIN = 0.6
/** How far a line's ends go on to meet a wall, and how far beside a wall it may lie, against the thick walls. */
const REACH = 1.3
/** Most openings that a plan has. */
const MOST_OPENINGS = 400

/** A line in px: its start, its direction and its length. */
function lineOf({ x0, y0, x1, y1 }: Omit<Part, 'do' | 'be'>, { width, height }: Work) {
  const [ax, ay, bx, by] = [x0 * width - 0.5, y0 * height - 0.5, x1 * width - 0.5, y1 * height - 0.5]
  const long = Math.max(1, Math.hypot(bx - ax, by - ay))
  return { ax, ay, long, ux: (bx - ax) / long, uy: (by - ay) / long }
}
type Line = ReturnType<typeof lineOf>

/** The wall, or what interrupts it, that a line lies on: how far beside the line its middle is, and half its thickness. */
function wallUnder(work: Work, { ax, ay, long, ux, uy }: Line): { beside: number; half: number } | null {
  const reach = Math.ceil(REACH * work.thick)
  const found: { beside: number; half: number }[] = []
  const samples = Math.max(5, Math.min(40, Math.round(long / 3)))
  for (let k = 0; k < samples; k++) {
    const at = ((k + 0.5) / samples) * long
    let [first, last] = [Number.NaN, Number.NaN]
    // Outwards from the line: the nearest wall to either side, and through it.
    for (let step = 0; step <= 2 * reach; step++) {
      const away = step % 2 === 0 ? step / 2 : -(step + 1) / 2
      if (Math.abs(away) > reach || !isAt(work, ax + ux * at - uy * away, ay + uy * at + ux * away)) continue
      ;[first, last] = [away, away]
      while (
        last - away < 2 * reach &&
        isAt(work, ax + ux * at - uy * (last + 1), ay + uy * at + ux * (last + 1))
      )
        last++
      while (
        away - first < 2 * reach &&
        isAt(work, ax + ux * at - uy * (first - 1), ay + uy * at + ux * (first - 1))
      )
        first--
      break
    }
    const half = (last - first + 1) / 2
    if (half <= 0.9 * work.thick) found.push({ beside: (first + last) / 2, half })
  }
  if (found.length < 0.5 * samples) return null
  return { beside: median(found.map(({ beside }) => beside)), half: median(found.map(({ half }) => half)) }
}

const moved = (line: Line, beside: number): Line => ({
  ...line,
  ax: line.ax - line.uy * beside,
  ay: line.ay + line.ux * beside,
})

/** The line with its ends drawn out to the walls that lie near ahead of them. */
function reaching(work: Work, line: Line): Line {
  const most = Math.ceil(REACH * work.thick)
  const ahead = (from: number, step: 1 | -1): number => {
    for (let n = 0; n <= most; n++)
      if (isAt(work, line.ax + line.ux * (from + step * n), line.ay + line.uy * (from + step * n)))
        return n + 1
    return 0
  }
  const [before, after] = [ahead(0, -1), ahead(line.long, 1)]
  return {
    ...line,
    ax: line.ax - line.ux * before,
    ay: line.ay - line.uy * before,
    long: line.long + before + after,
  }
}

/** Ends of a wall up to this long go with the part of it that is taken away, against the thick walls. */
const SHORT_END = 4

/** The line with its ends drawn out to where the wall that it lies on ends, or meets another one, where that is near. */
function throughShortEnds(work: Work, line: Line, half: number): Line {
  const { ax, ay, ux, uy } = line
  const at = (along: number, across: number) =>
    isAt(work, ax + ux * along - uy * across, ay + uy * along + ux * across)
  const most = Math.ceil(SHORT_END * work.thick)
  const endFrom = (from: number, step: 1 | -1): number => {
    for (let n = 1; n <= most; n++) {
      const along = from + step * n
      if (!at(along, 0)) return n
      if (at(along, half + 3) || at(along, -half - 3)) return n - 1
    }
    return 0
  }
  const [before, after] = [endFrom(0, -1), endFrom(line.long, 1)]
  return { ...line, ax: ax - ux * before, ay: ay - uy * before, long: line.long + before + after }
}

function cornersOf({ ax, ay, long, ux, uy }: Line, half: number): Corners {
  const at = (along: number, across: number): Point => [
    ax + ux * along - uy * across,
    ay + uy * along + ux * across,
  ]
  return [at(0, -half), at(long, -half), at(long, half), at(0, half)]
}

const middleOf = (corners: Corners): Point => [
  corners.reduce((sum, [x]) => sum + x, 0) / 4,
  corners.reduce((sum, [, y]) => sum + y, 0) / 4,
]

/** Corners that lie so much farther out on all sides, px: masks are not cut exactly. */
function grown([a, b, c, d]: Corners, by: number): Corners {
  const long = Math.max(1, Math.hypot(b[0] - a[0], b[1] - a[1]))
  const [ux, uy] = [((b[0] - a[0]) / long) * by, ((b[1] - a[1]) / long) * by]
  // Across, towards the last two corners.
  const turn = ux * (d[1] - a[1]) - uy * (d[0] - a[0]) < 0 ? -1 : 1
  const [vx, vy] = [-uy * turn, ux * turn]
  return [
    [a[0] - ux - vx, a[1] - uy - vy],
    [b[0] + ux - vx, b[1] + uy - vy],
    [c[0] + ux + vx, c[1] + uy + vy],
    [d[0] - ux + vx, d[1] - uy + vy],
  ]
}

/** Takes away the openings whose middle lies on a line; with their place in the wall. */
function takeOpenings(work: Work, { ax, ay, long, ux, uy }: Line, half: number): Corners[] {
  const taken: Corners[] = []
  const stays = (opening: Opening): boolean => {
    const [x, y] = middleOf(opening.corners)
    const along = (x - ax) * ux + (y - ay) * uy
    const across = Math.abs((y - ay) * ux - (x - ax) * uy)
    if (along < 0 || along > long || across > half + 0.6 * work.thick) return true
    taken.push(opening.corners)
    work.addedSwings = work.addedSwings.filter((swing) => swing !== opening.swing)
    return false
  }
  work.doors = work.doors.filter(stays)
  work.windows = work.windows.filter(stays)
  for (const corners of taken)
    eachWithin(grown(corners, 1.5), work.width, work.height, (i) => {
      work.glass[i] = 0
      work.gaps[i] = 0
    })
  return taken
}

/** Takes away the opening that a pixel lies in. */
export function takeOpeningAt(work: Work, at: number): void {
  const has = (opening: Opening): boolean => {
    let hit = false
    eachWithin(grown(opening.corners, 1.5), work.width, work.height, (i) => {
      if (i === at) hit = true
    })
    return hit
  }
  const opening = [...work.doors, ...work.windows].find(has)
  if (!opening) return
  const [a, b, c, d] = opening.corners
  const [x, y] = [(a[0] + d[0]) / 2, (a[1] + d[1]) / 2]
  const [dx, dy] = [(b[0] + c[0]) / 2 - x, (b[1] + c[1]) / 2 - y]
  const long = Math.max(1, Math.hypot(dx, dy))
  takeOpenings(work, { ax: x, ay: y, long, ux: dx / long, uy: dy / long }, 0)
  eachWithin(grown(opening.corners, 1.5), work.width, work.height, (i) => {
    work.fresh[i] = 1
  })
}

/** Makes what lies along a line a part of a wall, an opening, or nothing. */
export function makePart(work: Work, { be, ...ends }: Part): void {
  const drawn = lineOf(ends, work)
  const under = wallUnder(work, drawn)
  const placed = under ? moved(drawn, under.beside) : drawn
  const half = under ? under.half + 0.5 : Math.max(1, (THIN * work.thick) / 2)
  const line = be === 'open' ? throughShortEnds(work, placed, half) : reaching(work, placed)
  const openings = takeOpenings(work, line, half)
  const corners = cornersOf(line, be === 'open' ? half + 1.5 : half)
  const fill = (i: number) => {
    const isNew = be !== 'open' && !isBarrier(work, i)
    work.walls[i] = be === 'wall' ? 1 : 0
    work.glass[i] = be === 'window' ? 1 : 0
    work.gaps[i] = be === 'wall' || be === 'window' || be === 'open' ? 0 : 1
    // What a line frees was no room before: it takes the number that is beside it when rooms are found anew.
    if (isNew || be === 'open') work.fresh[i] = 1
  }
  eachWithin(corners, work.width, work.height, fill)
  // All of an opening becomes wall or goes, however short the line over it is.
  if (be === 'wall' || be === 'open')
    for (const whole of openings) eachWithin(whole, work.width, work.height, fill)
  if (be === 'open') work.erased.push(corners)
  else if (be !== 'wall' && work.doors.length + work.windows.length < MOST_OPENINGS) {
    const opening: Opening = { kind: be, corners, width: line.long }
    if (be === 'door') {
      const { swing, isDrawn } = swingIn(work, line)
      opening.swing = swing
      if (!isDrawn) work.addedSwings.push(swing)
    }
    const all = be === 'window' ? work.windows : work.doors
    all.push(opening)
  }
}

/** Share of a swing's path that is inked where the drawing shows it. */
const SWING_DRAWN = 0.6
/** Angles of a door's path that are looked at, radians: its ends lie at walls. */
const PATH = Array.from({ length: 24 }, (_, k) => 0.2 + (k / 23) * 1.15)

/**
 * The swing of a door along a line: the one that the drawing shows; else about the line's start, into the side where more
 * of its path is a room.
 * @returns isDrawn whether the drawing shows it
 */
function swingIn({ map, dark, width, height }: Work, { ax, ay, long, ux, uy }: Line) {
  const share = (swing: (turn: number) => Point, isHit: (i: number) => boolean): number =>
    PATH.filter((turn) => {
      const [x, y] = swing(turn).map(Math.round) as [number, number]
      return x > 0 && y > 0 && x < width - 1 && y < height - 1 && isHit(y * width + x)
    }).length / PATH.length
  const swings = [0, 1].flatMap((from) =>
    [1, -1].map((side) => {
      const [start, ahead] = from === 0 ? [0, 1] : [long, -1]
      const at = (turn: number, radius = long): Point => {
        const [along, across] = [start + ahead * radius * Math.cos(turn), side * radius * Math.sin(turn)]
        return [ax + ux * along - uy * across, ay + uy * along + ux * across]
      }
      const isInk = (i: number) => [i, i - 1, i + 1, i - width, i + width].some((j) => dark[j] === 1)
      const swing: Swing = { hinge: at(0, 0), tip: at(Math.PI / 2), end: at(0) }
      return { swing, from, drawn: share(at, isInk), room: share(at, (i) => map[i]! > 0) }
    }),
  )
  const shown = swings.sort((a, b) => b.drawn - a.drawn)[0]!
  if (shown.drawn > SWING_DRAWN) return { swing: shown.swing, isDrawn: true }
  const free = swings.filter(({ from }) => from === 0).sort((a, b) => b.room - a.room)[0]!
  return { swing: free.swing, isDrawn: false }
}
