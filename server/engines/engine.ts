import type { Asset, AssetId } from '#contracts/asset.ts'
import type { Lora, OpReport, Way } from '#contracts/engines.ts'
import type { AppError } from '#contracts/errors.ts'
import type { InputRole, Place } from '#contracts/ops.ts'
import type { Reach } from '#contracts/reach.ts'
import type { ResultMeta, Trim } from '#contracts/task.ts'
import type { OpId } from '#ops/index.ts'

/** What an engine judges by whether it can run a task. */
export interface Wish {
  op: OpId
  /** Roles of the pictures that come along; null where they are not known yet. */
  roles: readonly InputRole[] | null
  /** Graph, and model, that were asked for; '' for any. */
  graphId: string
  model: string
  /** How far its pictures may go. */
  reach: Reach
  /** Its parameters, where they are known: some ways are for what is asked by one alone. */
  params?: Readonly<Record<string, unknown>>
}

/** One run of a task, as an engine gets it. */
export interface Job {
  taskId: string
  op: OpId
  /** Checked by the op's schema. */
  params: Record<string, unknown>
  inputs: readonly { role: InputRole; name: string; asset: Asset }[]
  /** Work of the embedded engine, s on two quiet cores. */
  seconds: number
  /** Whether it runs in a slot for long jobs. */
  isLong: boolean
  /** Graph that was asked for; '' for the best one. */
  graphId: string
  /** Somebody looks at it as they draw: it goes before what waits. */
  isUrgent?: boolean
}

/** What is known of bytes that an engine hands over. */
export interface SavedAs {
  type: string
  width: number
  height: number
}

/**
 * Why a run is stopped: the user cancelled it, so that it ends wherever it goes on; or the server stops, so that work
 * elsewhere goes on and is looked up at the next start.
 */
export type StopReason = 'cancelled' | 'stopping'

/** Why a run was stopped; null while it is not. */
export function stopReasonOf({ aborted, reason }: AbortSignal): StopReason | null {
  if (!aborted) return null
  return reason === 'stopping' ? 'stopping' : 'cancelled'
}

/** What an engine may do to the world while it runs a job. */
export interface EngineIo {
  /** Aborted when the task is cancelled or the server stops (see `stopReasonOf`): the engine then throws. */
  signal: AbortSignal
  /** @param value 0..1 @param step what is being done, in Chinese */
  progress(value: number, step: string): void
  /** Shows a picture of the unfinished work; it is kept nowhere. @param type such as image/jpeg */
  preview(picture: Uint8Array, type: string): void
  /** Bytes of an input, for engines elsewhere. */
  open(id: AssetId): Promise<Uint8Array>
  /** File of an input, for engines on this machine; read only. */
  locate(id: AssetId): string
  /** A free path for a file that will be saved; on the same disk as the store. */
  temporaryPath(): string
  /** Stores a result, given as bytes or as a file that is moved away. */
  save(result: Uint8Array | { path: string }, as: SavedAs): Promise<AssetId>
}

/** What a job gave. */
export interface Output {
  assets: readonly { id: AssetId; name: string; trim?: Trim | undefined; meta?: ResultMeta | undefined }[]
  text: string | null
}

/** A thing that carries out ops. */
export interface Engine {
  /** Stable name, such as `local`. */
  readonly name: string
  /** Name shown to the user. */
  readonly title: string
  readonly place: Exclude<Place, 'device'>
  /** Jobs that it runs side by side. */
  readonly slots: number
  /** Long jobs that it runs beside those, so that short ones never wait for one; without it they share the slots. */
  readonly longSlots?: number
  /**
   * Jobs go on elsewhere while this server is away: a task stays this engine's and is looked up there again, by its id,
   * before it is begun anew.
   */
  readonly keepsJobs?: boolean
  /** Whether pictures that it gets leave the house. */
  readonly isOutside?: boolean
  /** Whether it runs workflows of the operator's own. */
  readonly takesWorkflows?: boolean
  /** What it can run now; asked at start and again from time to time. */
  ops(): Promise<ReadonlySet<OpId>>
  /** Why it cannot run a task of one of its ops now; null when it can, as for any task where this is left out. */
  refuses?(wish: Wish): AppError | null
  /** Graphs or models by which it carries out an op, best first, as it was when it was asked last. */
  ways?(op: OpId): readonly Way[]
  /** LoRAs that it has, as it was when it was asked last. */
  readonly loras?: readonly Lora[]
  /** What it can do of each op that engines of its kind carry out, and what it lacks; for its operator. */
  survey?(): Promise<readonly OpReport[]>
  /**
   * Runs a job, or goes on with one that it still has.
   * @throws AppError with the reason shown to the user; its tickets go back. ENGINE_LOST when the work was lost and
   *   may be begun once more.
   */
  run(job: Job, io: EngineIo): Promise<Output>
  /** Frees what it holds. */
  close(): Promise<void>
}
