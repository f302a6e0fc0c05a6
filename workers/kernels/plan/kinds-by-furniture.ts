import type { RoomKind } from '#contracts/flatplan.ts'
import type { Room } from './read-plan.ts'
import { type SeenPlan, THINGS, type ThingName } from './see-plan.ts'

/** The kind of room that a thing tells, and the usual area of one of it, m²: a toilet with a basin, a bed for two, … */
const TELLS: Record<ThingName, { kind: RoomKind; area: number }> = {
  bed: { kind: 'bedroom', area: 3.2 },
  bath: { kind: 'bath', area: 0.5 },
  cooking: { kind: 'kitchen', area: 1.2 },
  seating: { kind: 'living', area: 2 },
  dining: { kind: 'dining', area: 2 },
  stairs: { kind: 'stairs', area: 3 },
  car: { kind: 'garage', area: 7.5 },
}

/** Share of a place, 0..255, from which it is rather a thing than all else: the little doubts in a large bed add up to a toilet. */
const LIKELY = 128
/** Share of a thing's usual area that must be seen in a room for it to tell the kind. */
const LEAST = 0.4

/**
 * Rooms without a telling name get the kind that their furniture tells: that of which most is seen against its usual
 * size.
 * @param map number of the room, a value a pixel of a plan `width` wide and `height` high
 * @param mmPerPx of the plan
 */
export function kindsByFurniture(
  rooms: readonly Room[],
  map: Uint16Array,
  { width, height }: { width: number; height: number },
  mmPerPx: number,
  { width: w, height: h, things }: SeenPlan,
): Room[] {
  const unnamed = new Set(rooms.filter(({ kind }) => kind === 'other').map(({ id }) => id))
  if (unnamed.size === 0) return [...rooms]
  const place = ((width / w) * (height / h) * mmPerPx ** 2) / 1e6
  const seen = new Map<number, number[]>()
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = Math.floor(((y + 0.5) / h) * height) * width + Math.floor(((x + 0.5) / w) * width)
      const id = map[at]!
      if (!unnamed.has(id)) continue
      const areas = seen.get(id) ?? THINGS.map(() => 0)
      for (let k = 0; k < areas.length; k++) if (things[k]![y * w + x]! >= LIKELY) areas[k]! += place
      seen.set(id, areas)
    }
  return rooms.map((room) => {
    const areas = seen.get(room.id)
    if (!areas) return room
    const told = THINGS.map((thing, k) => ({ ...TELLS[thing], share: areas[k]! / TELLS[thing].area }))
    const best = told.reduce((a, b) => (b.share > a.share ? b : a))
    return best.share < LEAST ? room : { ...room, kind: best.kind }
  })
}
