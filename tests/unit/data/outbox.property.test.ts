import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isFinal } from '#contracts/task.ts'
import { keptAtSignOut } from '#src/data/tasks/outbox-model.ts'
import { FakeServer } from '#tests/support/outbox-server.ts'
import { type Tab, World } from '#tests/support/outbox-world.ts'

const ACCOUNTS = ['ann', 'bo'] as const

interface Job {
  owner: string
  bad: boolean
  cancelled: boolean
  removed: boolean
  /** It was safe on the disk when the user was told so. */
  kept: boolean
  /** Its account signed out and had its jobs deleted. */
  deleted: boolean
}

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Plays a history against real outboxes, then gives them peace, and everything that they may need. */
class Player {
  readonly world: World
  readonly jobs = new Map<string, Job>()

  constructor(seed: number) {
    this.world = new World(seed)
    for (const account of ACCOUNTS) this.world.server.purses.set(account, 3)
    this.world.signIn('ann')
    this.world.open()
  }

  readonly submit = (tab: Tab, bad: boolean): void => {
    const { owner } = tab
    if (!owner) return
    const taskId = idOf(this.jobs.size + 1)
    // Another tab has signed out a moment ago, and this one has not heard of it.
    const deleted = owner !== this.world.account
    const job: Job = { owner, bad, cancelled: false, removed: false, kept: false, deleted }
    this.jobs.set(taskId, job)
    void tab.submit(taskId, bad ? FakeServer.BAD : 'matting').then(() => {
      job.kept = true
    })
  }

  readonly wish = (tab: Tab, at: number, wish: 'cancelled' | 'removed'): void => {
    const mine = [...tab.memory.values()].filter(
      ({ userId, intent }) => userId === tab.owner && intent !== 'remove',
    )
    const task = mine[at % Math.max(1, mine.length)]
    if (!task) return
    const job = this.jobs.get(task.taskId)
    if (job) job[wish] = true
    void (wish === 'cancelled' ? tab.outbox.cancel([task.taskId]) : tab.outbox.remove([task.taskId]))
  }

  readonly signOut = (tab: Tab, keep: boolean): void => {
    const { account } = this.world
    if (!account) return
    const records = new Map(this.world.recordsOnDisk().map((task) => [task.taskId, task]))
    for (const [id, job] of this.jobs) {
      if (job.owner !== account) continue
      const record = records.get(id)
      // What had not reached the disk yet goes with the account's view, and so does what had its end.
      const isOver = record && keptAtSignOut(record) === null && (isFinal(record.state) || record.intent)
      if (!keep || !job.kept || isOver) job.deleted = true
    }
    this.world.signOut(tab, keep)
  }

  play({ kind, a, b }: HistoryEvent): void {
    const tab = this.world.tabs[a % Math.max(1, this.world.tabs.length)]
    if (tab) PLAYS[kind](this, tab, a, b)
    else this.world.open()
  }

  /** The network is there, nobody is short of anything, each account signs in once more: all is settled then. */
  async settle(): Promise<void> {
    const { world } = this
    world.calm = true
    world.setNetwork(true)
    world.setPaused(false)
    for (const account of ACCOUNTS) world.server.purses.set(account, 100)
    await world.run(5000)
    for (const account of ACCOUNTS) {
      const tab = world.tabs[0] ?? world.open()
      await world.run(5000)
      if (world.account && world.account !== account) this.signOut(tab, true)
      await world.run(5000)
      world.signIn(account)
      await world.run(5000)
      while (world.server.work());
      void tab.sync()
      await world.run(5000)
      expect(tab.unfinished(), 'nothing is owed or left hanging').toEqual([])
      this.check(account, tab)
    }
    expect(world.steps.length, 'the world has come to rest').toBe(0)
  }

  check(account: string, tab: Tab): void {
    const { server } = this.world
    for (const [taskId, job] of this.jobs) {
      if (job.owner !== account) continue
      const held = server.tasks.get(taskId)
      const record = tab.memory.get(taskId)
      if (held) expect(held.userId, 'sent by its own account').toBe(account)
      if (job.bad) expect(held, 'a job that no engine can run costs nothing').toBeUndefined()
      if (job.removed) {
        if (!record && job.kept) expect(held?.deleted ?? true, 'removed here and there').toBe(true)
        continue
      }
      if (!job.kept || job.deleted) continue
      // Stopped before it was sent, or failed in the moment of a sign-out, which takes along what has had its end.
      if (!record && !held && (job.cancelled || this.world.ended.has(taskId))) continue
      if (!record) throw new Error(`${taskId} was lost`)
      expect(record.userId).toBe(account)
      if (held) expect(record.state, 'what the server says').toBe(held.task.state)
      else if (job.bad) expect(['failed', 'cancelled']).toContain(record.state)
      else if (record.state !== 'cancelled') {
        expect([record.state, record.error?.code], 'gave up after many tries').toEqual(['failed', 5000])
      }
      if (record.state === 'cancelled' && !held) expect(job.cancelled, 'only the user cancels').toBe(true)
    }
  }
}

const accountAt = (n: number) => ACCOUNTS[n % 2] ?? 'ann'

/** Everything that may happen. */
const PLAYS = {
  submit: ({ submit }, tab) => submit(tab, false),
  submitMore: ({ submit }, tab) => submit(tab, false),
  submitBad: ({ submit }, tab) => submit(tab, true),
  cancel: ({ wish }, tab, _a, b) => wish(tab, b, 'cancelled'),
  remove: ({ wish }, tab, _a, b) => wish(tab, b, 'removed'),
  move(_player, tab, a, b) {
    const job = tab.waiting()[b]
    if (job) void tab.outbox.move(job.taskId, a)
  },
  crash: ({ world }, tab) => world.crash(tab),
  openTab({ world }) {
    if (world.tabs.length < 3) world.open()
  },
  offline: ({ world }) => world.setNetwork(false),
  online: ({ world }) => world.setNetwork(true),
  restartServer({ world }) {
    world.server.epoch++
  },
  endSession: ({ world }) => world.server.sessions.clear(),
  signOutKeep: ({ signOut }, tab) => signOut(tab, true),
  signOutDelete: ({ signOut }, tab) => signOut(tab, false),
  signIn({ world }, _tab, a) {
    // An account has to leave before another one comes.
    if ((world.account ?? accountAt(a)) === accountAt(a)) world.signIn(accountAt(a))
  },
  pause: ({ world }) => world.setPaused(true),
  resume: ({ world }) => world.setPaused(false),
  work({ world }) {
    world.server.work()
  },
  sync: (_player, tab) => void tab.sync(),
  spend: ({ world }, _tab, a) => void world.server.purses.set(accountAt(a), 0),
  refill({ world: { server } }, _tab, a) {
    server.purses.set(accountAt(a), (server.purses.get(accountAt(a)) ?? 0) + 2)
  },
} satisfies Record<string, (player: Player, tab: Tab, a: number, b: number) => void>

const zEvent = fc.record({
  kind: fc.constantFrom(...(Object.keys(PLAYS) as (keyof typeof PLAYS)[])),
  /** Which tab, which task, which place. */
  a: fc.nat(7),
  b: fc.nat(7),
  /** Steps of the world that follow. */
  turns: fc.nat(14),
})
type HistoryEvent = { kind: keyof typeof PLAYS; a: number; b: number; turns: number }

async function play(seed: number, history: readonly HistoryEvent[]): Promise<void> {
  const player = new Player(seed)
  for (const event of history) {
    player.play(event)
    await player.world.run(event.turns)
  }
  await player.settle()
  const { server } = player.world
  expect(server.conflicts, 'a repeat is the same request').toBe(0)
  expect(new Set(server.accepted).size).toBe(server.accepted.length)
  expect(server.holds, 'a charge for each accepted job').toBe(server.tasks.size)
}

it('任何断网、崩溃、重复、重启的历史：每个任务恰好完成一次，或可见地失败', { timeout: 120_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.nat(), fc.array(zEvent, { minLength: 3, maxLength: 40 }), play), {
    numRuns: Number(process.env.OUTBOX_RUNS ?? 1000),
  })
})
