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
      if (x > 0 && map[i - 1] === -1 && value[i - 1] === own) {
        map[i - 1] = count
        stack[size++] = i - 1
      }
      if (x < width - 1 && map[i + 1] === -1 && value[i + 1] === own) {
        map[i + 1] = count
        stack[size++] = i + 1
      }
      if (i >= width && map[i - width] === -1 && value[i - width] === own) {
        map[i - width] = count
        stack[size++] = i - width
      }
      if (i + width < value.length && map[i + width] === -1 && value[i + width] === own) {
        map[i + width] = count
        stack[size++] = i + width
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
  const sums = new Uint32Array(5 * basins.count)
  for (let i = 0; i < side.length; i++) {
    const at = 5 * basins.map[i]! + side[i]!
    sums[at] = sums[at]! + 1
  }
  const large = 2 * LEAST.picture * width * height
  const splits = Array.from({ length: basins.count }, (_, k) => {
    const sum = sums.subarray(5 * k, 5 * k + 5)
    const whole = sum.reduce((total, value) => total + value, 0)
    return sum.filter((value) => value > large && value > 2 * LEAST.own * whole).length > 1
  })
  if (!splits.includes(true)) return basins
  const value = new Int32Array(side.length)
  for (let i = 0; i < side.length; i++)
    value[i] = 5 * basins.map[i]! + (splits[basins.map[i]!] ? side[i]! : 0)
  return connected(value, width)
}
