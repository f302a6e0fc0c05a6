import { describe, expect, it } from 'vitest'
import { blockerOf, estimateCost } from '#src/data/tasks/outbox-model.ts'
import { World } from '#tests/support/outbox-world.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

/** A job that was put into the outbox without a network, for a price that rose before it was sent. */
async function afterTheRise() {
  const world = new World(7)
  world.calm = true
  world.server.purses.set('ann', 9)
  world.signIn('ann')
  const tab = world.open()
  await world.run(200)
  world.setNetwork(false)
  void tab.submit(ID, 'matting')
  await world.run(200)
  world.server.price = 2
  world.setNetwork(true)
  await world.run(400)
  return { world, tab }
}

describe('a price that rose while a job waited in the outbox', () => {
  it('is asked again: nothing is taken, and the job says what it would cost now', async () => {
    const { world, tab } = await afterTheRise()
    const job = tab.memory.get(ID)!
    expect(job).toMatchObject({ phase: 'waiting', state: 'queued', cost: { amount: 1 } })
    expect(job.asks).toEqual({ kind: 'image', amount: 2 })
    expect(blockerOf(job, tab.outbox.view(), 'ann')).toBe('price')
    expect(estimateCost([job], null)).toMatchObject([{ amount: 2 }])
    expect(world.server.purses.get('ann')).toBe(9)
    // It survives the page, and holds up nobody.
    expect(world.recordsOnDisk()).toMatchObject([{ asks: { amount: 2 } }])
    world.server.price = 1
    void tab.submit(OTHER, 'matting')
    await world.run(400)
    expect(world.server.accepted).toEqual([OTHER])
  })

  it('is paid once the user agrees to it', async () => {
    const { world, tab } = await afterTheRise()
    void tab.outbox.agree(ID)
    await world.run(400)
    expect(world.server.accepted).toEqual([ID])
    expect(world.server.purses.get('ann')).toBe(7)
    expect(tab.memory.get(ID)).not.toHaveProperty('asks')
  })

  it('costs nothing when the job is cancelled instead', async () => {
    const { world, tab } = await afterTheRise()
    void tab.outbox.cancel([ID])
    await world.run(400)
    expect(tab.memory.get(ID)?.state).toBe('cancelled')
    expect(world.server.accepted).toEqual([])
    expect(world.server.purses.get('ann')).toBe(9)
  })
})
