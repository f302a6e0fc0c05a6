import { z } from 'zod'
import { zAssetId } from '#contracts/asset.ts'
import { type InputRole, type OpId, type Place, zInputRole } from '#contracts/ops.ts'
import { type TaskState, zTask } from '#contracts/task.ts'

/** Owner of what a visitor makes before signing in. */
export const GUEST = 'guest'

/** An input whose bytes still lie on this device, in the store `blobs`. */
export const zLocalInput = z.object({
  role: zInputRole,
  /** Key in the store `blobs`. */
  key: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.number().int().nonnegative(),
  /** SHA-256 once it has been computed. */
  assetId: zAssetId.nullable().default(null),
})
export type LocalInput = z.infer<typeof zLocalInput>

/** What is known of an output beyond the contract. */
export const zOutputMeta = z.object({
  /** Key in the store `blobs`; null when the bytes lie on the server. */
  key: z.string().nullable(),
  /** Bytes of the input, for tools that compare sizes. */
  before: z.number().int().nonnegative().optional(),
  /** Encoder quality that was used, 1..100. */
  quality: z.number().optional(),
  /** One Chinese line for the user. */
  note: z.string().optional(),
})
export type OutputMeta = z.infer<typeof zOutputMeta>

/** A task as this device knows it: the server's record, or one that is (still) only here. */
export const zLocalTask = zTask.extend({
  origin: z.enum(['server', 'device']),
  /** Account that it belongs to; GUEST for a visitor's. */
  userId: z.string(),
  /** What stands between the record and the server; absent once the server has it. */
  phase: z.enum(['waiting', 'uploading']).optional(),
  /** 0..1 over the bytes of all inputs. */
  uploadProgress: z.number().min(0).max(1).optional(),
  /** Where the user wants it to run. */
  localInputs: z.array(zLocalInput).optional(),
  outputMeta: z.array(zOutputMeta).default([]),
  /** startTask was tried at least once, so that the server may know the task. */
  attempted: z.boolean().optional(),
  /** What the user asked for and the server has not confirmed yet. */
  intent: z.enum(['cancel', 'remove']).optional(),
})
export type LocalTask = z.infer<typeof zLocalTask>

/** What a workbench asks for. */
export interface SubmitRequest {
  toolId: string
  op: OpId
  params: Record<string, unknown>
  inputs: { role: InputRole; file: File }[]
  place: Place
  batchId?: string
}

/** Filter of the list of tasks; `active` is everything that is not final. */
export interface TaskFilter {
  toolId?: string
  op?: OpId
  state?: TaskState | 'active' | 'waiting'
  batchId?: string
  /** Words looked for in file names, tool and op titles and the prompt. */
  q?: string
}
