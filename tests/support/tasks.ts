import type { Task } from '#contracts/task.ts'
import type { OpId } from '#ops/index.ts'

type KnownTask = Task & { op: OpId }

/** A task for the server's engine that was just taken in; what a test looks at is changed. */
export function queuedTask(change: Partial<KnownTask> = {}): KnownTask {
  return {
    taskId: '00000000-0000-4000-8000-000000000001',
    toolId: 'matting',
    op: 'matting',
    params: {},
    inputs: [],
    batchId: null,
    state: 'queued',
    revision: 0,
    queueNum: 0,
    progress: 0,
    step: '',
    outputs: [],
    text: null,
    place: 'local',
    engine: '',
    cost: { kind: 'image', amount: 1 },
    refunded: false,
    error: null,
    createdAt: 0,
    startedAt: null,
    finishedAt: null,
    ...change,
  }
}
