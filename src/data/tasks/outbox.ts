import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { AppError, toAppError } from '#contracts/errors.ts'
import { call } from '#src/data/api/api.ts'
import { network, probe } from '#src/data/api/network.ts'
import { expiredAccount, refreshTickets, tickets, user } from '#src/data/api/session.ts'
import { ensureAsset } from '#src/data/files/upload.ts'
import { freeBlobs } from '#src/data/store/blob-sweep.ts'
import { readBlob, saveBlobs } from '#src/data/store/blobs.ts'
import { parseRecord } from '#src/data/store/db.ts'
import { newId, withLock } from '#src/data/store/locks.ts'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { useComputedValue, useSignalValue } from '#src/data/store/signal-hooks.ts'
import { hashFile } from '#src/worker-clients/image-files.ts'
import { Outbox, type OutboxServer } from './outbox-core.ts'
import {
  type Blocker,
  blockerOf,
  bytesToUpload,
  type Estimate,
  estimateCost,
  type Hold,
  jobsToSend,
  type OutboxView,
} from './outbox-model.ts'
import { onWifi, outboxPaused, wifiOnly } from './outbox-settings.ts'
import { GUEST, type LocalTask, zLocalTask } from './task-model.ts'
import { readUnsettled } from './task-pages.ts'
import {
  allRecords,
  changeRecord,
  changeRecords,
  dropRecords,
  findRecord,
  freshRecord,
  onRemoteChange,
  visibleTasks,
} from './task-store.ts'
import { followTasks } from './task-sync.ts'

/** Tag of Background Sync and type of the message that the service worker then sends. */
const SYNC_TAG = 'zhuhui-outbox'
const WAKE_MESSAGE = 'OUTBOX_WAKE'

/** Failed jobs that the drawer still lists; the list of tasks has them all. */
const MOST_FAILED = 20

const hold: ReadonlySignal<Hold | null> = computed(() => {
  if (network.value === 'offline') return 'offline'
  if (!user.value) return 'signIn'
  if (outboxPaused.value) return 'paused'
  return wifiOnly.value && onWifi.value === false ? 'wifi' : null
})

const server: OutboxServer = {
  async upload(task, input, signal, onBytes) {
    const blob = await readBlob(input.key)
    if (!blob) throw new AppError('FILE_DAMAGED', `“${input.name}”已不在本机，请重新选择图片`)
    const assetId = input.assetId ?? (await hashFile(blob, { signal }))
    const typed = blob.type ? blob : blob.slice(0, blob.size, input.type)
    const { userId } = task
    await ensureAsset({ blob: typed, assetId, name: input.name, userId, signal, onProgress: onBytes })
    return assetId
  },
  start: (body) => call('startTask', { body }),
  cancel: (taskId) => call('cancelTask', { body: { taskId } }),
  ask: (taskId) => call('getTaskByTaskId', { query: { taskId } }),
  async remove(taskId) {
    try {
      await call('delTaskByTaskId', { query: { taskId } })
    } catch (thrown) {
      if (toAppError(thrown).errorName !== 'TASK_STATE') throw thrown
      await call('cancelTask', { body: { taskId } })
      await call('delTaskByTaskId', { query: { taskId } })
    }
  },
  async isReachable() {
    await probe()
    return network.peek() !== 'offline'
  },
}

const revision = signal(0)

/** The outbox of this tab. */
export const outbox = new Outbox({
  store: {
    all: allRecords,
    find: findRecord,
    fresh: freshRecord,
    change: changeRecord,
    changeAll: changeRecords,
    drop: dropRecords,
    freeBlobs,
  },
  server,
  owner: () => user.peek()?.id,
  hold: () => hold.peek(),
  canPay: ({ kind, amount }) => (tickets.peek()?.[kind] ?? amount) >= amount,
  async lock(work) {
    await withLock('zhuhui-outbox', work)
  },
  now: Date.now,
  random: Math.random,
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  onSettled() {
    followTasks()
    void refreshTickets()
  },
  onChange() {
    revision.value++
  },
})

/** Sends what is owed, in order, in one tab at a time. */
export function wakeOutbox(): void {
  outbox.wake()
}

/** What the drawer and the badges show. */
export interface OutboxState {
  /** Jobs of the account on show, in the order of sending. */
  jobs: LocalTask[]
  /** Jobs that a visitor of this device made; an account has to take them over before they are sent. */
  guestJobs: LocalTask[]
  view: OutboxView
  /** What the jobs will cost, by purse. */
  estimates: Estimate[]
  /** Bytes still to be uploaded. */
  bytes: number
  /** Jobs that failed before the server had them, newest first; their pictures are still here. */
  failed: LocalTask[]
}

const state: ReadonlySignal<OutboxState> = computed(() => {
  revision.value
  // Read for their changes: the view peeks at them.
  hold.value
  const all = jobsToSend(visibleTasks.value)
  const owner = user.value?.id
  const guestJobs = all.filter(({ userId }) => userId === GUEST)
  const jobs = all.filter(({ userId }) => userId === owner)
  const counted = owner ? jobs : guestJobs
  const failed = visibleTasks.value.filter(
    ({ origin, state, attempted }) => origin === 'server' && state === 'failed' && attempted !== undefined,
  )
  return {
    jobs,
    guestJobs,
    view: outbox.view(),
    estimates: estimateCost(counted, tickets.value),
    bytes: bytesToUpload(counted),
    failed: failed.slice(0, MOST_FAILED),
  }
})

/** What waits in the outbox; re-renders when it changes. */
export function useOutbox(): OutboxState {
  return useSignalValue(state)
}

const count: ReadonlySignal<number> = computed(() => state.value.jobs.length + state.value.guestJobs.length)

/** Why nothing is sent now; null when it may be. */
export function currentHold(): Hold | null {
  return hold.peek()
}

/** What a job of the outbox waits for; re-renders when that changes. */
export function useBlocker(task: Pick<LocalTask, 'taskId' | 'userId' | 'asks'>): Blocker {
  const { taskId, asks } = task
  return useComputedValue(`${taskId} ${asks?.amount ?? ''}`, () =>
    blockerOf(task, state.value.view, user.value?.id),
  )
}

/** Jobs of the signed-in account that wait to be sent, now. */
export function waitingJobs(): readonly LocalTask[] {
  return state.peek().jobs
}

/** Number of jobs that wait to be sent. */
export function useOutboxCount(): number {
  return useSignalValue(count)
}

/**
 * Takes the jobs that a visitor made into the account that is signed in, which pays for them. Their bytes are
 * stored again under the account, so that a sign-out clears them as well.
 */
export async function adoptGuestJobs(): Promise<void> {
  const owner = user.peek()?.id
  if (!owner) return
  for (const { taskId, localInputs = [] } of state.peek().guestJobs) {
    const blobs = await Promise.all(localInputs.map(({ key }) => readBlob(key)))
    const keys = localInputs.map(() => newId())
    const entries = blobs.flatMap((blob, i) => (blob ? [[keys[i] ?? '', blob] as const] : []))
    // A full disk is told by useStorageProblem; the bytes then live in memory.
    await saveBlobs(entries, owner).catch(() => undefined)
    await changeRecord(taskId, (task) => {
      if (task.userId !== GUEST) return task
      const moved = task.localInputs?.map((input, i) => ({ ...input, key: keys[i] ?? input.key }))
      return { ...task, userId: owner, ...(moved ? { localInputs: moved } : {}) }
    })
    freeBlobs(localInputs.map(({ key }) => key))
  }
  outbox.wake()
}

/** Jobs of the account whose session has run out: they wait, unseen, until it signs in again. */
const expiredJobs = signal(0)

/** Number of jobs that wait for the account whose session has run out. */
export function useExpiredJobs(): number {
  return useSignalValue(expiredJobs)
}

async function countExpired(owner: string | null): Promise<void> {
  const found = owner ? await readUnsettled(owner) : []
  const tasks = found.flatMap((record) => parseRecord(zLocalTask, record, 'tasks') ?? [])
  if (expiredAccount.peek() === owner) expiredJobs.value = jobsToSend(tasks).length
}

/** Asks the browser to wake a page of this app once there is a network again. Few browsers can. */
async function registerSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const sync = (registration as { sync?: { register: (tag: string) => Promise<void> } } | undefined)?.sync
  // Refused in private windows and without leave: the page itself still wakes up.
  await sync?.register(SYNC_TAG).catch(() => undefined)
}

/** Wakes the outbox when the network, the user or the purse comes back, and when another tab adds something. */
export function watchOutbox(): void {
  onRemoteChange(wakeOutbox)
  onPrivateDataCleared(wakeOutbox)
  let before: Hold | null = null
  effect(() => {
    const now = hold.value
    // Outside of this effect, which must not depend on what the outbox reads.
    queueMicrotask(() => (before && !now ? outbox.hurry() : outbox.wake()))
    if (now) queueMicrotask(() => void outbox.markWaiting())
    before = now
  })
  const purses = computed(() => JSON.stringify(tickets.value))
  effect(() => {
    if (purses.value) queueMicrotask(() => outbox.recheck())
  })
  effect(() => {
    if (hold.value === 'offline' && count.value > 0) queueMicrotask(() => void registerSync())
  })
  effect(() => {
    const owner = expiredAccount.value
    queueMicrotask(() => void countExpired(owner))
  })
  const handleReturn = () => {
    if (document.visibilityState === 'visible') outbox.hurry()
  }
  window.addEventListener('focus', handleReturn)
  document.addEventListener('visibilitychange', handleReturn)
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data && 'type' in data && data.type === WAKE_MESSAGE) {
      void probe().then(() => outbox.hurry())
    }
  })
}
