import { MOST_PLAN_CHANGES, type PlanChange, titleOfKind } from '#contracts/flatplan.ts'
import type { PlanOpening, PlanRoom } from '#ops/flatplan/preview.ts'

type Spot = Pick<PlanRoom, 'x' | 'y' | 'outline'>

/** What is said of a room. */
export type RoomPatch = Omit<PlanChange, 'x' | 'y'>

/** The changes that are about a room: their places lie in it. */
export function changesOf(changes: readonly PlanChange[], room: Spot): PlanChange[] {
  return changes.filter((one) => (one.x === room.x && one.y === room.y) || isInRoom(room, one.x, one.y))
}

/** The changes without those of a room. */
export function withoutRoom(changes: readonly PlanChange[], room: Spot): PlanChange[] {
  const own = changesOf(changes, room)
  return changes.filter((one) => !own.includes(one))
}

/** The changes with another one of a room; the last to be made stands last, the oldest give way. */
export function changeRoom(changes: readonly PlanChange[], room: Spot, patch: RoomPatch): PlanChange[] {
  const before: RoomPatch = Object.assign({}, ...changesOf(changes, room))
  // Another kind of room has another floor: what was chosen for the old one does not stay.
  const { material, ...kept } = before
  const floor = patch.kind || material === undefined ? {} : { material }
  const { x, y } = room
  return [...withoutRoom(changes, room).slice(1 - MOST_PLAN_CHANGES), { ...kept, ...floor, ...patch, x, y }]
}

/** A room's name as the drawing has it, or what it is. */
export function nameInPlan({ name, kind }: Pick<PlanRoom, 'name' | 'kind'>): string {
  return name || titleOfKind(kind)
}

/** Whether a place lies in a room, parts of the sides; holes are not in it. */
export function isInRoom({ outline }: Pick<PlanRoom, 'outline'>, x: number, y: number): boolean {
  let inside = false
  for (const ring of outline)
    for (let k = 0; k < ring.length; k += 2) {
      const [x0, y0] = [ring[k]!, ring[k + 1]!]
      const [x1, y1] = [ring[(k + 2) % ring.length]!, ring[(k + 3) % ring.length]!]
      if (y0 <= y !== y1 <= y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside
    }
  return inside
}

/**
 * The opening at a place, the nearest within a distance; undefined where there is none.
 * @param at parts of the sides
 * @param shown size of the picture, CSS px
 * @param near CSS px
 */
export function openingAt(
  openings: readonly PlanOpening[],
  at: { x: number; y: number },
  shown: { width: number; height: number },
  near: number,
): PlanOpening | undefined {
  let [best, least] = [undefined as PlanOpening | undefined, near]
  for (const opening of openings) {
    const [ax, ay] = [opening.x0 * shown.width, opening.y0 * shown.height]
    const [dx, dy] = [opening.x1 * shown.width - ax, opening.y1 * shown.height - ay]
    const [px, py] = [at.x * shown.width - ax, at.y * shown.height - ay]
    const t = Math.max(0, Math.min(1, (px * dx + py * dy) / Math.max(1, dx * dx + dy * dy)))
    const far = Math.hypot(px - t * dx, py - t * dy)
    if (far < least) [best, least] = [opening, far]
  }
  return best
}
