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
    case 'select':
      return (await import('./select.ts')).runSelect(work)
    case 'matting':
      return (await import('./matting.ts')).runMatting(work, report)
    case 'upscale':
      return (await import('./upscale.ts')).runUpscale(work, report)
    case 'inpaint':
      return (await import('./inpaint.ts')).runInpaint(work, report)
    case 'outpaint':
      return (await import('./inpaint.ts')).runOutpaint(work, report)
    case 'grade':
      return (await import('./grade.ts')).runGrade(work, report)
    case 'relight':
      return (await import('./relight.ts')).runRelight(work, report)
    case 'retexture':
      return (await import('./retexture.ts')).runRetexture(work, report)
    case 'clearroom':
      return (await import('./clearroom.ts')).runClearRoom(work, report)
    case 'edit':
      return (await import('./edit.ts')).runEdit(work, report)
    case 'render':
      return (await import('./render.ts')).runRender(work, report)
    case 'views':
      return (await import('./views.ts')).runViews(work, report)
    case 'stylize':
      return (await import('./stylize.ts')).runStylize(work, report)
    case 'restore':
      return (await import('./restore.ts')).runRestore(work, report)
    case 'composite':
      return (await import('./composite.ts')).runComposite(work, report)
    case 'flatplan':
      return (await import('./plan.ts')).runFlatplan(work, report)
    case 'lineart':
      return (await import('./lineart.ts')).runLineart(work, report)
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
