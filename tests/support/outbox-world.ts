import { AppError, type ErrorName } from '#contracts/errors.ts'
import type { Reach } from '#contracts/reach.ts'
import { isFinal } from '#contracts/task.ts'
import { Outbox, type OutboxPorts, type OutboxServer, type OutboxStore } from '#src/data/tasks/outbox-core.ts'
import { type Hold, jobsToSend, keptAtSignOut } from '#src/data/tasks/outbox-model.ts'
import {
  blobKeys,
  type LocalTask,
  mergeServer,
  newTask,
  owesServer,
  zLocalTask,
} from '#src/data/tasks/task-model.ts'
import { FakeServer } from './outbox-server.ts'

type Change = (task: LocalTask) => LocalTask

/** What happens to one request. */
export type Fate = 'ok' | 'lost' | 'unanswered' | 'twice' | 'sick' | 'sickAfter' | 'busy'
const FATES: readonly Fate[] = ['lost', 'unanswered', 'twice', 'sick', 'sickAfter', 'busy']

interface Step {
  tab: Tab
  /** Steps of one lane keep their order, as transactions of one tab do. */
  lane: string
  run: () => void
}

/** One browser with its tabs and its disk, a network, a server, and a clock: all of it stands still until told. */
export class World {
  readonly server = new FakeServer()
  /** Records as JSON, and keys of the bytes: what survives a crash. */
  readonly disk = new Map<string, string>()
  readonly blobs = new Set<string>()
  tabs: Tab[] = []
  steps: Step[] = []
  timers: { tab: Tab; at: number; run: () => void }[] = []
  now = 1_000_000
  networkUp = true
  paused = false
  /** Token of the session's cookie, and the account that this browser takes to be signed in. */
  cookie: string | null = null
  account: string | undefined
  /** A sign-out that has to be finished: at the next start, if its tab dies. */
  clearing: { owner: string; keep: boolean } | null = null
  calm = false
  /** Jobs that had had their end, visibly, when a sign-out took them along. */
  readonly ended = new Set<string>()
  lockHolder: Tab | undefined
  lockQueue: { tab: Tab; grant: () => void }[] = []
  #seed: number
  #sessions = 0

  constructor(seed: number) {
    this.#seed = seed >>> 0
  }

  /** 0..1, by the seed (mulberry32). */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) >>> 0
    let t = this.#seed
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  fate(): Fate {
    if (this.calm || this.random() < 0.6) return 'ok'
    return FATES[Math.floor(this.random() * FATES.length)] ?? 'ok'
  }

  open(): Tab {
    const tab = new Tab(this)
    this.tabs.push(tab)
    void tab.begin()
    return tab
  }

  /** The tab is gone at once: nothing that it waited for reaches it, and its lock is free. */
  crash(tab: Tab): void {
    tab.dead = true
    this.tabs = this.tabs.filter((one) => one !== tab)
    this.steps = this.steps.filter((step) => step.tab !== tab)
    this.timers = this.timers.filter((timer) => timer.tab !== tab)
    this.lockQueue = this.lockQueue.filter((waiting) => waiting.tab !== tab)
    if (this.lockHolder === tab) this.releaseLock()
  }

  releaseLock(): void {
    this.lockHolder = undefined
    const next = this.lockQueue.shift()
    if (!next) return
    this.lockHolder = next.tab
    next.grant()
  }

  setNetwork(up: boolean): void {
    this.networkUp = up
    if (up) for (const tab of this.tabs) tab.later('event', () => tab.heardOf())
  }

  setPaused(paused: boolean): void {
    this.paused = paused
    for (const tab of this.tabs) tab.later('event', () => (paused ? tab.outbox.wake() : tab.outbox.hurry()))
  }

  signIn(account: string): void {
    if (!this.networkUp) return
    // A sign-out that was cut short is finished first.
    if (this.clearing) return void this.tabs[0]?.finishClearing().then(() => this.signIn(account))
    this.cookie = `session-${++this.#sessions}`
    this.server.sessions.set(this.cookie, account)
    this.account = account
    for (const tab of this.tabs) tab.later('event', () => void tab.takeAccount())
  }

  /** The user signs out in one tab; the others hear of it a moment later. */
  signOut(tab: Tab, keep: boolean): void {
    const owner = this.account
    if (!owner) return
    this.clearing = { owner, keep }
    this.account = undefined
    this.cookie = null
    tab.forget(owner)
    for (const other of this.tabs) if (other !== tab) other.later('event', () => other.forget(owner))
    void tab.finishClearing()
  }

  /** Runs one waiting step, or lets time pass until the next timer; false when nothing is left to do. */
  async turn(): Promise<boolean> {
    const ready = this.steps.filter(
      (step, i) => !this.steps.slice(0, i).some((one) => one.tab === step.tab && one.lane === step.lane),
    )
    const next = ready[Math.floor(this.random() * ready.length)]
    if (next) {
      this.steps.splice(this.steps.indexOf(next), 1)
      next.run()
    } else {
      const [timer] = this.timers.sort((a, b) => a.at - b.at)
      if (!timer) return false
      this.timers.splice(this.timers.indexOf(timer), 1)
      this.now = Math.max(this.now, timer.at)
      timer.run()
    }
    await new Promise((settle) => setImmediate(settle))
    return true
  }

  async run(turns: number): Promise<void> {
    for (let i = 0; i < turns; i++) if (!(await this.turn())) return
  }

  recordsOnDisk(): LocalTask[] {
    return [...this.disk.values()].map((text) => zLocalTask.parse(JSON.parse(text)))
  }

  /** Bytes that no record refers to any more. */
  freeBlobs(keys: readonly string[]): void {
    const named = new Set(
      [...this.recordsOnDisk(), ...this.tabs.flatMap((tab) => [...tab.memory.values()])].flatMap(blobKeys),
    )
    for (const key of keys) if (!named.has(key)) this.blobs.delete(key)
  }
}

/** One tab: what it remembers, and a real outbox that works with it. */
export class Tab {
  readonly world: World
  readonly memory = new Map<string, LocalTask>()
  /** Records whose first write is still to come. */
  readonly #unsaved = new Set<string>()
  readonly #removed = new Set<string>()
  readonly outbox: Outbox
  dead = false
  owner: string | undefined
  purse: number | null = null
  #offline = false

  constructor(world: World) {
    this.world = world
    this.outbox = new Outbox(this.#ports())
  }

  /** Something that happens to this tab later, unless it dies before. */
  later(lane: string, run: () => void): void {
    if (!this.dead) this.world.steps.push({ tab: this, lane, run })
  }

  /** Work whose promise stands still until its turn comes, and for ever when the tab dies. */
  #step<T>(lane: string, run: () => T): Promise<T> {
    return new Promise((settle, reject) => {
      this.later(lane, () => {
        try {
          settle(run())
        } catch (thrown) {
          reject(thrown)
        }
      })
    })
  }

  async begin(): Promise<void> {
    if (this.world.clearing) await this.finishClearing()
    await this.takeAccount()
  }

  async takeAccount(): Promise<void> {
    this.owner = this.world.account
    this.purse = null
    await this.#step('disk', () => {
      for (const task of this.world.recordsOnDisk()) {
        if (task.userId === this.owner && !this.memory.has(task.taskId)) this.memory.set(task.taskId, task)
      }
    })
    this.outbox.hurry()
    void this.#refreshPurse()
  }

  heardOf(): void {
    this.#offline = false
    this.outbox.hurry()
  }

  forget(owner: string): void {
    if (this.owner === owner) this.owner = undefined
    for (const [id, task] of this.memory) if (task.userId === owner) this.memory.delete(id)
    this.#unsaved.clear()
    this.outbox.wake()
  }

  finishClearing(): Promise<void> {
    return this.#step('disk', () => {
      const { world } = this
      if (!world.clearing) return
      const { owner, keep } = world.clearing
      const freed: string[] = []
      for (const task of world.recordsOnDisk()) {
        if (task.userId !== owner) continue
        const kept = keep ? keptAtSignOut(task) : null
        freed.push(...blobKeys(task))
        if (isFinal(task.state)) world.ended.add(task.taskId)
        if (kept) world.disk.set(task.taskId, JSON.stringify(kept))
        else world.disk.delete(task.taskId)
      }
      world.clearing = null
      world.freeBlobs(freed)
    })
  }

  /** The user starts a job; resolves when it is safe on the disk. */
  async submit(taskId: string, toolId: string, reach?: Reach): Promise<void> {
    const { world, owner } = this
    if (!owner) return
    const key = `bytes-${taskId}`
    const task = newTask({
      taskId,
      userId: owner,
      request: { toolId, op: 'matting', params: {}, place: 'local', reach },
      inputs: [],
      localInputs: [{ role: 'image', key, name: 'a.png', type: 'image/png', bytes: 9, assetId: null }],
      phase: this.#hold() ? 'waiting' : 'uploading',
      now: world.now++,
    })
    this.memory.set(taskId, task)
    this.#unsaved.add(taskId)
    await this.#step('disk', () => world.blobs.add(key))
    await this.#step('disk', () => {
      // Signed out meanwhile: the record went with the account.
      const now = this.memory.get(taskId)
      if (now) this.#write(taskId, now)
      this.#unsaved.delete(taskId)
    })
    this.outbox.wake()
  }

  /** Asks the server for the account's tasks and follows them, as the list does. */
  async sync(): Promise<void> {
    const { owner } = this
    if (!owner) return
    const confirmed = [...this.memory.values()].filter((task) => task.attempted === undefined && !task.intent)
    const answers = await this.#request(() => this.world.server.list(this.world.cookie)).catch(() => null)
    if (!answers || this.owner !== owner) return
    const told = new Set(answers.map(({ taskId }) => taskId))
    await this.#store.drop(confirmed.flatMap(({ taskId }) => (told.has(taskId) ? [] : taskId)))
    for (const answer of answers) {
      if (!this.memory.has(answer.taskId)) await this.#store.fresh(answer.taskId)
      if (this.owner !== owner || this.#removed.has(answer.taskId)) continue
      const known = this.memory.get(answer.taskId)
      if (known) await this.#store.change(answer.taskId, (task) => mergeServer(task, answer, owner))
      else await this.#add(mergeServer(undefined, answer, owner))
    }
  }

  /** A task that this device did not know. */
  async #add(task: LocalTask): Promise<void> {
    this.memory.set(task.taskId, task)
    await this.#step('disk', () => this.#write(task.taskId, this.memory.get(task.taskId)))
  }

  async #refreshPurse(): Promise<void> {
    const { owner, world } = this
    if (!owner) return
    const left = await this.#request(() => world.server.purses.get(owner) ?? 0).catch(() => null)
    if (left === null || left === this.purse || this.owner !== owner) return
    this.purse = left
    this.outbox.recheck()
  }

  #hold(): Hold | null {
    if (this.#offline) return 'offline'
    if (!this.owner) return 'signIn'
    return this.world.paused ? 'paused' : null
  }

  #write(taskId: string, task: LocalTask | undefined): void {
    const { world } = this
    if (task) world.disk.set(taskId, JSON.stringify(task))
    else world.disk.delete(taskId)
    for (const other of world.tabs) {
      if (other !== this) other.later('event', () => void other.#hear(taskId))
    }
  }

  /** Another tab has changed a record. */
  async #hear(taskId: string): Promise<void> {
    await this.#store.fresh(taskId)
    this.outbox.wake()
  }

  #readDisk(taskId: string): LocalTask | undefined {
    const text = this.world.disk.get(taskId)
    return text === undefined ? undefined : zLocalTask.parse(JSON.parse(text))
  }

  #changeOnDisk(taskId: string, change: Change): Promise<void> {
    return this.#step('disk', () => {
      const stored = this.#readDisk(taskId)
      const after = this.#unsaved.has(taskId) ? this.memory.get(taskId) : stored && change(stored)
      if (!after) return void this.memory.delete(taskId)
      this.#write(taskId, after)
      this.#unsaved.delete(taskId)
      if (this.memory.has(taskId)) this.memory.set(taskId, after)
    })
  }

  readonly #store: OutboxStore = {
    all: () => this.memory.values(),
    find: (taskId) => this.memory.get(taskId),
    fresh: (taskId) =>
      this.#step('disk', () => {
        if (this.#unsaved.has(taskId)) return this.memory.get(taskId)
        const task = this.#readDisk(taskId)
        if (task && task.userId === this.owner) this.memory.set(taskId, task)
        else this.memory.delete(taskId)
        return this.memory.get(taskId)
      }),
    change: async (taskId, change, keep = true) => {
      const before = this.memory.get(taskId)
      const after = before && change(before)
      if (!after || after === before) return after
      this.memory.set(taskId, after)
      if (keep) await this.#changeOnDisk(taskId, change)
      return this.memory.get(taskId)
    },
    changeAll: async (taskIds, change) => {
      await Promise.all(taskIds.map((id) => this.#store.change(id, change)))
    },
    drop: async (taskIds) => {
      for (const id of taskIds) {
        this.memory.delete(id)
        this.#removed.add(id)
      }
      await Promise.all(taskIds.map((id) => this.#step('disk', () => this.#write(id, undefined))))
    },
    freeBlobs: (keys) => this.later('free', () => this.world.freeBlobs(keys)),
  }

  /** A request to the server and its answer: two moments between which everything may happen. */
  async #request<T>(handle: () => T): Promise<T> {
    const { world } = this
    const fate = world.fate()
    const { epoch, answer } = await this.#step('way', () => {
      if (!world.networkUp || fate === 'lost') throw new AppError('NETWORK')
      if (fate === 'sick') throw new AppError('INTERNAL')
      if (fate === 'busy') throw new AppError('TOO_MANY', undefined, { retryAfterMs: 3000 })
      const attempt = (): { value: T } | { error: unknown } => {
        try {
          return { value: handle() }
        } catch (error) {
          return { error }
        }
      }
      const first = attempt()
      return { epoch: world.server.epoch, answer: fate === 'twice' ? attempt() : first }
    })
    return this.#step('way', () => {
      const isCut = !world.networkUp || fate === 'unanswered' || epoch !== world.server.epoch
      if (isCut) throw new AppError('NETWORK')
      if (fate === 'sickAfter') throw new AppError('INTERNAL')
      if ('value' in answer) return answer.value
      const name: ErrorName | undefined =
        answer.error instanceof AppError ? answer.error.errorName : undefined
      if (name === 'NOT_SIGNED_IN') this.#loseSession()
      throw answer.error
    })
  }

  #loseSession(): void {
    this.owner = undefined
    this.later('event', () => this.outbox.wake())
  }

  readonly #server: OutboxServer = {
    upload: async (task, input, signal, onBytes) => {
      if (!this.world.blobs.has(input.key)) throw new AppError('FILE_DAMAGED')
      const assetId = input.assetId ?? task.taskId.replaceAll('-', '').padEnd(64, '0')
      const token = this.world.cookie
      await this.#request(() => this.world.server.upload(token, assetId))
      onBytes(input.bytes)
      if (signal.aborted) throw new AppError('CANCELLED')
      return assetId
    },
    start: (body) => this.#as((token) => this.world.server.start(token, body)),
    cancel: (taskId) => this.#as((token) => this.world.server.cancel(token, taskId)),
    ask: (taskId) => this.#as((token) => this.world.server.ask(token, taskId)),
    remove: (taskId) => this.#as((token) => this.world.server.remove(token, taskId)),
    isReachable: () =>
      this.#step('way', () => {
        this.#offline = !this.world.networkUp
        if (this.#offline) this.#probeLater()
        return !this.#offline
      }),
  }

  #probeLater(): void {
    const { world } = this
    world.timers.push({
      tab: this,
      at: world.now + 5000,
      run: () => {
        if (world.networkUp) this.heardOf()
        else if (!world.calm) this.#probeLater()
      },
    })
  }

  /** A request carries the cookie that the browser has when it goes out. */
  #as<T>(handle: (token: string | null) => T): Promise<T> {
    const token = this.world.cookie
    return this.#request(() => handle(token))
  }

  #ports(): OutboxPorts {
    const { world } = this
    return {
      store: this.#store,
      server: this.#server,
      owner: () => this.owner,
      hold: () => this.#hold(),
      canPay: ({ amount }) => (this.purse ?? amount) >= amount,
      lock: (work) => this.#lock(work),
      now: () => world.now,
      random: () => 0.5,
      after: (ms, run) => {
        const timer = { tab: this, at: world.now + ms, run }
        world.timers.push(timer)
        return () => {
          world.timers = world.timers.filter((one) => one !== timer)
        }
      },
      onSettled: () => void this.#refreshPurse(),
      onChange: () => undefined,
    }
  }

  async #lock(work: () => Promise<void>): Promise<void> {
    const { world } = this
    await new Promise<void>((grant) => {
      if (world.lockHolder) world.lockQueue.push({ tab: this, grant: () => this.later('event', grant) })
      else {
        world.lockHolder = this
        this.later('event', grant)
      }
    })
    try {
      await work()
    } finally {
      if (world.lockHolder === this) world.releaseLock()
    }
  }

  /** Jobs in the order in which they will be sent. */
  waiting(): LocalTask[] {
    return jobsToSend(this.memory.values())
  }

  unfinished(): LocalTask[] {
    return [...this.memory.values()].filter((task) => owesServer(task) || !isFinal(task.state))
  }
}
