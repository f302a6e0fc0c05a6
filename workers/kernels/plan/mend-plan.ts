import type { PlanMend } from '#contracts/flatplan.ts'
import { median } from '#kernels/median.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { roomKindOf } from './kinds.ts'
import { nameRooms } from './name-rooms.ts'
import type { Opening } from './openings.ts'
import { type Corners, eachWithin } from './quads.ts'
import type { Plan, Room } from './read-plan.ts'
import { type Cell, findCells, findRuns } from './rooms.ts'
import type { Point } from './turned.ts'

type Part = Extract<PlanMend, { do: 'part' }>
type Swing = NonNullable<Opening['swing']>

/** Thickness of a wall that is drawn where there was none, against the thick walls. */
const THIN = 0.6
/** How far a line's ends go on to meet a wall, and how far beside a wall it may lie, against the thick walls. */
const REACH = 1.3
/** Smallest room that a mend can make, against the square of the walls' thickness, and its least radius. */
const LEAST_AREA = 4
const LEAST_RADIUS = 0.6
/** Share of a part's pixels that were a room before, from which it goes on being one. */
const WAS_ROOM = 0.3
/** Most openings that a plan has. */
const MOST_OPENINGS = 400

/** A plan that is being mended: everything in it may be changed. */
interface Work {
  width: number
  height: number
  /** Of thick walls, px; at least 3. */
  thick: number
  /** The drawing's ink. */
  dark: Uint8Array
  walls: Uint8Array
  glass: Uint8Array
  gaps: Uint8Array
  map: Uint16Array
  cells: Cell[]
  doors: Opening[]
  windows: Opening[]
  erased: Corners[]
  /** Swings of doors that were added: the drawing shows none. */
  addedSwings: Swing[]
  /** 1 where a mend drew something. */
  fresh: Uint8Array
}

const isBarrier = ({ walls, glass, gaps }: Work, i: number): boolean =>
  walls[i] === 1 || glass[i] === 1 || gaps[i] === 1

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

function isAt(work: Work, x: number, y: number): boolean {
  const [px, py] = [Math.round(x), Math.round(y)]
  return px >= 0 && py >= 0 && px < work.width && py < work.height && isBarrier(work, py * work.width + px)
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

/** Stubs of a wall up to this long go with the part of it that is taken away, against the thick walls. */
const STUB = 4

/** The line with its ends drawn out to where the wall that it lies on ends, or meets another one, where that is near. */
function throughStubs(work: Work, line: Line, half: number): Line {
  const { ax, ay, ux, uy } = line
  const at = (along: number, across: number) =>
    isAt(work, ax + ux * along - uy * across, ay + uy * along + ux * across)
  const most = Math.ceil(STUB * work.thick)
  const stub = (from: number, step: 1 | -1): number => {
    for (let n = 1; n <= most; n++) {
      const along = from + step * n
      if (!at(along, 0)) return n
      if (at(along, half + 3) || at(along, -half - 3)) return n - 1
    }
    return 0
  }
  const [before, after] = [stub(0, -1), stub(line.long, 1)]
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

/** Makes what lies along a line a part of a wall, an opening, or nothing. */
function makePart(work: Work, { be, ...ends }: Part): void {
  const drawn = lineOf(ends, work)
  const under = wallUnder(work, drawn)
  const placed = under ? moved(drawn, under.beside) : drawn
  const half = under ? under.half + 0.5 : Math.max(1, (THIN * work.thick) / 2)
  const line = be === 'open' ? throughStubs(work, placed, half) : reaching(work, placed)
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

/** 1 where it is free. */
function freeOf({ walls, glass, gaps }: Work): Uint8Array {
  const free = new Uint8Array(walls.length)
  for (let i = 0; i < free.length; i++) if (!(walls[i]! | glass[i]! | gaps[i]!)) free[i] = 1
  return free
}

/** 1 where a way leads to the picture's edge, over what is free. */
function openToEdge(free: Uint8Array, width: number, height: number): Uint8Array {
  const { starts, ends, parts, count } = findRuns(free, width, height)
  const isOpen = new Uint8Array(count)
  for (let run = 0; run < starts.length; run++) {
    const [start, end] = [starts[run]!, ends[run]!]
    if (start < width || start >= (height - 1) * width || start % width === 0 || end % width === 0)
      isOpen[parts[run]!] = 1
  }
  const open = new Uint8Array(free.length)
  for (let run = 0; run < starts.length; run++)
    if (isOpen[parts[run]!]) open.fill(1, starts[run]!, ends[run]!)
  return open
}

/**
 * Finds the rooms anew: what barriers close in and was a room, or lies at a mend. What is open to the outside stays a
 * room where it was one: the network may have seen its end.
 */
function findRooms(work: Work): void {
  const { width, height, thick, map, fresh } = work
  const free = freeOf(work)
  const open = openToEdge(free, width, height)
  const barrier = new Uint8Array(map.length)
  for (let i = 0; i < barrier.length; i++)
    if (!free[i] || (open[i] && map[i] === 0 && !fresh[i])) barrier[i] = 1
  const found = findCells(barrier, width, height, {
    leastArea: LEAST_AREA * thick ** 2,
    leastRadius: LEAST_RADIUS * thick,
    edge: 'closed',
  })
  const [was, near] = [new Float64Array(found.cells.length + 1), new Uint8Array(found.cells.length + 1)]
  for (let i = width; i < map.length - width; i++) {
    const id = found.map[i]!
    if (id > 0 && map[i]! > 0) was[id]!++
    if (!fresh[i]) continue
    near[id] = 1
    near[found.map[i - 1]!] = 1
    near[found.map[i + 1]!] = 1
    near[found.map[i - width]!] = 1
    near[found.map[i + width]!] = 1
  }
  work.cells = found.cells.filter(({ id, area }) => near[id] === 1 || was[id]! > WAS_ROOM * area)
  const kept = new Uint8Array(found.cells.length + 1)
  for (const { id } of work.cells) kept[id] = 1
  for (let i = 0; i < map.length; i++) {
    const id = found.map[i]!
    map[i] = kept[id] ? id : 0
  }
}

/** Number of the room at a place in parts of the sides; 0 for none. */
const roomAt = ({ map, width, height }: Work, x: number, y: number): number =>
  map[Math.min(height - 1, Math.floor(y * height)) * width + Math.min(width - 1, Math.floor(x * width))]!

function join(work: Work, { x0, y0, x1, y1 }: Extract<PlanMend, { do: 'join' }>): void {
  const [a, b] = [roomAt(work, x0, y0), roomAt(work, x1, y1)]
  const [one, other] = [a, b].map((id) => work.cells.find((cell) => cell.id === id))
  if (!one || !other || one === other) return
  for (let i = 0; i < work.map.length; i++) if (work.map[i] === b) work.map[i] = a
  const wider = one.radius >= other.radius ? one : other
  const box = {
    left: Math.min(one.box.left, other.box.left),
    right: Math.max(one.box.right, other.box.right),
    top: Math.min(one.box.top, other.box.top),
    bottom: Math.max(one.box.bottom, other.box.bottom),
  }
  const joined = { id: a, area: one.area + other.area, box, middle: wider.middle, radius: wider.radius }
  work.cells = work.cells.flatMap((cell) => (cell === one ? joined : cell === other ? [] : cell))
}

/** Makes what is free within two corners a room, or several where walls divide it; other rooms give way. */
function addRoom(work: Work, { x0, y0, x1, y1 }: Extract<PlanMend, { do: 'room' }>): void {
  const { width, height, map, thick } = work
  const sides = (a: number, b: number, most: number) =>
    [
      Math.max(1, Math.round(Math.min(a, b) * most)),
      Math.min(most - 1, Math.round(Math.max(a, b) * most)),
    ] as const
  const [[left, right], [top, bottom]] = [sides(x0, x1, width), sides(y0, y1, height)]
  const barrier = new Uint8Array(map.length).fill(1)
  for (let y = top; y < bottom; y++)
    for (let i = y * width + left; i < y * width + right; i++) if (!isBarrier(work, i)) barrier[i] = 0
  const least = { leastArea: LEAST_AREA * thick ** 2, leastRadius: LEAST_RADIUS * thick }
  const found = findCells(barrier, width, height, { ...least, edge: 'closed' })
  const first = Math.max(0, ...work.cells.map(({ id }) => id))
  const lost = new Map<number, number>()
  for (let i = 0; i < map.length; i++) {
    if (found.map[i] === 0) continue
    if (map[i]! > 0) lost.set(map[i]!, (lost.get(map[i]!) ?? 0) + 1)
    map[i] = first + found.map[i]!
  }
  work.cells = [
    ...work.cells.flatMap((cell) => {
      const area = cell.area - (lost.get(cell.id) ?? 0)
      return area > least.leastArea ? { ...cell, area } : []
    }),
    ...found.cells.map((cell) => ({ ...cell, id: first + cell.id })),
  ]
}

function drop(work: Work, { x, y }: Extract<PlanMend, { do: 'drop' }>): void {
  const id = roomAt(work, x, y)
  if (id === 0) return
  for (let i = 0; i < work.map.length; i++) if (work.map[i] === id) work.map[i] = 0
  work.cells = work.cells.filter((cell) => cell.id !== id)
}

/** The lines of a drawing without those that were taken away. */
function eraseLines({ ink }: Plan, work: Work): Plan['ink'] {
  if (work.erased.length === 0) return ink
  const [grey, dark] = [ink.grey.slice(), ink.dark.slice()]
  for (const corners of work.erased)
    eachWithin(corners, work.width, work.height, (i) => {
      grey[i] = 255
      dark[i] = 0
    })
  return { ...ink, grey, dark }
}

/** Rooms whose names tell no kind keep that which the room had whose place they take, if its name told none either. */
const withKinds = (rooms: readonly Room[], { rooms: before, map, ink: { width } }: Plan): Room[] =>
  rooms.map((room) => {
    if (room.kind !== 'other') return room
    const [x, y] = room.middle
    const was = before.find(({ id }) => id === map[Math.round(y) * width + Math.round(x)])
    return was && roomKindOf(was.name) === null ? { ...room, kind: was.kind } : room
  })

/**
 * Takes what the user set right to a plan that was read: first walls and openings in their order, then rooms in theirs.
 * @param texts lines of text in the plan, px
 * @returns the same plan where there is nothing to mend
 */
export function mendPlan(plan: Plan, mends: readonly PlanMend[], texts: readonly ReadText[]): Plan {
  if (mends.length === 0 || plan.content === 'site') return plan
  const { width, height } = plan.ink
  const work: Work = {
    ...{ width, height, thick: Math.max(3, plan.thickness || 0.008 * Math.max(width, height)) },
    ...{ dark: plan.ink.dark, walls: plan.walls.slice(), glass: plan.glass.slice(), gaps: plan.gaps.slice() },
    ...{ map: plan.map.slice(), cells: [...plan.rooms], doors: [...plan.doors], windows: [...plan.windows] },
    ...{ erased: [], addedSwings: [], fresh: new Uint8Array(width * height) },
  }
  const parts = mends.filter((mend) => mend.do === 'part')
  for (const part of parts) makePart(work, part)
  if (parts.length > 0) findRooms(work)
  for (const mend of mends) {
    if (mend.do === 'join') join(work, mend)
    else if (mend.do === 'room') addRoom(work, mend)
    else if (mend.do === 'drop') drop(work, mend)
  }
  const { map, walls, glass, gaps, doors, windows, erased, addedSwings, cells } = work
  const bare = cells.map(({ id, area, box, middle, radius }) => ({ id, area, box, middle, radius }))
  return {
    ...{ ...plan, ink: eraseLines(plan, work), map, walls, glass, gaps, doors, windows, erased, addedSwings },
    rooms: withKinds(nameRooms(bare, map, width, texts), plan),
  }
}
