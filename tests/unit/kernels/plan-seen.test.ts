import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunNetwork } from '#kernels/networks.ts'
import { readInk } from '#kernels/plan/ink.ts'
import { readInkedPlan } from '#kernels/plan/read-plan.ts'
import { seePlan } from '#kernels/plan/see-plan.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { runNetwork } from '#server/engines/local/session.ts'
import { drawPlan } from '#tests/support/plans/plan.ts'
import { scoreRooms } from '#tests/support/plans/score.ts'

const MODEL = modelPath(resolve(import.meta.dirname, '../../../models'), 'plans')
const see: RunNetwork = (...run) => runNetwork({ models: [MODEL], threads: 1 }, ...run)

describe('a plan that the network sees', { timeout: 120_000 }, () => {
  it('has walls of a light grey, which are no ink', async () => {
    const drawn = await drawPlan({ seed: 4601, walls: 'solid', names: false, furniture: false })
    const dark = readInkedPlan(readInk(drawn.image), [], null)
    const { data } = drawn.image
    for (let i = 0; i < data.length; i++) if (i % 4 !== 3) data[i] = 190 + (65 * data[i]!) / 255
    const ink = readInk(drawn.image)
    expect(readInkedPlan(ink, [], null).walls).not.toContain(1)
    const plan = readInkedPlan(ink, [], null, null, await seePlan(drawn.image, see))
    let [walls, found] = [0, 0]
    dark.walls.forEach((wall, i) => {
      walls += wall
      found += wall & (plan.walls[i]! | plan.gaps[i]! | plan.glass[i]!)
    })
    expect(found / walls).toBeGreaterThan(0.75)
  })

  it('keeps the exact walls of its lines where both are the same', async () => {
    const drawn = await drawPlan({ seed: 4602, walls: 'double' })
    const ink = readInk(drawn.image)
    const lines = readInkedPlan(ink, [], null)
    const plan = readInkedPlan(ink, [], null, null, await seePlan(drawn.image, see))
    expect(scoreRooms(drawn, plan).missed).toEqual([])
    const differing = plan.walls.reduce((sum, wall, i) => sum + (wall === lines.walls[i] ? 0 : 1), 0)
    expect(differing / plan.walls.length).toBeLessThan(0.002)
  })
})
