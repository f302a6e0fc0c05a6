import { z } from 'zod'
import { zTask, zTaskId } from './task.ts'

/**
 * Where a signed-in user hears what happens (server-sent events). Each event has an id; a client that comes back with
 * `Last-Event-ID` hears what it missed, or is told to ask anew.
 */
export const EVENTS_PATH = '/api/events'

/** An event of the stream. */
export const zUserEvent = z.discriminatedUnion('type', [
  /** The client has to read its tasks anew: events that it missed are no longer kept, or it has just come. */
  z.object({ type: z.literal('resync') }),
  /** A task has come, has changed its state, or has ended. */
  z.object({ type: z.literal('task'), task: zTask }),
  z.object({ type: z.literal('removed'), taskId: zTaskId }),
  /** How far a running task is. */
  z.object({
    type: z.literal('progress'),
    taskId: zTaskId,
    progress: z.number().min(0).max(1),
    step: z.string(),
  }),
  /** A picture of an unfinished task, as a data address; it is kept nowhere. */
  z.object({ type: z.literal('preview'), taskId: zTaskId, picture: z.string() }),
  /** The purses have changed. */
  z.object({ type: z.literal('tickets') }),
  /** Engines have come, gone, or changed what they can run. */
  z.object({ type: z.literal('engines') }),
])
export type UserEvent = z.infer<typeof zUserEvent>
