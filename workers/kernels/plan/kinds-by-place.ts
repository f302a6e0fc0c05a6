import type { RoomKind } from '#contracts/flatplan.ts'
import type { Opening } from './openings.ts'
import type { Plan, Room } from './read-plan.ts'
import { type SeenPlan, THINGS, type ThingName } from './see-plan.ts'

/** The part of a plan from which kinds of rooms are judged. */
export interface PlacedRooms
  extends Pick<Plan, 'rooms' | 'doors' | 'windows' | 'map' | 'thickness' | 'measure'> {
  ink: Pick<Plan['ink'], 'width' | 'height'>
}

/** Statistics of the rooms of one kind. */
interface Usual {
  kind: RoomKind
  /** Number of rooms of this kind in a hundred. */
  often: number
  /** Usual area, m², and the factor by which two thirds of the rooms differ from it at most. */
  area: number
  spread: number
  /** Number of rooms in ten of this kind that have no, one, two, and more doors or passages. */
  doors: readonly [number, number, number, number]
  /** Number of rooms in ten of this kind that have a window. */
  windows: number
  /** Usual area against that of the square about the largest circle in the room. */
  slim: number
  /** Furniture of this kind of room that the network sees. */
  thing?: ThingName
}

/** Rooms of homes. */
const HOME: readonly Usual[] = [
  {
    kind: 'bedroom',
    often: 27,
    area: 12.5,
    spread: 1.4,
    doors: [0.5, 6, 2.5, 1],
    windows: 9,
    slim: 1.2,
    thing: 'bed',
  },
  {
    kind: 'bath',
    often: 20,
    area: 4.2,
    spread: 1.6,
    doors: [0.5, 8.5, 0.9, 0.1],
    windows: 4,
    slim: 1.4,
    thing: 'bath',
  },
  {
    kind: 'living',
    often: 12,
    area: 26,
    spread: 1.6,
    doors: [0.5, 2, 3, 4.5],
    windows: 9,
    slim: 1.4,
    thing: 'seating',
  },
  {
    kind: 'kitchen',
    often: 9,
    area: 9,
    spread: 1.5,
    doors: [1, 5, 3, 1],
    windows: 8,
    slim: 1.4,
    thing: 'cooking',
  },
  { kind: 'corridor', often: 13, area: 5.5, spread: 1.9, doors: [0.1, 0.6, 1.8, 7.5], windows: 1, slim: 2.6 },
  { kind: 'storage', often: 11, area: 2, spread: 1.8, doors: [2, 7.5, 0.4, 0.1], windows: 0.5, slim: 1.4 },
  { kind: 'balcony', often: 6, area: 5, spread: 1.7, doors: [3, 6, 0.8, 0.2], windows: 5, slim: 2.8 },
  {
    kind: 'stairs',
    often: 2,
    area: 5,
    spread: 1.6,
    doors: [3, 4, 2, 1],
    windows: 2,
    slim: 2,
    thing: 'stairs',
  },
]

/** Rooms of offices, which are told by the area of all of them. */
const OFFICE: readonly Usual[] = [
  {
    kind: 'office',
    often: 55,
    area: 22,
    spread: 2,
    doors: [1, 6, 2, 1],
    windows: 8,
    slim: 1.4,
    thing: 'dining',
  },
  {
    kind: 'bath',
    often: 15,
    area: 5,
    spread: 1.9,
    doors: [0.5, 8, 1.3, 0.2],
    windows: 2,
    slim: 1.4,
    thing: 'bath',
  },
  { kind: 'corridor', often: 14, area: 20, spread: 2.2, doors: [0.1, 0.6, 1.8, 7.5], windows: 2, slim: 3 },
  { kind: 'storage', often: 9, area: 4, spread: 1.9, doors: [1, 8, 0.8, 0.2], windows: 1, slim: 1.4 },
  {
    kind: 'stairs',
    often: 7,
    area: 12,
    spread: 1.6,
    doors: [1, 6, 2, 1],
    windows: 3,
    slim: 2,
    thing: 'stairs',
  },
]

/** Area of all rooms from which they are an office's, m². */
const LARGEST_HOME = 350
/** How much a room's shape may differ from the usual one, as a factor. */
const SHAPES = 1.5
/** Usual area of a thing that tells a room, m², what of it counts, 0..255, and how much all of it tells. */
const THING_AREA = 2
const FAINT = 40
const TELLS = 12
/** Of these a home has one. */
const ONCE: readonly RoomKind[] = ['living', 'kitchen']
/** Names that are none: numbers, and words for a room. */
const NO_NAME = /^(?:[\d\s#.-]|号|房间|室|room|zimmer|raum)*$/i

/** Numbers of the rooms on both sides of an opening; 0 for the open. */
function besideOpening(
  { corners: [a, b, c, d] }: Opening,
  map: Uint16Array,
  width: number,
  far: number,
): number[] {
  const [mx, my] = [(a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4]
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  const [u, v] = [(a[1] - b[1]) / long, (b[0] - a[0]) / long]
  return [1, -1].map((side) => {
    for (let n = 1; n <= far; n++) {
      const [x, y] = [Math.round(mx + side * n * u), Math.round(my + side * n * v)]
      const id = x < 0 || x >= width ? 0 : map[y * width + x]
      if (id) return id
    }
    return 0
  })
}

/** Rooms with a number of openings each, by the rooms' numbers. */
function countsOf(openings: readonly Opening[], { map, ink, thickness }: PlacedRooms): Map<number, number> {
  const counts = new Map<number, number>()
  for (const opening of openings)
    for (const id of new Set(besideOpening(opening, map, ink.width, 2 * thickness + 4)))
      counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** How much of each of THINGS is seen in rooms, in parts of a usual one, by the rooms' numbers. */
function thingsOf(
  { map, ink, measure }: PlacedRooms,
  seen: Pick<SeenPlan, 'width' | 'height' | 'things'>,
): Map<number, number[]> {
  const found = new Map<number, number[]>()
  const place = ((ink.width / seen.width) * (ink.height / seen.height) * measure.mmPerPx ** 2) / 1e6
  for (let y = 0; y < seen.height; y++)
    for (let x = 0; x < seen.width; x++) {
      const [px, py] = [(x + 0.5) / seen.width, (y + 0.5) / seen.height]
      const id = map[Math.floor(py * ink.height) * ink.width + Math.floor(px * ink.width)]!
      if (id === 0) continue
      const parts = found.get(id) ?? THINGS.map(() => 0)
      seen.things.forEach((likely, k) => {
        const value = likely[y * seen.width + x]!
        if (value >= FAINT) parts[k]! += ((value / 255) * place) / THING_AREA
      })
      found.set(id, parts)
    }
  return found
}

const off = (value: number, usual: number, factor: number) =>
  -0.5 * (Math.log(value / usual) / Math.log(factor)) ** 2 - Math.log(Math.log(factor))

/**
 * Rooms whose names and furniture tell no kind get that which their size, doors, windows and shape make the likeliest
 * (naive Bayes over what rooms of homes and offices usually are), with what little is seen of their furniture.
 */
export function kindsByPlace(plan: PlacedRooms, seen: Pick<SeenPlan, 'width' | 'height' | 'things'>): Room[] {
  const { rooms, doors, windows, measure } = plan
  const areaOf = ({ area }: Room) => (area * measure.mmPerPx ** 2) / 1e6
  const isHome = rooms.reduce((sum, room) => sum + areaOf(room), 0) < LARGEST_HOME
  const [doorsOf, windowsOf, things] = [countsOf(doors, plan), countsOf(windows, plan), thingsOf(plan, seen)]
  const guesses = rooms.flatMap((room) => {
    if (room.kind !== 'other' || !NO_NAME.test(room.name)) return []
    const parts = things.get(room.id)
    return (isHome ? HOME : OFFICE).map(
      ({ kind, often, area, spread, doors, windows: glazed, slim, thing }) => {
        const window = (windowsOf.get(room.id) ?? 0) > 0 ? glazed : 10 - glazed
        const seenOf = thing && parts ? Math.min(1, parts[THINGS.indexOf(thing)]!) : 0
        const likely =
          Math.log(often * doors[Math.min(3, doorsOf.get(room.id) ?? 0)]!) +
          (windows.length > 0 ? Math.log(window) : 0) +
          off(areaOf(room), area, spread) +
          off(room.area / (2 * room.radius) ** 2, slim, SHAPES) +
          Math.log(1 + TELLS * seenOf)
        return { room, kind, likely }
      },
    )
  })
  const kinds = new Map<number, RoomKind>()
  const taken = new Set(rooms.map(({ kind }) => kind))
  for (const { room, kind } of guesses.sort((a, b) => b.likely - a.likely)) {
    if (kinds.has(room.id) || (isHome && ONCE.includes(kind) && taken.has(kind))) continue
    kinds.set(room.id, kind)
    taken.add(kind)
  }
  return rooms.map((room) => ({ ...room, kind: kinds.get(room.id) ?? room.kind }))
}
