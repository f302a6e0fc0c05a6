import type { GenerativeFacts } from '#ops/generative.ts'
import { paramsOf } from '#ops/index.ts'
import { marginsOf } from '#ops/outpaint/margins.ts'
import type { Job } from '../engine.ts'
import type { Margins } from './frame.ts'

/** Width of a ratio's height 1: of `16:9` 1.78. */
export function ratioOf(aspect: unknown): number {
  const [across = 1, down = 1] = String(aspect).split(':').map(Number)
  return across / down
}

/** Sides that the picture of a job gets, where its operation adds any. */
export function marginsFor(facts: GenerativeFacts, job: Job): Margins | null {
  const image = job.inputs.find(({ role }) => role === 'image')
  if (facts.size !== 'margins' || !image) return null
  return marginsOf(paramsOf('outpaint').parse(job.params), image.asset.width, image.asset.height)
}
