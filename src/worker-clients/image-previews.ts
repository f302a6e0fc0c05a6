import { proxy } from 'comlink'
import type { ModelId } from '#contracts/models.ts'
import type { ViewRange } from '#contracts/views.ts'
import { OPS, type OpId, type ParamsOf } from '#ops/index.ts'
import type { Openers, PreviewWork } from '#workers/image/types.ts'
import { LIVE, run } from './image-pool.ts'
import { networkFiles } from './networks.ts'
import type { JobOptions } from './pool.ts'

export type { KeyedInput, LibraryFile, PreviewWork } from '#workers/image/types.ts'

/** Networks that are quick enough for previews. */
const PREVIEWED: readonly ModelId[] = ['seeing', 'plans']

/** What a page gets of something that was drawn: a bitmap in the place of the picture. */
export type Shown<Drawn extends { picture: unknown }> = Omit<Drawn, 'picture'> & { bitmap: ImageBitmap }
/** The same of a preview.ts. */
export type ShownBy<Draw extends (job: never) => Promise<{ picture: unknown }>> = Shown<
  Awaited<ReturnType<Draw>>
>

/**
 * Draws a live preview of an operation on this device.
 * @returns what its preview.ts tells, with a bitmap in the place of the picture
 */
export async function drawPreview<Draw extends (job: never) => Promise<{ picture: unknown }>>(
  work: PreviewWork,
  open: Openers,
): Promise<ShownBy<Draw>> {
  const networks = await networkFiles(PREVIEWED.filter((id) => OPS[work.op].networks?.all.includes(id)))
  return (await run((api) => api.preview(work, proxy(open), networks), {}, LIVE)) as ShownBy<Draw>
}

/** Asks the last preview of an operation something; see the `answer` of its preview.ts. */
export async function askPreview<Answer>(op: OpId, question: unknown): Promise<Answer> {
  return (await run((api) => api.ask(op, question), {}, LIVE)) as Answer
}

/** How far a camera may go from a picture's place; null where no view but its own holds. */
export async function viewRangeOf(
  file: Blob,
  params: ParamsOf<'views'>,
  options: JobOptions = {},
): Promise<ViewRange | null> {
  const networks = await networkFiles(['seeing'])
  return run((api) => api.viewRange(file, params, networks), options, LIVE)
}
