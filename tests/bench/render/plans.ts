import { readPlan } from '#kernels/plan/read-plan.ts'
import { atLeast, type Figures, rounded } from '#tests/bench/engine/figure.ts'
import { drawPlan } from '#tests/support/plans/plan.ts'
import { scoreOpenings, scoreRooms } from '#tests/support/plans/score.ts'

/** The first of the plans that nothing was tuned on. */
const FIRST_SEED = 5100
const COUNT = 12
const WALLS = ['double', 'solid', 'grey'] as const

/** Plans with gaps of up to 5 px in their walls, some turned and noisy: how many rooms and openings are found. */
export async function plans(): Promise<Figures> {
  const sum = { rooms: 0, found: 0, doors: 0, windows: 0, seconds: 0 }
  for (let k = 0; k < COUNT; k++) {
    const drawn = await drawPlan({
      seed: FIRST_SEED + k,
      walls: WALLS[k % WALLS.length]!,
      gap: 5,
      turn: k % 4 === 3 ? 0.5 : 0,
      noise: k % 4 === 1 ? 6 : 0,
    })
    const before = process.cpuUsage()
    const plan = readPlan(drawn.image)
    const { user, system } = process.cpuUsage(before)
    sum.seconds = Math.max(sum.seconds, (user + system) / 1e6)
    const { rooms, found } = scoreRooms(drawn, plan)
    sum.rooms += rooms
    sum.found += found
    sum.doors += scoreOpenings(drawn, plan, 'door') / COUNT
    sum.windows += scoreOpenings(drawn, plan, 'window') / COUNT
  }
  return {
    plans: COUNT,
    roomsFound: atLeast(sum.found / sum.rooms, 0.95),
    doorsFound: rounded(sum.doors),
    windowsFound: rounded(sum.windows),
    seconds: rounded(sum.seconds),
  }
}
