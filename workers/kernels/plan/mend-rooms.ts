import type { PlanMend } from '#contracts/flatplan.ts'
import { isBarrier, type Work } from './mend-work.ts'
import { findCells, findRuns } from './rooms.ts'

/** Smallest room that a mend can make, against the square of the walls' thickness, and its least radius. */
const LEAST_AREA = 4
const LEAST_RADIUS = 0.6
/** Share of a part's pixels that were a room before, from which it goes on being one. */
const WAS_ROOM = 0.3

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
export function findRooms(work: Work): void {
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

export function join(work: Work, { x0, y0, x1, y1 }: Extract<PlanMend, { do: 'join' }>): void {
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
export function addRoom(work: Work, { x0, y0, x1, y1 }: Extract<PlanMend, { do: 'room' }>): void {
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

export function drop(work: Work, { x, y }: Extract<PlanMend, { do: 'drop' }>): void {
  const id = roomAt(work, x, y)
  if (id === 0) return
  for (let i = 0; i < work.map.length; i++) if (work.map[i] === id) work.map[i] = 0
  work.cells = work.cells.filter((cell) => cell.id !== id)
}
