import { AppError, toAppError } from '#contracts/errors.ts'
import type { ModelId } from '#contracts/models.ts'
import { PLACE_TITLES } from '#contracts/ops.ts'
import { isBuiltIn, OPS, type OpId, paramsOf } from '#ops/index.ts'
import { resultName } from '#ops/result-name.ts'
import { cutOutFor } from '#src/data/drafts/cut-outs.ts'
import { openScene } from '#src/data/files/scene-files.ts'
import { openForRender, openMaterial } from '#src/data/settings/material-files.ts'
import { packWith } from '#src/data/settings/pack-list.ts'
import { ensurePack } from '#src/data/settings/packs.ts'
import { readBlob, saveBlobs } from '#src/data/store/blobs.ts'
import { withLock } from '#src/data/store/locks.ts'
import { formatBytes } from '#src/text/format.ts'
import { digestFile } from '#src/worker-clients/image-files.ts'
import {
  networksOf,
  type Openers,
  type RunInput,
  type RunMade,
  runOnDevice,
} from '#src/worker-clients/image-ops.ts'
import type { JobOptions } from '#src/worker-clients/pool.ts'
import { cancelHere, failHere, isDeviceWork, type LocalTask } from './task-model.ts'
import { changeRecord, findRecord, visibleTasks } from './task-store.ts'

/** Part of a task's progress that a download takes which it has to wait for. */
const DOWNLOAD_PART = 0.5

/** Waits for the pack of networks and gives the options of the work that comes after it. */
async function withNetworks(options: JobOptions, ids: readonly ModelId[]): Promise<JobOptions> {
  const id = packWith(ids)
  if (!id) return options
  const { signal, onStart, onProgress } = options
  let waited = false
  await ensurePack(id, {
    signal,
    onProgress: ({ arrived, bytes, error }) => {
      if (!waited) onStart?.()
      waited = true
      const step = error
        ? '等待网络，离线包还没有下完'
        : `正在下载离线包，${formatBytes(arrived)} / ${formatBytes(bytes)}`
      onProgress?.((DOWNLOAD_PART * arrived) / bytes, step)
    },
  })
  if (!waited) return options
  return {
    signal,
    onProgress: (part, step) => onProgress?.(DOWNLOAD_PART + (1 - DOWNLOAD_PART) * part, step),
  }
}

const OPEN: Openers = { material: openMaterial, library: openForRender, scene: openScene }

/** What a run is given: of an operation that works on a cut-out, that as well, which is kept for the next one. */
async function withCutOut(op: OpId, inputs: readonly RunInput[], image: File, options: JobOptions) {
  if (OPS[op].networks?.sparedBy !== 'cutOut') return inputs
  const mask = inputs.find(({ role }) => role === 'mask')?.file
  const file = await cutOutFor(image, mask, { options, ready: withNetworks, shared: false })
  return [...inputs, { role: 'cut', file } as const]
}

/** Carries out an operation, after the networks that it waits for. */
async function carryOut(
  { op, params }: LocalTask,
  given: readonly RunInput[],
  image: File,
  options: JobOptions,
): Promise<RunMade> {
  const inputs = await withCutOut(op, given, image, options)
  const work = { op, params: paramsOf(op).parse(params), inputs }
  const ids = await networksOf(work, options)
  const rest = await withNetworks(options, ids)
  return runOnDevice(work, ids, OPEN, rest)
}

/** Ops that submit can run on this device. */
export function runsOnDevice(op: OpId): boolean {
  return isBuiltIn(op, 'device') && OPS[op].output === 'image'
}

const running = new Map<string, AbortController>()

/** Stops a device task's job, if it runs or waits in this tab. */
export function stopDeviceTask(taskId: string): void {
  running.get(taskId)?.abort()
}

async function openInput(task: LocalTask): Promise<File> {
  const input = task.localInputs?.find(({ role }) => role === 'image') ?? task.localInputs?.[0]
  const blob = input && (await readBlob(input.key))
  if (!input || !blob) throw new AppError('INPUT_MISSING', '原图已不在本机，请重新选择图片')
  return new File([blob], input.name, { type: input.type })
}

/** Everything that was given, the picture first; further pictures in its role belong to other tasks. */
async function openInputs(task: LocalTask, image: File): Promise<RunInput[]> {
  const others = (task.localInputs ?? []).filter(({ role }) => role !== 'image')
  const files = await Promise.all(others.map(async ({ role, key }) => ({ role, file: await readBlob(key) })))
  return [
    { role: 'image', file: image },
    ...files.flatMap(({ role, file }) => (file ? [{ role, file }] : [])),
  ]
}

async function store(
  task: LocalTask,
  { pictures, note, trim, structure }: RunMade,
  source: File,
): Promise<void> {
  const made = await Promise.all(
    pictures.map(async (picture) => ({ ...picture, ...(await digestFile(picture.blob)) })),
  )
  // Removed meanwhile: nothing would ever free these bytes.
  if (!findRecord(task.taskId)) return
  // A full disk is told by useStorageProblem; the picture stays in memory and can still be saved.
  await saveBlobs(
    made.map(({ sha256, blob }) => [sha256, blob]),
    task.userId,
  ).catch(() => undefined)
  const chosen = task.localInputs?.find(({ role }) => role === 'image')?.chosenBytes
  const before = OPS[task.op].comparesBytes ? (chosen ?? source.size) : undefined
  await changeRecord(task.taskId, (now) =>
    now.state === 'cancelled'
      ? now
      : {
          ...now,
          state: 'done',
          progress: 1,
          step: '',
          engine: PLACE_TITLES.device,
          outputs: made.map(({ sha256: id, blob: { type, size: bytes }, width, height, title }) => ({
            ...{ id, type, bytes, width, height, name: resultName(task.op, source.name, type, title) },
            ...(trim ? { trim } : {}),
          })),
          outputMeta: made.map(({ sha256: key, crc32, quality }) => ({
            ...{ key, crc32, before, quality },
            ...(structure ? { structure } : {}),
          })),
          text: note || null,
          finishedAt: Date.now(),
        },
  )
}

async function work(task: LocalTask, signal: AbortSignal): Promise<void> {
  if (!runsOnDevice(task.op)) throw new AppError('OP_UNAVAILABLE', '当前版本还不能在本机完成')
  const file = await openInput(task)
  const options: JobOptions = {
    signal,
    onStart: () => {
      const startedAt = Date.now()
      void changeRecord(
        task.taskId,
        (now) => (now.state === 'queued' ? { ...now, state: 'running', startedAt } : now),
        false,
      )
    },
    onProgress: (progress, step) => {
      const upTo = Math.min(0.99, Math.max(0, progress))
      void changeRecord(
        task.taskId,
        (now) => (now.state === 'running' ? { ...now, progress: upTo, step } : now),
        false,
      )
    },
  }
  await store(task, await carryOut(task, await openInputs(task, file), file, options), file)
}

async function runTask(taskId: string): Promise<void> {
  if (running.has(taskId)) return
  const controller = new AbortController()
  running.set(taskId, controller)
  try {
    // One tab at a time: a second one would draw the same picture again.
    await withLock(
      `zhuhui-device-${taskId}`,
      async () => {
        const task = findRecord(taskId)
        if (task && isDeviceWork(task)) await work(task, controller.signal)
      },
      { wait: false },
    )
  } catch (thrown) {
    const error = toAppError(thrown, 'DEVICE_FAILED')
    await changeRecord(taskId, (now) =>
      error.errorName === 'CANCELLED' ? cancelHere(now, Date.now()) : failHere(now, error, Date.now()),
    )
  } finally {
    running.delete(taskId)
  }
}

/** Starts (again) every unfinished device task that is on show; those that run are left alone. */
export function runDeviceTasks(): void {
  // Oldest first: the pool keeps the order of the calls.
  for (const task of [...visibleTasks.peek()].reverse()) if (isDeviceWork(task)) void runTask(task.taskId)
}
