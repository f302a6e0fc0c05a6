import type { ModelId } from '#contracts/models.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { networksFor } from '#ops/run-op.ts'
import { encodeAsPng } from './encode.ts'
import { meansOf, type Networks } from './networks.ts'
import { BrowserPlatform } from './platform.ts'
import { runWith } from './run-with.ts'
import type { OnProgress, Openers, RunInput, RunMade, RunWork } from './types.ts'

/** See ImageWorker.run. */
export function run(
  work: RunWork,
  open: Openers,
  networks: Networks,
  onProgress: OnProgress,
): Promise<RunMade> {
  return runWith(work, meansOf(networks, open), onProgress)
}

/** See ImageWorker.networksOf. */
export function networksOf({ op, params, inputs }: RunWork): Promise<readonly ModelId[]> {
  return networksFor(op, { io: new BrowserPlatform(op, inputs, meansOf({})), params })
}

/** See ImageWorker.cutSubject. */
export async function cutSubject(
  inputs: readonly RunInput[],
  networks: Networks,
  onProgress: OnProgress,
): Promise<Blob | null> {
  const { cutSubject: cut, subjectFrom } = await import('#ops/composite/subject.ts')
  const io = new BrowserPlatform('composite', inputs, meansOf(networks))
  const from = await subjectFrom(io)
  return from === 'alpha' ? null : encodeAsPng(await cut(io, from, onProgress))
}

/** See ImageWorker.planTexts. */
export async function planTexts(
  file: Blob,
  networks: Networks | null,
  onProgress: OnProgress,
): Promise<ReadText[] | null> {
  const { drawnTexts, textsOfPlan } = await import('#ops/flatplan/texts.ts')
  const io = new BrowserPlatform('flatplan', [{ role: 'image', file }], meansOf(networks ?? {}))
  if (!networks) return drawnTexts(io)
  return textsOfPlan(io, null, (done) => onProgress(done, '正在识别文字'))
}
