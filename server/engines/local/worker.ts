import { AppError } from '#contracts/errors.ts'
import { type Reply, type Work, type WorkResult, zRequest } from './protocol.ts'

/** What a piece of work may tell while it goes on. */
export type Report = (value: number, step: string) => void

// Each op is loaded when it is first asked for, so that a process that only scales never loads a network.
async function carryOut(work: Work, report: Report): Promise<WorkResult> {
  switch (work.kind) {
    case 'inspect':
      return (await import('./inspect.ts')).inspect(work)
    case 'scale':
      return (await import('./scale.ts')).scale(work)
    case 'mark':
      return (await import('./ai-mark.ts')).layAiMark(work)
    case 'select':
      return (await import('./select.ts')).runSelect(work)
    case 'frame':
      return (await import('../pictures/frame-picture.ts')).framePicture(work)
    case 'unframe':
      return (await import('../pictures/frame-picture.ts')).unframePicture(work)
    case 'run':
      return (await import('./run.ts')).runWork(work, report)
  }
}

function send(reply: Reply): void {
  process.send?.(reply)
}

process.on('message', async (message) => {
  const { id, work } = zRequest.parse(message)
  try {
    const result = await carryOut(work, (value, step) => send({ kind: 'progress', id, value, step }))
    send({ kind: 'done', id, result })
  } catch (error) {
    if (error instanceof AppError) {
      send({ kind: 'failed', id, errorName: error.errorName, message: error.message })
    } else {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      send({ kind: 'failed', id, errorName: '', message })
    }
  }
})

// Without a server there is nobody to work for.
process.on('disconnect', () => process.exit(0))
