import { AppError } from '#contracts/errors.ts'
import type { OpId } from '#ops/index.ts'
import {
  type Engine,
  type EngineIo,
  type Job,
  type Output,
  type StopReason,
  stopReasonOf,
} from '#server/engines/engine.ts'
import { plainPhoto } from './pictures.ts'

/** What a fake engine does with a job. */
export type Behaviour = (job: Job, io: EngineIo) => Promise<Output>

/** Ends a job at once with a small picture. */
export const deliver: Behaviour = async (_job, io) => {
  const id = await io.save(await plainPhoto(64, 64), { type: 'image/png', width: 64, height: 64 })
  return { assets: [{ id, name: '结果.png' }], text: null }
}

/** Goes on until the job is aborted. */
export const hang: Behaviour = (_job, io) =>
  new Promise((_resolve, reject) => {
    io.signal.addEventListener('abort', () => reject(new AppError('CANCELLED')))
  })

/** Loses the work. */
export const lose: Behaviour = () => Promise.reject(new AppError('ENGINE_LOST'))

/** An engine whose behaviour a test chooses. */
export class FakeEngine implements Engine {
  readonly name: string
  readonly title = '测试引擎'
  readonly place = 'local'
  readonly slots = 1
  /** Ids of the jobs that were begun, in order. */
  readonly begun: string[] = []
  /** Why runs were stopped, in order. */
  readonly stopped: (StopReason | null)[] = []
  readonly keepsJobs: boolean
  behave: Behaviour
  /** It does not answer. */
  isAway = false

  constructor(behave: Behaviour = deliver, { name = 'fake', keepsJobs = false } = {}) {
    this.behave = behave
    this.name = name
    this.keepsJobs = keepsJobs
  }

  async ops(): Promise<ReadonlySet<OpId>> {
    if (this.isAway) throw new Error('away')
    return new Set<OpId>(['matting', 'lineart'])
  }

  run(job: Job, io: EngineIo): Promise<Output> {
    this.begun.push(job.taskId)
    io.signal.addEventListener('abort', () => this.stopped.push(stopReasonOf(io.signal)))
    return this.behave(job, io)
  }

  async close(): Promise<void> {}
}
