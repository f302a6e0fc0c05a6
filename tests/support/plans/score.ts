import type { Plan } from '#kernels/plan/read-plan.ts'
import type { DrawnPlan } from './plan.ts'

/** Least overlap of a room with what was found for it: common area against both together. */
const OVERLAP = 0.85

interface Found {
  /** True rooms, and how many of them were found. */
  rooms: number
  found: number
  /** Names of those that were not. */
  missed: string[]
}

/** Counts the rooms of a drawn plan that were found, each as one room that is no larger. */
export function scoreRooms(drawn: DrawnPlan, plan: Plan): Found {
  const missed: string[] = []
  for (const { name, box } of drawn.rooms) {
    const counts = new Map<number, number>()
    let area = 0
    for (let y = box.y0 + 1; y < box.y1; y += 2)
      for (let x = box.x0 + 1; x < box.x1; x += 2) {
        const [px, py] = drawn.place(x, y)
        const id = plan.map[Math.round(py) * plan.ink.width + Math.round(px)] ?? 0
        area += 4
        counts.set(id, (counts.get(id) ?? 0) + 4)
      }
    counts.delete(0)
    const [id, common] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0]
    const whole = plan.rooms.find((room) => room.id === id)?.area ?? 0
    if (common / (area + whole - common) < OVERLAP) missed.push(name)
  }
  return { rooms: drawn.rooms.length, found: drawn.rooms.length - missed.length, missed }
}

/** Share of the openings of a kind whose middle lies in one that was found as such. */
export function scoreOpenings(drawn: DrawnPlan, plan: Plan, kind: 'door' | 'window'): number {
  const wanted = drawn.openings.filter((one) =>
    kind === 'door' ? one.kind !== 'window' : one.kind === 'window',
  )
  const mask = kind === 'door' ? plan.gaps : plan.glass
  const hit = wanted.filter(({ box }) => {
    const [x, y] = drawn.place((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    return mask[Math.round(y) * plan.ink.width + Math.round(x)] === 1
  })
  return wanted.length > 0 ? hit.length / wanted.length : 1
}
