import type { PlanMend } from '#contracts/flatplan.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { roomKindOf } from './kinds.ts'
import { takeBit } from './mend-bits.ts'
import { makePart } from './mend-parts.ts'
import { addRoom, drop, findRooms, join } from './mend-rooms.ts'
import type { Work } from './mend-work.ts'
import { nameRooms } from './name-rooms.ts'
import { eachWithin } from './quads.ts'
import type { Plan, Room } from './read-plan.ts'

/** The lines of a drawing without those that were taken away. */
function eraseLines({ ink }: Plan, work: Work): Plan['ink'] {
  if (work.erased.length === 0) return ink
  const [grey, dark] = [ink.grey.slice(), ink.dark.slice()]
  for (const corners of work.erased)
    eachWithin(corners, work.width, work.height, (i) => {
      grey[i] = 255
      dark[i] = 0
    })
  return { ...ink, grey, dark }
}

/** Rooms whose names tell no kind keep that which the room had whose place they take, if its name told none either. */
const withKinds = (rooms: readonly Room[], { rooms: before, map, ink: { width } }: Plan): Room[] =>
  rooms.map((room) => {
    if (room.kind !== 'other') return room
    const [x, y] = room.middle
    const was = before.find(({ id }) => id === map[Math.round(y) * width + Math.round(x)])
    return was && roomKindOf(was.name) === null ? { ...room, kind: was.kind } : room
  })

/**
 * Takes what the user set right to a plan that was read: first walls and openings in their order, then rooms in theirs.
 * @param texts lines of text in the plan, px
 * @returns the same plan where there is nothing to mend
 */
export function mendPlan(plan: Plan, mends: readonly PlanMend[], texts: readonly ReadText[]): Plan {
  if (mends.length === 0 || plan.content === 'site') return plan
  const { width, height } = plan.ink
  const work: Work = {
    ...{ width, height, thick: Math.max(3, plan.thickness || 0.008 * Math.max(width, height)) },
    ...{ dark: plan.ink.dark, grey: plan.ink.grey, pen: plan.ink.pen },
    ...{ walls: plan.walls.slice(), glass: plan.glass.slice(), gaps: plan.gaps.slice() },
    ...{ map: plan.map.slice(), cells: [...plan.rooms], doors: [...plan.doors], windows: [...plan.windows] },
    ...{ erased: [], addedSwings: [], fresh: new Uint8Array(width * height) },
  }
  const parts = mends.filter((mend) => mend.do === 'part' || mend.do === 'unwall')
  for (const part of parts) part.do === 'part' ? makePart(work, part) : takeBit(work, part)
  if (parts.length > 0) findRooms(work)
  for (const mend of mends) {
    if (mend.do === 'join') join(work, mend)
    else if (mend.do === 'room') addRoom(work, mend)
    else if (mend.do === 'drop') drop(work, mend)
  }
  const { map, walls, glass, gaps, doors, windows, erased, addedSwings, cells } = work
  const bare = cells.map(({ id, area, box, middle, radius }) => ({ id, area, box, middle, radius }))
  return {
    ...{ ...plan, ink: eraseLines(plan, work), map, walls, glass, gaps, doors, windows, erased, addedSwings },
    rooms: withKinds(nameRooms(bare, map, width, texts), plan),
  }
}
