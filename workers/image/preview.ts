import { transfer } from 'comlink'
import { type OpId, paramsOf } from '#ops/index.ts'
import type { PreviewJob } from '#ops/preview.ts'
import { loadPreview } from '#ops/run-op.ts'
import { toCanvas } from './encode.ts'
import { KeptValues } from './kept.ts'
import { meansOf, type Networks } from './networks.ts'
import { BrowserPlatform } from './platform.ts'
import type { Drawn, Openers, PreviewWork } from './types.ts'

/** What is kept for the next preview of an operation; one of another operation closes it. */
let session: { op: OpId; kept: KeptValues } | null = null

/** Something with a picture, with a bitmap in its place; anything else as it is. */
function shown(made: unknown): unknown {
  if (typeof made !== 'object' || made === null || !('picture' in made)) return made
  const { picture, ...facts } = made as Drawn
  const bitmap = toCanvas(picture).transferToImageBitmap()
  return transfer({ ...facts, bitmap }, [bitmap])
}

/** See ImageWorker.preview. */
export async function preview(work: PreviewWork, open: Openers, networks: Networks): Promise<unknown> {
  const { op, params, inputs, side, quick, known } = work
  const { preview: draw } = await loadPreview(op)
  if (session?.op !== op) session = { op, kept: new KeptValues() }
  const io = new BrowserPlatform(op, inputs, meansOf(networks, open))
  const job = { io, params: paramsOf(op).parse(params), side, quick, kept: session.kept, known }
  return shown(await draw(job as PreviewJob<OpId>))
}

/** See ImageWorker.ask. */
export async function ask(op: OpId, question: unknown): Promise<unknown> {
  return shown((await loadPreview(op)).answer?.(question))
}
