import { PLACE_TITLES } from '#contracts/ops.ts'
import type { StructureReport } from '#contracts/structure.ts'
import { currentOwner } from '#src/data/api/session.ts'
import { saveBlobs } from '#src/data/store/blobs.ts'
import { newId } from '#src/data/store/locks.ts'
import { digestFile } from '#src/worker-clients/image-files.ts'
import type { LocalInput, LocalTask } from './task-model.ts'
import { changeRecord, putRecords } from './task-store.ts'

/** Stores the report of the structure check with a result, so that it is run once. */
export async function keepStructure(
  taskId: string,
  index: number,
  structure: StructureReport,
): Promise<void> {
  await changeRecord(taskId, (task) => ({
    ...task,
    outputMeta: task.outputs.map((_, at) => {
      const meta = task.outputMeta[at] ?? { key: null }
      return at === index ? { ...meta, structure } : meta
    }),
  }))
}

/** A result that was changed by hand. */
interface Changed {
  picture: { blob: Blob; width: number; height: number }
  /** What was done, one Chinese line. */
  text: string
  /** Files that the task was started with: they stay with the version, whatever becomes of the task. */
  inputs: readonly { role: LocalInput['role']; file: File }[]
}

/**
 * Makes a task's result that was changed by hand a version of its own: a finished task of this device, with the inputs
 * and parameters of the one before, which stays as it is. Removing the version takes the change back.
 * @returns the version's id
 */
export async function addVersion(
  task: LocalTask,
  index: number,
  { picture, text, inputs }: Changed,
): Promise<string> {
  const output = task.outputs[index]
  if (!output) throw new RangeError('no such output')
  const { blob, width, height } = picture
  const { sha256, crc32 } = await digestFile(blob)
  const userId = currentOwner()
  const own = task.localInputs?.length ? task.localInputs : null
  const fetched = own ? [] : inputs.map((input) => ({ ...input, key: newId() }))
  // A full disk is told by useStorageProblem; what it refuses stays in memory.
  await saveBlobs([[sha256, blob], ...fetched.map(({ key, file }) => [key, file] as const)], userId).catch(
    () => undefined,
  )
  const localInputs =
    own ??
    fetched.map(({ role, key, file: { name, type, size: bytes } }): LocalInput => {
      return { role, key, name, type, bytes, assetId: null }
    })
  const { phase: _phase, uploadProgress: _sent, attempted: _tried, intent: _wish, ...rest } = task
  const now = Date.now()
  const version: LocalTask = {
    ...rest,
    ...{ taskId: newId(), userId, origin: 'device', place: 'device', engine: PLACE_TITLES.device },
    ...{ cost: null, refunded: false, text, createdAt: now, startedAt: null, finishedAt: now },
    localInputs,
    outputs: [{ ...output, id: sha256, type: blob.type, bytes: blob.size, width, height }],
    outputMeta: [{ key: sha256, crc32 }],
    versionOf: task.taskId,
  }
  await putRecords([version])
  return version.taskId
}
