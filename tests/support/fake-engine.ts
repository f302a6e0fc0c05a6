import { AppError } from '#contracts/errors.ts'
import type { OpId } from '#ops/index.ts'
import type { Engine, EngineIo, Job, Output } from '#server/engines/engine.ts'
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

/** An engine whose behaviour a test chooses. */
export class FakeEngine implements Engine {
  readonly name = 'fake'
  readonly title = '测试引擎'
  readonly place = 'local'
  readonly slots = 1
  /** Ids of the jobs that were begun, in order. */
  readonly begun: string[] = []
  behave: Behaviour

  constructor(behave: Behaviour = deliver) {
    this.behave = behave
  }

  async ops(): Promise<ReadonlySet<OpId>> {
    return new Set<OpId>(['matting', 'lineart'])
  }

  run(job: Job, io: EngineIo): Promise<Output> {
    this.begun.push(job.taskId)
    return this.behave(job, io)
  }

  async close(): Promise<void> {}
}
