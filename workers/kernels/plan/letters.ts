import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { areaIn, isArea } from './dimensions.ts'
import { canLetter, widthOfText } from './lettering.ts'
import { roomOfText } from './name-rooms.ts'
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

/** The middle of words and half the sides of their box, px of the plan. */
interface Words {
  x: number
  y: number
  width: number
  height: number
}

/** A word, and how large its letters are against those of its group. */
interface Word {
  text: string
  share: number
}
/** An area under or beside a name is so much smaller. */
const UNDER = 0.78
/** Areas are told of rooms of at least so much, m²: what is smaller is a shaft or a part of a cupboard. */
const LEAST_AREA = 1
/** Larger areas, those of sites, are told in whole m². */
const WHOLE_AREA = 200

/**
 * How far the area of a room may be from what the sides that are printed in it make: walls take up to a tenth of those of small
 * rooms. A room that is further off runs into another one, as does one with the sides of several.
 */
const OFF = 1.25

/** Rooms whose areas are not those of the sides that the drawing prints in them. */
function misreadRooms(plan: Plan, rooms: readonly Room[], texts: readonly ReadText[]): Set<number> {
  const printed = new Map<number, number[]>()
  for (const one of texts) {
    const area = areaIn(one.text)
    const id = roomOfText(plan.map, plan.ink.width, one)
    if (area) printed.set(id, [...(printed.get(id) ?? []), area])
  }
  const isMisread = (room: Room) => {
    const [first, ...others] = printed.get(room.id) ?? []
    if (!first) return false
    const ratio = areaOfRoom(plan, room) / first
    return others.length > 0 || ratio > OFF || ratio < 1 / OFF
  }
  return new Set(rooms.filter(isMisread).map(({ id }) => id))
}

/** Words that stand under each other. */
interface Group extends Words {
  words: readonly Word[]
  /** Height of their letters, px of the painted picture. */
  size: number
}

const meets = (one: Words, other: Words): boolean =>
  Math.abs(other.x - one.x) < other.width + one.width && Math.abs(other.y - one.y) < other.height + one.height

/** Smallest letters against the usual ones where they would not fit else. */
const SIZES = [1, 0.8, 0.64]

/** How many half lines below a name its area is looked for, and share of its place that may be lines or things. */
const BELOW = 8
const QUIET = 0.01

/** Share of the place of words that is lines and things. @param sums as busySums gives them */
function busyAt(sums: Uint32Array, width: number, words: Words): number {
  const [x0, x1] = [Math.round(words.x - words.width), Math.round(words.x + words.width)]
  const [y0, y1] = [Math.round(words.y - words.height), Math.round(words.y + words.height)]
  const at = (u: number, v: number) => sums[v * (width + 1) + u]!
  const busy = at(x1 + 1, y1 + 1) - at(x0, y1 + 1) - at(x1 + 1, y0) + at(x0, y0)
  return busy / ((x1 - x0 + 1) * (y1 - y0 + 1))
}

/** How many places are looked at along a room's sides. */
const TRIES = 24
/** What it counts to stand off the room's middle, against standing on things. */
const OFF_MIDDLE = 0.35

/**
 * Where words of a size stand best in a room: on free floor, near its widest place, and off other words.
 * @param half half the sides of the words' box, px of the plan
 * @returns null where they fit nowhere
 */
function freePlace(
  { map, ink: { width } }: Plan,
  room: Room,
  sums: Uint32Array,
  half: { width: number; height: number },
  others: readonly Words[],
): readonly [x: number, y: number] | null {
  const { box, id, middle } = room
  const long = Math.max(box.right - box.left, box.bottom - box.top)
  const cost = (x: number, y: number): number => {
    const words = { ...half, x, y }
    const [x0, x1] = [Math.round(x - half.width), Math.round(x + half.width)]
    const [y0, y1] = [Math.round(y - half.height), Math.round(y + half.height)]
    if (x0 < box.left || x1 >= box.right || y0 < box.top || y1 >= box.bottom) return Number.POSITIVE_INFINITY
    for (const v of [y0, y1])
      for (const u of [x0, x1]) if (map[v * width + u] !== id) return Number.POSITIVE_INFINITY
    if (others.some((other) => meets(other, words))) return Number.POSITIVE_INFINITY
    return busyAt(sums, width, words) + (OFF_MIDDLE * Math.hypot(x - middle[0], y - middle[1])) / long
  }
  let [best, least] = [middle, cost(...middle)]
  for (let n = 0; n < TRIES; n++)
    for (let k = 0; k < TRIES; k++) {
      const x = box.left + ((k + 0.5) / TRIES) * (box.right - box.left)
      const y = box.top + ((n + 0.5) / TRIES) * (box.bottom - box.top)
      const found = cost(x, y)
      if (found < least) [best, least] = [[x, y], found]
    }
  return least < Number.POSITIVE_INFINITY ? best : null
}

/**
 * Sets the words of the rooms: names where the drawing has them, else on free floor near the widest place, and areas under them
 * where the scale is known and the drawing prints none, nor sides that make another. Words without a place of their own become smaller, and an area
 * that fits nowhere is left out.
 * @param on what words shall not stand on: things, 1 on furniture, a value a pixel of the plan, and the drawing's texts
 * @param scale px of the painted picture a px of the plan
 */
export function letterRooms(
  plan: Plan,
  rooms: readonly Room[],
  on: { things: Uint8Array; texts: readonly ReadText[] },
  look: { showLabels: boolean; showAreas: boolean },
  scale: number,
): Lettered[] {
  const { mmPerPx, from } = plan.measure
  const {
    map,
    ink: { width },
  } = plan
  const longer = Math.max(width, plan.ink.height) * scale
  const sums = busySums(plan, on.things)
  const printed = new Set(on.texts.flatMap((one) => (isArea(one.text) ? roomOfText(map, width, one) : [])))
  const misread = misreadRooms(plan, rooms, on.texts)
  // Where the drawing tells most of its rooms' areas it leaves out the others on purpose, or they were not read.
  const isPrinted = 2 * printed.size > rooms.filter(({ name }) => name !== '').length
  const isReplaced = ({ name, label }: Room) => label !== null && !label.turned && canLetter(name)
  const replaced = rooms.flatMap((room) => (isReplaced(room) && room.label ? [room.label] : []))
  const isOwn = (one: ReadText) =>
    replaced.some(
      ({ left, right, top, bottom }) =>
        one.left >= left && one.right <= right && one.top >= top && one.bottom <= bottom,
    )
  const taken = on.texts
    .filter((one) => !isOwn(one))
    .map(({ left, right, top, bottom }): Words => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return { x, y, width: (right - left) / 2, height: (bottom - top) / 2 }
    })
  let wanted = Math.max(LEAST * longer, Math.min(MOST * longer, (SIZE_MM / mmPerPx) * scale))
  /** A group of words about a place, as large as a part of the usual size and the room allow. */
  const groupOf = ({ box }: Room, words: Word[], part: number, x = 0, y = 0): Group => {
    const widest = Math.max(...words.map(({ text, share }) => widthOfText(text, share)), 1)
    const size = Math.min(wanted * part, ((box.right - box.left) * scale * 0.92) / widest)
    return {
      words,
      size,
      x,
      y,
      width: (widest * size) / scale / 2,
      height: (words.length * 0.58 * size) / scale,
    }
  }
  /** The first of several sets of words that has a free place, as large as it can be. */
  const place = (room: Room, sets: readonly Word[][]): Group | null => {
    for (const words of sets)
      for (const part of words.length > 0 ? SIZES : []) {
        const group = groupOf(room, words, part)
        const at = freePlace(plan, room, sums, group, taken)
        if (at) return { ...group, x: at[0], y: at[1] }
      }
    return null
  }
  /** Words under all that stands below a name, as near to it as they are free; null where they are not within a few lines. */
  const below = (room: Room, words: Word[], name: Group): Group | null => {
    const one = groupOf(room, words, 1, name.x)
    for (let step = 0; step <= BELOW; step++) {
      const group = { ...one, y: name.y + name.height + one.height * (1 + step / 2) }
      const isIn = [-1, 1].every(
        (side) => map[Math.round(group.y) * width + Math.round(group.x + side * group.width)] === room.id,
      )
      if (isIn && taken.every((other) => !meets(other, group)) && busyAt(sums, width, group) < QUIET)
        return group
    }
    return null
  }
  const groups = new Map<number, Group[]>()
  const put = ({ id }: Room, group: Group) => {
    taken.push(group)
    groups.set(id, [...(groups.get(id) ?? []), group])
  }
  const wordsOf = (room: Room) => {
    // A name that does not stand level stays as it is drawn.
    const isDrawn = room.label?.turned === true && room.label.text === room.name
    const isNamed = look.showLabels && room.name !== '' && canLetter(room.name) && !isDrawn
    const size = areaOfRoom(plan, room)
    const isTold =
      look.showAreas &&
      from !== 'guess' &&
      !isPrinted &&
      !printed.has(room.id) &&
      !misread.has(room.id) &&
      size >= LEAST_AREA
    const area = `${size.toFixed(size < WHOLE_AREA ? 1 : 0)} m²`
    return {
      name: isNamed ? [{ text: room.name, share: 1 }] : [],
      area: isTold ? [{ text: area, share: room.name === '' ? 1 : UNDER }] : [],
    }
  }
  // Names stand where the drawing has them; all else makes way for them.
  const isPlaced = ({ label }: Room) => label !== null && !label.turned
  const fitsAt = (room: Room) => {
    const { left, right, top, bottom } = room.label!
    const { name } = wordsOf(room)
    const fits = (part: number) => {
      const group = groupOf(room, name, part, (left + right) / 2, (top + bottom) / 2)
      return taken.every((other) => !meets(other, group))
    }
    return name.length === 0 ? 1 : (SIZES.find(fits) ?? SIZES.at(-1)!)
  }
  // Names are all as large as the one with the least room for it.
  wanted *= Math.min(1, ...rooms.filter(isPlaced).map(fitsAt))
  for (const room of rooms.filter(isPlaced)) {
    const { left, right, top, bottom } = room.label!
    const { name, area } = wordsOf(room)
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const whole = groupOf(room, [...name, ...area], 1, x, y)
    const isFree = taken.every((other) => !meets(other, whole))
    if (isFree && name.length + area.length > 0) put(room, whole)
    if (isFree || name.length === 0) continue
    const alone = groupOf(room, name, 1, x, y)
    put(room, alone)
    const under = area.length > 0 ? below(room, area, alone) : null
    if (under) put(room, under)
  }
  for (const room of rooms) {
    const { name, area } = wordsOf(room)
    const done = groups.get(room.id)?.flatMap(({ words }) => words) ?? []
    const left = [...name, ...area].filter(({ text }) => !done.some((one) => one.text === text))
    if (left.length === 0) continue
    const group = place(room, isPlaced(room) ? [left] : [left, name])
    if (group) put(room, group)
    else if (!isPlaced(room)) put(room, groupOf(room, name, 1, ...room.middle))
  }
  return rooms.map((room) => ({
    room: room.id,
    lines: (groups.get(room.id) ?? []).flatMap(({ words, x, y, size }) =>
      words.map(({ text, share }, k) => ({
        text,
        x: x * scale,
        y: y * scale + (k - (words.length - 1) / 2) * size * 1.15,
        size: size * share,
      })),
    ),
    replaces: isReplaced(room) ? room.label : null,
  }))
}
