import { besideOpening } from './kinds-by-place.ts'
import type { Opening } from './openings.ts'
import { eachWithin } from './quads.ts'
import type { Plan } from './read-plan.ts'
import { PARTS, type PartName, type SeenPlan } from './see-plan.ts'

/** Part of a plan in which its openings lie. */
type Opened = Pick<Plan, 'doors' | 'windows' | 'glass' | 'gaps' | 'map' | 'thickness' | 'ink'>

/** How much of a part the network sees in an opening, in the sum over its pixels. */
function seenIn(
  { corners }: Opening,
  { width, height }: Plan['ink'],
  seen: SeenPlan,
  part: PartName,
): number {
  const share = seen.shares[PARTS.indexOf(part)]!
  let sum = 0
  eachWithin(corners, width, height, (i) => {
    const x = Math.floor(((i % width) * seen.width) / width)
    const y = Math.floor((Math.floor(i / width) * seen.height) / height)
    sum += share[y * seen.width + x]!
  })
  return sum
}

/**
 * Doors and windows of a plan, where glass between two rooms in which the network sees a door rather than a window is a sliding door:
 * lines along a wall tell one as they tell the other. On public plans six of six such ones are doors.
 */
export function withInnerDoors<T extends Opened>(plan: T, seen: SeenPlan): T {
  const { windows, map, ink, thickness } = plan
  const doors = windows.filter((opening) => {
    const [one, other] = besideOpening(opening, map, ink.width, 2 * thickness + 4)
    if (!one || !other || one === other) return false
    return seenIn(opening, ink, seen, 'door') > seenIn(opening, ink, seen, 'window')
  })
  if (doors.length === 0) return plan
  const [glass, gaps] = [Uint8Array.from(plan.glass), Uint8Array.from(plan.gaps)]
  for (const { corners } of doors)
    eachWithin(corners, ink.width, ink.height, (i) => {
      if (!glass[i]) return
      glass[i] = 0
      gaps[i] = 1
    })
  return {
    ...plan,
    ...{ glass, gaps },
    doors: [...plan.doors, ...doors.map((one) => ({ ...one, kind: 'sliding' as const }))],
    windows: windows.filter((one) => !doors.includes(one)),
  }
}
