import { canLetter, widthOfText } from './lettering.ts'
import type { Plan, Room } from './read-plan.ts'

/** The words of a room, in px of the picture that is painted. */
export interface Lettered {
  room: number
  lines: { text: string; x: number; y: number; size: number }[]
  /** Box of the drawing's own name that they stand for, px of the plan that was read; null for none. */
  replaces: { left: number; top: number; right: number; bottom: number } | null
}

/** Height of letters, mm on the plan, and of the smallest and the largest, in parts of the picture's longer side. */
const SIZE_MM = 290
const LEAST = 0.011
const MOST = 0.022

/** Area of a room, m². */
export function areaOfRoom(plan: Plan, { area }: Pick<Room, 'area'>): number {
  return (area * plan.measure.mmPerPx ** 2) / 1e6
}

/** What words shall not stand on, summed up from the plan's corner: lines and furniture. */
function busySums({ ink: { dark, width, height } }: Plan, things: Uint8Array): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      row += dark[i]! | things[i]!
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  return sums
}

/** How many places are looked at along a room's sides. */
const TRIES = 24
/** What it counts to stand off the room's middle, against standing on things. */
const OFF_MIDDLE = 0.35

/**
 * Where words of a size stand best in a room: on free floor, near its widest place.
 * @param half half the sides of the words' box, px of the plan
 */
function freePlace(
  { map, ink: { width } }: Plan,
  room: Room,
  sums: Uint32Array,
  half: { width: number; height: number },
): readonly [x: number, y: number] {
  const { box, id, middle } = room
  const long = Math.max(box.right - box.left, box.bottom - box.top)
  const cost = (x: number, y: number): number => {
    const [x0, x1] = [Math.round(x - half.width), Math.round(x + half.width)]
    const [y0, y1] = [Math.round(y - half.height), Math.round(y + half.height)]
    if (x0 < box.left || x1 >= box.right || y0 < box.top || y1 >= box.bottom) return Number.POSITIVE_INFINITY
    for (const v of [y0, y1])
      for (const u of [x0, x1]) if (map[v * width + u] !== id) return Number.POSITIVE_INFINITY
    const at = (u: number, v: number) => sums[v * (width + 1) + u]!
    const busy = at(x1 + 1, y1 + 1) - at(x0, y1 + 1) - at(x1 + 1, y0) + at(x0, y0)
    const share = busy / ((x1 - x0 + 1) * (y1 - y0 + 1))
    return share + (OFF_MIDDLE * Math.hypot(x - middle[0], y - middle[1])) / long
  }
  let [best, least] = [middle, cost(...middle)]
  for (let n = 0; n < TRIES; n++)
    for (let k = 0; k < TRIES; k++) {
      const x = box.left + ((k + 0.5) / TRIES) * (box.right - box.left)
      const y = box.top + ((n + 0.5) / TRIES) * (box.bottom - box.top)
      const found = cost(x, y)
      if (found < least) [best, least] = [[x, y], found]
    }
  return best
}

/**
 * Sets the words of the rooms: names where the drawing has them, else on free floor near the widest place, and areas under them
 * where the scale is known.
 * @param things 1 on furniture, a value a pixel of the plan
 * @param scale px of the painted picture a px of the plan
 */
export function letterRooms(
  plan: Plan,
  rooms: readonly Room[],
  things: Uint8Array,
  look: { showLabels: boolean; showAreas: boolean },
  scale: number,
): Lettered[] {
  const { mmPerPx, from } = plan.measure
  const longer = Math.max(plan.ink.width, plan.ink.height) * scale
  const sums = busySums(plan, things)
  return rooms.map((room) => {
    const { name } = room
    const isDrawn = room.label?.turned === true && room.label.text === name
    const isKnown = canLetter(name)
    const area = `${areaOfRoom(plan, room).toFixed(1)} m²`
    const words = [
      // A name that does not stand level stays as it is drawn.
      ...(look.showLabels && name && isKnown && !isDrawn ? [name] : []),
      ...(look.showAreas && from !== 'guess' ? [area] : []),
    ]
    const label = room.label?.turned ? null : room.label
    const wanted = Math.max(LEAST * longer, Math.min(MOST * longer, (SIZE_MM / mmPerPx) * scale))
    const room_ = (room.box.right - room.box.left) * scale * 0.92
    const widest = Math.max(...words.map((text, k) => widthOfText(text, k === 0 ? 1 : 0.78)), 1)
    const size = Math.min(wanted, room_ / widest)
    const half = { width: (widest * size) / scale / 2, height: (words.length * 0.58 * size) / scale }
    const at = label
      ? ([(label.left + label.right) / 2, (label.top + label.bottom) / 2] as const)
      : freePlace(plan, room, sums, half)
    // An area under a name that the drawing keeps stands clear of it.
    const top = label && !isKnown && words.length > 0 ? (label.bottom - label.top) * scale : 0
    let y = at[1] * scale + top - ((words.length - 1) * size * 1.15) / 2
    const lines = words.map((text) => {
      const line = { text, x: at[0] * scale, y, size: text === area && words.length > 1 ? size * 0.78 : size }
      y += size * 1.15
      return line
    })
    return { room: room.id, lines, replaces: label && isKnown ? label : null }
  })
}
