import { writeFile } from 'node:fs/promises'
import { AppError } from '#contracts/errors.ts'
import { zOpId } from '#ops/index.ts'
import { runOp } from '#ops/run-op.ts'
import { withImageErrors } from './decode.ts'
import { ServerPlatform } from './platform.ts'
import type { RunWork, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

/**
 * Carries out an operation. The first picture is written where the work says, the others beside it.
 * @throws AppError what the operation throws, ENGINE_FAILED without a picture, DISK_FULL
 */
export async function runWork(work: RunWork, report: Report): Promise<WorkResult> {
  const io = new ServerPlatform(work)
  const { pictures, note, trim } = await runOp(zOpId.parse(work.op), {
    io,
    params: work.params,
    report,
  })
  const written: Required<WorkResult>['more'] = []
  for (const { bytes, title = '', ...facts } of pictures) {
    const path = written.length === 0 ? work.out : `${work.out}.${written.length}`
    await withImageErrors(() => writeFile(path, bytes))
    written.push({ ...facts, title, path })
  }
  const [first, ...more] = written
  if (!first) throw new AppError('ENGINE_FAILED')
  return { ...first, more, ...(note ? { note } : {}), ...(trim ? { trim } : {}) }
}
