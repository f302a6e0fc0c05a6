import { expect, it } from 'vitest'
import { World } from '#tests/support/outbox-world.ts'

const STAYS = '00000000-0000-4000-8000-000000000001'
const GOES = '00000000-0000-4000-8000-000000000002'

it('uploads no picture that may not leave the device, and says why', async () => {
  const world = new World(3)
  world.calm = true
  world.server.purses.set('ann', 9)
  world.signIn('ann')
  const tab = world.open()
  await world.run(200)
  void tab.submit(STAYS, 'matting', 'device')
  void tab.submit(GOES, 'matting', 'house')
  await world.run(400)
  expect(tab.memory.get(STAYS)).toMatchObject({ state: 'failed', error: { code: 4208 } })
  expect(world.server.accepted).toEqual([GOES])
  expect(world.server.tasks.get(GOES)?.body).toContain('"reach":"house"')
  expect(world.server.assets.size).toBe(1)
})
