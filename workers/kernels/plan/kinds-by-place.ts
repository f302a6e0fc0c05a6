import type { RoomKind } from '#contracts/flatplan.ts'
import type { Opening } from './openings.ts'
import type { Plan, Room } from './read-plan.ts'
import { PARTS, type SeenPlan, THINGS, type ThingName } from './see-plan.ts'

/** The part of a plan from which kinds of rooms are judged. */
export interface PlacedRooms
  extends Pick<Plan, 'rooms' | 'doors' | 'windows' | 'map' | 'thickness' | 'measure'> {
  ink: Pick<Plan['ink'], 'width' | 'height'>
}

/** Furniture in a room, or a railing along its edge, that the network sees: each tells the room's kind. */
type Sign = ThingName | 'railing'
const SIGNS: readonly Sign[] = [...THINGS, 'railing']

/** Statistics of the rooms of one kind. */
interface Usual {
  kind: RoomKind
  /** Number of rooms of this kind in a hundred. */
  often: number
  /** Usual area, m², and the factor by which two thirds of the rooms differ from it at most. */
  area: number
  spread: number
  /** Number of rooms in ten of this kind that lead to none, one, two, and so on, and to six or more others or out. */
  doors: readonly number[]
  /** Number of rooms in ten of this kind that have no window, some, and glass along more than one and than two sides. */
  windows: readonly [number, number, number, number]
  /** Usual area against that of the square about the largest circle in the room. */
  slim: number
  /** Signs of this kind of room that the network sees, each with its usual area, m². */
  things: readonly (readonly [Sign, number])[]
}

/** Rooms of homes. */
const HOMES: readonly Usual[] = [
  {
    kind: 'bedroom',
    often: 27,
    area: 12.5,
    spread: 1.4,
    doors: [0.5, 6, 2.5, 0.8, 0.16, 0.03, 0.01],
    windows: [1, 8, 0.9, 0.1],
    slim: 1.2,
    things: [['bed', 3.2]],
  },
  {
    kind: 'bath',
    often: 20,
    area: 4.2,
    spread: 1.6,
    doors: [0.5, 8.5, 0.9, 0.08, 0.016, 0.003, 0.001],
    windows: [6, 3.7, 0.27, 0.03],
    slim: 1.4,
    things: [['bath', 0.5]],
  },
  {
    kind: 'living',
    often: 12,
    area: 26,
    spread: 1.6,
    doors: [0.5, 2, 3, 2.5, 1, 0.6, 0.4],
    windows: [1, 6.5, 2.2, 0.3],
    slim: 1.4,
    things: [
      ['seating', 2],
      ['dining', 3],
    ],
  },
  {
    kind: 'kitchen',
    often: 9,
    area: 9,
    spread: 1.5,
    doors: [1, 5, 3, 0.8, 0.16, 0.03, 0.01],
    windows: [2, 7.3, 0.65, 0.05],
    slim: 1.4,
    things: [['cooking', 1.2]],
  },
  {
    kind: 'corridor',
    often: 13,
    area: 5.5,
    spread: 1.9,
    doors: [0.1, 0.6, 1.8, 2.5, 2.5, 1.5, 1],
    windows: [9, 0.9, 0.09, 0.01],
    slim: 2.6,
    things: [],
  },
  {
    kind: 'storage',
    often: 11,
    area: 2,
    spread: 1.8,
    doors: [2, 7.5, 0.4, 0.07, 0.024, 0.0045, 0.0015],
    windows: [9.5, 0.45, 0.04, 0.01],
    slim: 1.8,
    things: [],
  },
  {
    kind: 'balcony',
    often: 6,
    area: 5,
    spread: 1.7,
    doors: [3, 6, 0.8, 0.17, 0.024, 0.0045, 0.0015],
    windows: [4, 2, 2.5, 1.5],
    slim: 2.8,
    things: [['railing', 0.4]],
  },
  {
    kind: 'stairs',
    often: 2,
    area: 5,
    spread: 1.6,
    doors: [3, 4, 2, 0.7, 0.24, 0.045, 0.015],
    windows: [7.5, 2, 0.45, 0.05],
    slim: 2,
    things: [['stairs', 3]],
  },
  {
    kind: 'dining',
    often: 3,
    area: 14,
    spread: 1.4,
    doors: [1, 4, 3, 1.5, 0.4, 0.075, 0.025],
    windows: [2, 7, 0.9, 0.1],
    slim: 1.4,
    things: [['dining', 2]],
  },
  {
    kind: 'garage',
    often: 1,
    area: 26,
    spread: 1.5,
    doors: [2, 5, 2, 0.8, 0.16, 0.03, 0.01],
    windows: [7, 2.9, 0.08, 0.02],
    slim: 1.3,
    things: [['car', 7.5]],
  },
]

/** Rooms of offices, which are told by the area of all of them. */
const OFFICES: readonly Usual[] = [
  {
    kind: 'office',
    often: 55,
    area: 22,
    spread: 2,
    doors: [1, 6, 2, 0.7, 0.24, 0.045, 0.015],
    windows: [2, 6, 1.7, 0.3],
    slim: 1.4,
    things: [['dining', 2]],
  },
  {
    kind: 'bath',
    often: 15,
    area: 5,
    spread: 1.9,
    doors: [0.5, 8.5, 0.9, 0.08, 0.016, 0.003, 0.001],
    windows: [6, 3.7, 0.27, 0.03],
    slim: 1.4,
    things: [['bath', 0.5]],
  },
  {
    kind: 'corridor',
    often: 14,
    area: 20,
    spread: 2.2,
    doors: [0.1, 0.6, 1.8, 2.5, 2.5, 1.5, 1],
    windows: [9, 0.9, 0.09, 0.01],
    slim: 3,
    things: [],
  },
  {
    kind: 'storage',
    often: 9,
    area: 4,
    spread: 1.9,
    doors: [2, 7.5, 0.4, 0.07, 0.024, 0.0045, 0.0015],
    windows: [9.5, 0.45, 0.04, 0.01],
    slim: 1.4,
    things: [],
  },
  {
    kind: 'stairs',
    often: 7,
    area: 12,
    spread: 1.6,
    doors: [3, 4, 2, 0.7, 0.24, 0.045, 0.015],
    windows: [7.5, 2, 0.45, 0.05],
    slim: 2,
    things: [['stairs', 3]],
  },
]

/**
 * How many ways out of a room are found by mistake in the mean, and shares of its ways and of its windows that are not found.
 * Of the windows of public plans 0.38 are not, and 1.3 doors a room are found by mistake, many of them beside another one;
 * from 0.3 to 0.7 ways and from 0.3 to 0.5 of the windows as many kinds are right.
 */
const FALSE_WAYS = 0.5
const MISSED_WAYS = 0.1
const MISSED_WINDOWS = 0.4

/** How often each number of ways is found where some are: those missed less, those found by mistake (Poisson) more. */
function asFound(doors: readonly number[]): number[] {
  const found = doors.map(() => 0)
  const most = found.length - 1
  for (const [ways, often] of doors.entries())
    for (let more = 0, share = Math.exp(-FALSE_WAYS); more <= most; share *= FALSE_WAYS / ++more) {
      found[Math.min(most, ways + more)]! += often * share * (1 - MISSED_WAYS)
      found[Math.max(0, Math.min(most, ways + more - 1))]! += often * share * MISSED_WAYS
    }
  return found
}

/** Statistics of rooms as they are read. */
const asRead = (usual: Usual): Usual => {
  const [none, ...some] = usual.windows
  const missed = MISSED_WINDOWS * some.reduce((sum, often) => sum + often, 0)
  const [one, two, three] = some.map((often) => (1 - MISSED_WINDOWS) * often) as [number, number, number]
  return { ...usual, doors: asFound(usual.doors), windows: [none + missed, one, two, three] }
}
const [HOME, OFFICE] = [HOMES.map(asRead), OFFICES.map(asRead)]

/** Area of all rooms from which they are an office's, m². */
const LARGEST_HOME = 350
/** How much a room's shape may differ from the usual one, as a factor. */
const SHAPES = 1.5
/** Shares of a place, 0..255, from which it is a thing, and from which it counts in part. */
const LIKELY = 128
const FAINT = 40
const PARTLY = 0.7
/** How much a whole usual thing tells. */
const TELLS = 300
/**
 * Share of a thing's usual area that is seen by mistake in many a room, and tells nothing: of 174 rooms of public plans
 * 152 are right with it, 148 without, 150 with 0.05.
 */
const NOISE = 0.03
/** Share of a thing's usual area that tells the kind of a room whose name tells nothing. */
const LEAST = 0.4
/** Smallest room that people enter, a toilet of 0.8 × 1.35 m, m². */
const SMALLEST = 1.1
/** Glass of this length is more than a side has, against that of a square of the room's area. */
const A_SIDE = 0.9
/** Of these a home has one. */
const ONCE: readonly RoomKind[] = ['living', 'kitchen']
/** Names that tell nothing of what a room is for: numbers, as they are or of a wing or a floor, and lone pairs of letters. */
const NUMBER = /^(?:[a-z]{0,3}[\s-]?\d[\d\s.#-]*[a-z]?|[a-z]{2})?$/i
/** Names that say that people stay in a room. */
const STAY = /房间|室|room|zimmer|raum|chambre|habitaci|stanza|kamer|\brum\b|\boda/i
const NO_STAY: readonly RoomKind[] = ['corridor', 'stairs', 'balcony', 'bath', 'storage']
/** Numbers of the rooms on both sides of an opening; 0 for the open. */
export function besideOpening(
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

/** Ways out of a room, and its glass: what its openings tell of its kind. */
interface Opened {
  /** Numbers of the rooms that they lead to; 0 for the open. */
  ways: Set<number>
  /** Length of its glass to the outside, px. */
  glass: number
}

/**
 * Finds each room's ways and glass, by the rooms' numbers. Glass between two rooms, as that of a sliding front, is a way
 * through. Several openings between the same two rooms are one way: many are seen that are none.
 */
function openedOf({ doors, windows, map, ink, thickness }: PlacedRooms): Map<number, Opened> {
  const found = new Map<number, Opened>()
  for (const opening of [...doors, ...windows]) {
    const ids = besideOpening(opening, map, ink.width, 2 * thickness + 4)
    const isGlass = opening.kind === 'window' && ids.includes(0)
    for (const [k, id] of ids.entries()) {
      const other = ids[1 - k]!
      if (id === other) continue
      const opened = found.get(id) ?? { ways: new Set(), glass: 0 }
      if (isGlass) opened.glass += opening.width
      else opened.ways.add(other)
      found.set(id, opened)
    }
  }
  return found
}

/** How much of each of SIGNS is seen in rooms, of railings at their edges, m², by the rooms' numbers. */
function signsOf(
  { map, ink, measure, thickness }: PlacedRooms,
  { width, height, things, shares }: Pick<SeenPlan, 'width' | 'height' | 'things' | 'shares'>,
): Map<number, number[]> {
  const found = new Map<number, number[]>()
  const [across, down] = [ink.width / width, ink.height / height]
  const place = (across * down * measure.mmPerPx ** 2) / 1e6
  const add = (id: number, sign: number, value: number) => {
    if (id === 0 || value < FAINT) return
    const parts = found.get(id) ?? SIGNS.map(() => 0)
    parts[sign]! += ((value >= LIKELY ? 255 : PARTLY * value) / 255) * place
    found.set(id, parts)
  }
  const railing = shares[PARTS.indexOf('railing')]
  const far = Math.ceil(thickness)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [px, py] = [Math.floor((x + 0.5) * across), Math.floor((y + 0.5) * down)]
      const idAt = (u: number, v: number) =>
        u < 0 || v < 0 || u >= ink.width || v >= ink.height ? 0 : map[v * ink.width + u]!
      things.forEach((likely, k) => {
        add(idAt(px, py), k, likely[y * width + x]!)
      })
      const rail = railing?.[y * width + x] ?? 0
      if (rail < FAINT) continue
      const ids = [
        idAt(px, py),
        idAt(px - far, py),
        idAt(px + far, py),
        idAt(px, py - far),
        idAt(px, py + far),
      ]
      for (const id of new Set(ids)) add(id, SIGNS.indexOf('railing'), rail)
    }
  return found
}

const NOWHERE: ReadonlySet<number> = new Set()

const off = (value: number, usual: number, factor: number) =>
  -0.5 * (Math.log(value / usual) / Math.log(factor)) ** 2 - Math.log(Math.log(factor))

/**
 * Rooms whose names tell no kind get that which their furniture, size, doors, windows and shape make the likeliest: naive
 * Bayes over what rooms of homes and offices usually are.
 */
export function kindsByPlace(
  plan: PlacedRooms,
  seen: Pick<SeenPlan, 'width' | 'height' | 'things' | 'shares'>,
): Room[] {
  const { rooms, windows, measure } = plan
  const areaOf = ({ area }: Room) => (area * measure.mmPerPx ** 2) / 1e6
  const isHome = rooms.reduce((sum, room) => sum + areaOf(room), 0) < LARGEST_HOME
  const openings = openedOf(plan)
  const signs = signsOf(plan, seen)
  const likelyOf = (room: Room): Map<RoomKind, number> => {
    const [isNumber, isStay] = [NUMBER.test(room.name), STAY.test(room.name)]
    const found = new Map<RoomKind, number>()
    for (const usual of isHome ? HOME : OFFICE) {
      const shares = usual.things.map(
        ([sign, area]) => (signs.get(room.id)?.[SIGNS.indexOf(sign)] ?? 0) / area,
      )
      const share = Math.min(1, Math.max(0, Math.max(0, ...shares) - NOISE))
      if (isStay ? NO_STAY.includes(usual.kind) : !isNumber && share < LEAST) continue
      const { ways, glass: long } = openings.get(room.id) ?? { ways: NOWHERE, glass: 0 }
      // What nothing leads into, as a shaft or a fireplace, is no room: of seven on public plans one is.
      const isShut = plan.doors.length > 0 && ways.size === 0 && long === 0
      if (isShut && (share < LEAST || areaOf(room) < SMALLEST)) continue
      const glass = long / Math.sqrt(room.area)
      const window = usual.windows[glass === 0 ? 0 : Math.min(3, 1 + Math.floor(glass / A_SIDE))]!
      found.set(
        usual.kind,
        Math.log(usual.often * usual.doors[Math.min(usual.doors.length - 1, ways.size)]!) +
          (windows.length > 0 ? Math.log(window) : 0) +
          off(areaOf(room), usual.area, usual.spread) +
          off(Math.max(1, room.area / (2 * room.radius) ** 2), usual.slim, SHAPES) +
          Math.log(1 + TELLS * share),
      )
    }
    return found
  }
  const unknown = rooms.flatMap((room) => (room.kind === 'other' ? { room, likely: likelyOf(room) } : []))
  const once = isHome ? ONCE : []
  const told = unknown.map(({ room, likely }) => {
    const [best] = [...likely].filter(([kind]) => !once.includes(kind)).sort((a, b) => b[1] - a[1])
    return { room, likely, kind: best?.[0] ?? null, sure: best?.[1] ?? NONE }
  })
  // Of what a home has once, the room is it that gains most by being that.
  for (const kind of once) {
    if (rooms.some((room) => room.kind === kind)) continue
    const gainOf = ({ likely, sure }: (typeof told)[number]) => (likely.get(kind) ?? NONE) - sure
    const most = told.reduce<(typeof told)[number] | null>(
      (a, b) => (gainOf(b) > (a ? gainOf(a) : 0) ? b : a),
      null,
    )
    if (most) Object.assign(most, { kind, sure: Number.POSITIVE_INFINITY })
  }
  const kinds = new Map(told.map(({ room, kind }) => [room.id, kind]))
  return rooms.map((room) => ({ ...room, kind: kinds.get(room.id) ?? room.kind }))
}

/** Log likelihood of what a room cannot be. */
const NONE = -1e9
