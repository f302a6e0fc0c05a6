/** A rectangle in mm, x to the right, y downwards. */
export interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A room of a drawn plan; `box` is its floor between the walls. */
export interface TrueRoom {
  name: string
  box: Box
  /** Cell between the middles of the walls. */
  cell: Box
  balcony: boolean
}

/** An opening in a wall: `box` is the part of the wall that it takes. */
export interface TrueOpening {
  kind: 'door' | 'window' | 'sliding'
  box: Box
  /** The wall runs along x. */
  along: 'x' | 'y'
  /** Hinge at the lower coordinate, and the side to which a door opens: −1 towards smaller coordinates. */
  hinge: 0 | 1
  swing: -1 | 1
}

export interface Layout {
  width: number
  height: number
  outer: number
  inner: number
  rooms: TrueRoom[]
  openings: TrueOpening[]
}

/** Numbers that look random and are the same for the same seed (mulberry32), 0..1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Random = () => number

function split(cell: Box, random: Random, out: Box[]): void {
  const [w, h] = [cell.x1 - cell.x0, cell.y1 - cell.y0]
  const area = (w * h) / 1e6
  const longer = Math.max(w, h)
  if (longer < 4300 || area < 9 + 9 * random()) {
    out.push(cell)
    return
  }
  const at = 0.4 + 0.2 * random()
  if (w > h) {
    const x = Math.round((cell.x0 + w * at) / 50) * 50
    split({ ...cell, x1: x }, random, out)
    split({ ...cell, x0: x }, random, out)
  } else {
    const y = Math.round((cell.y0 + h * at) / 50) * 50
    split({ ...cell, y1: y }, random, out)
    split({ ...cell, y0: y }, random, out)
  }
}

const NAMES = ['客厅', '主卧', '次卧', '餐厅', '书房', '儿童房', '玄关', '衣帽间', '储藏室']
const SMALL = ['卫生间', '厨房', '卫生间', '洗衣房']

/** Largest first; of the small ones the first are wet rooms. */
function nameRooms(cells: Box[]): string[] {
  const order = cells
    .map((cell, i) => ({ i, area: (cell.x1 - cell.x0) * (cell.y1 - cell.y0) }))
    .sort((a, b) => b.area - a.area)
  const names: string[] = []
  const wet = Math.min(SMALL.length, Math.max(2, Math.floor(cells.length / 3)))
  order.forEach(({ i }, rank) => {
    const fromEnd = order.length - 1 - rank
    names[i] = fromEnd < wet ? SMALL[fromEnd]! : NAMES[rank % NAMES.length]!
  })
  return names
}

/** The stretch of wall that two cells share; null where they do not touch. */
function shared(a: Box, b: Box): { along: 'x' | 'y'; at: number; from: number; to: number } | null {
  const y = [Math.max(a.y0, b.y0), Math.min(a.y1, b.y1)] as const
  const x = [Math.max(a.x0, b.x0), Math.min(a.x1, b.x1)] as const
  if ((a.x1 === b.x0 || b.x1 === a.x0) && y[1] > y[0])
    return { along: 'y', at: a.x1 === b.x0 ? a.x1 : a.x0, from: y[0], to: y[1] }
  if ((a.y1 === b.y0 || b.y1 === a.y0) && x[1] > x[0])
    return { along: 'x', at: a.y1 === b.y0 ? a.y1 : a.y0, from: x[0], to: x[1] }
  return null
}

function opening(
  kind: TrueOpening['kind'],
  wall: { along: 'x' | 'y'; at: number },
  middle: number,
  width: number,
  thick: number,
  random: Random,
): TrueOpening {
  const [a, b] = [middle - width / 2, middle + width / 2]
  const [c, d] = [wall.at - thick / 2, wall.at + thick / 2]
  const box = wall.along === 'x' ? { x0: a, x1: b, y0: c, y1: d } : { x0: c, x1: d, y0: a, y1: b }
  return { kind, box, along: wall.along, hinge: random() < 0.5 ? 0 : 1, swing: random() < 0.5 ? -1 : 1 }
}

/** Doors so that every room is reached, by a walk from the first. */
function doorsOf(cells: Box[], inner: number, random: Random): TrueOpening[] {
  const reached = new Set([0])
  const doors: TrueOpening[] = []
  for (let more = true; more; ) {
    more = false
    for (const from of [...reached])
      for (let to = 0; to < cells.length; to++) {
        if (reached.has(to)) continue
        const wall = shared(cells[from]!, cells[to]!)
        if (!wall || wall.to - wall.from < 1500) continue
        const width = 750 + 50 * Math.floor(4 * random())
        const room = wall.to - wall.from - width - 500
        const middle = wall.from + 250 + width / 2 + room * (random() < 0.5 ? 0.05 : 0.95)
        doors.push(opening('door', wall, middle, width, inner, random))
        reached.add(to)
        more = true
      }
  }
  return doors
}

function windowsOf(cells: Box[], size: Box, outer: number, random: Random, busy: Box | null): TrueOpening[] {
  const out: TrueOpening[] = []
  for (const cell of cells) {
    const sides = [
      { along: 'x' as const, at: outer / 2, on: cell.y0 === 0, from: cell.x0, to: cell.x1 },
      { along: 'x' as const, at: size.y1 - outer / 2, on: cell.y1 === size.y1, from: cell.x0, to: cell.x1 },
      { along: 'y' as const, at: outer / 2, on: cell.x0 === 0, from: cell.y0, to: cell.y1 },
      { along: 'y' as const, at: size.x1 - outer / 2, on: cell.x1 === size.x1, from: cell.y0, to: cell.y1 },
    ]
    for (const side of sides) {
      if (!side.on || side.to - side.from < 1500 || random() < 0.25) continue
      if (busy && side.at > size.y1 - outer && side.from === busy.x0) continue
      const width = Math.min(600 + 300 * Math.floor(5 * random()), side.to - side.from - 700)
      out.push(opening('window', side, (side.from + side.to) / 2, width, outer, random))
    }
  }
  return out
}

/** A flat with 5 to 12 rooms and most often a balcony, the same for the same seed. */
export function layOut(seed: number): Layout {
  const random = randomOf(seed * 7919 + 13)
  const [outer, inner] = random() < 0.5 ? [240, 120] : [200, 100]
  const size = {
    x0: 0,
    y0: 0,
    x1: 9000 + 100 * Math.floor(60 * random()),
    y1: 7000 + 100 * Math.floor(40 * random()),
  }
  const cells: Box[] = []
  split(size, random, cells)
  const names = nameRooms(cells)
  const inset = (side: number, end: number) => (side === 0 || side === end ? outer : inner / 2)
  const rooms: TrueRoom[] = cells.map((cell, i) => ({
    name: names[i]!,
    cell,
    balcony: false,
    box: {
      x0: cell.x0 + inset(cell.x0, size.x1),
      x1: cell.x1 - inset(cell.x1, size.x1),
      y0: cell.y0 + inset(cell.y0, size.y1),
      y1: cell.y1 - inset(cell.y1, size.y1),
    },
  }))
  const openings = doorsOf(cells, inner, random)
  const below = cells.filter((cell) => cell.y1 === size.y1 && cell.x1 - cell.x0 > 3200)
  const host = random() < 0.8 ? below[0] : undefined
  if (host) {
    const cell = { x0: host.x0, x1: host.x1, y0: size.y1, y1: size.y1 + 1500 }
    const box = { x0: cell.x0 + inner, x1: cell.x1 - inner, y0: cell.y0, y1: cell.y1 - inner }
    rooms.push({ name: '阳台', cell, box, balcony: true })
    const wall = { along: 'x' as const, at: size.y1 - outer / 2 }
    openings.push(opening('sliding', wall, (host.x0 + host.x1) / 2, 2100, outer, random))
  }
  openings.push(...windowsOf(cells, size, outer, random, host ?? null))
  return { width: size.x1, height: size.y1 + (host ? 1500 : 0), outer, inner, rooms, openings }
}
