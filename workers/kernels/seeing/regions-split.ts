import type { Basins } from './regions-flood.ts'
import { roomSides } from './regions-room.ts'
import type { Sight } from './regions-sight.ts'
import type { RoomBox } from './scene.ts'

/** Part of a region, and of the picture, that lies beyond a line at least for the region to be split there. */
const LEAST = { own: 0.03, picture: 0.004 } as const
/** A box is believed from here on. */
const SURE = 0.3

/** Parts of equal value that hang together get ids of their own. */
export function connected(value: Int32Array, width: number): Basins {
  const map = new Int32Array(value.length).fill(-1)
  const stack = new Int32Array(value.length)
  let count = 0
  for (let start = 0; start < value.length; start++) {
    if (map[start] !== -1) continue
    let size = 1
    stack[0] = start
    map[start] = count
    const own = value[start]!
    while (size > 0) {
      const i = stack[--size]!
      const x = i % width
      for (let side = 0; side < 4; side++) {
        if ((side === 0 && x === 0) || (side === 1 && x === width - 1)) continue
        const j = side === 0 ? i - 1 : side === 1 ? i + 1 : side === 2 ? i - width : i + width
        if (j < 0 || j >= value.length || map[j] !== -1 || value[j] !== own) continue
        map[j] = count
        stack[size++] = j
      }
    }
    count++
  }
  return { map, count }
}

/** Whether what is found in a picture may be parted at the edges of a box. */
export const isBelieved = (room: RoomBox): boolean => room.sure >= SURE

/** Splits what runs on from one side of a room to the next at the edges of its box. */
export function splitAtRoom(basins: Basins, { width, height }: Sight, room: RoomBox): Basins {
  if (!isBelieved(room)) return basins
  const side = roomSides(width, height, room)
  const sums = Array.from({ length: basins.count }, () => [0, 0, 0, 0, 0])
  for (let i = 0; i < side.length; i++) sums[basins.map[i]!]![side[i]!]!++
  const large = 2 * LEAST.picture * width * height
  const splits = sums.map((sum) => {
    const whole = sum.reduce((total, value) => total + value, 0)
    return sum.filter((value) => value > large && value > 2 * LEAST.own * whole).length > 1
  })
  if (!splits.includes(true)) return basins
  return connected(
    Int32Array.from(basins.map, (k, i) => 5 * k + (splits[k] ? side[i]! : 0)),
    width,
  )
}
