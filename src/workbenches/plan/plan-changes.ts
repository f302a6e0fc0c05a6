import { MOST_PLAN_CHANGES, type PlanChange, titleOfKind } from '#contracts/flatplan.ts'
import type { PlanRoom } from '#ops/flatplan/preview.ts'

/** The changes with another one of a room; the last to be made stands last, the oldest give way. */
export function changeRoom(
  changes: readonly PlanChange[],
  { x, y }: Pick<PlanRoom, 'x' | 'y'>,
  patch: Pick<PlanChange, 'kind' | 'material'>,
): PlanChange[] {
  const before = changes.find((one) => one.x === x && one.y === y)
  // Another kind of room has another floor: what was chosen for the old one does not stay.
  const kept = patch.kind ? { x, y } : { ...before, x, y }
  return [...withoutRoom(changes, { x, y }).slice(1 - MOST_PLAN_CHANGES), { ...kept, ...patch }]
}

/** The changes without those of a room. */
export function withoutRoom(
  changes: readonly PlanChange[],
  { x, y }: Pick<PlanRoom, 'x' | 'y'>,
): PlanChange[] {
  return changes.filter((one) => one.x !== x || one.y !== y)
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
