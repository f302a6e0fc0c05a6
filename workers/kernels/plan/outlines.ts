import { traceOutlines } from '#kernels/lineart-vector/solids.ts'
import type { Plan, Room } from './read-plan.ts'

/** A plane of rooms' numbers, row by row. */
interface RoomMap {
  map: Plan['map']
  width: number
}

/**
 * Outlines of a room, holes among them, of at least `smallest` px each.
 * @returns closed polylines, x and y in px, pixel centres at whole numbers
 */
export function ringsOfRoom(
  { map, width }: RoomMap,
  { id, box }: Pick<Room, 'id' | 'box'>,
  smallest: number,
): number[][] {
  const [left, top] = [box.left - 1, box.top - 1]
  const [w, h] = [box.right - box.left + 2, box.bottom - box.top + 2]
  const mask = new Uint8Array(w * h)
  for (let y = 1; y < h - 1; y++)
    for (let x = 1; x < w - 1; x++) if (map[(top + y) * width + left + x] === id) mask[y * w + x] = 1
  return traceOutlines(mask, w, h, smallest).map((ring) => ring.map((v, k) => v + (k % 2 === 0 ? left : top)))
}

/**
 * Outlines of a room, holes among them.
 * @returns closed polylines, x and y in parts of the picture's sides
 */
export function outlineOfRoom({ map, ink }: Pick<Plan, 'map' | 'ink'>, room: Room): number[][] {
  const { width, height } = ink
  return ringsOfRoom({ map, width }, room, 12).map((ring) =>
    ring.map((v, k) => (v + 0.5) / (k % 2 === 0 ? width : height)),
  )
}
