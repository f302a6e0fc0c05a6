import { type DrawnPlan, fitPlan, PLAN_READ_SIDE } from '#contracts/flatplan.ts'
import { flatten } from '#kernels/alpha.ts'
import { KEYS } from '#kernels/ocr/keys.ts'
import { type ReadText, type RunNetwork, readTexts } from '#kernels/ocr/read-texts.ts'
import { findDrawnPlan, textsOfDrawn } from '#kernels/plan/drawn-plan.ts'
import { type Ink, pictureOfInk, readInk } from '#kernels/plan/ink.ts'
import { readNeeded } from '../inputs.ts'
import type { Picture, Platform } from '../platform.ts'

/** What a plan's picture keeps of the drawing that it was made of; null for a picture of another origin. */
export async function drawnOf(io: Platform): Promise<DrawnPlan | null> {
  const bytes = await io.bytes('image')
  return bytes && findDrawnPlan(bytes)
}

/** Texts that a plan's picture keeps of its drawing, px of the picture in which it is read; null without any. */
export async function drawnTexts(io: Platform): Promise<ReadText[] | null> {
  const size = await io.size('image')
  return size && textsOfDrawn(await drawnOf(io), fitPlan(size))
}

/** A plan's picture on white, at the size in which it is read. */
export async function readPaper(io: Platform): Promise<Picture> {
  const { raster, ...size } = await readNeeded(io, 'image', { maxSide: PLAN_READ_SIDE })
  return { ...size, raster: flatten(raster) }
}

/** Texts of a plan: those of its drawing, else what the networks read in its lines. */
export async function textsOfPlan(
  io: Platform,
  ink: Ink | null,
  onProgress: (done: number) => void,
): Promise<ReadText[]> {
  const drawn = await drawnTexts(io)
  if (drawn) return drawn
  const picture = pictureOfInk(ink ?? readInk((await readPaper(io)).raster))
  const [find, read] = (['ocrFind', 'ocrRead'] as const).map((id): RunNetwork => {
    const run = io.network(id)
    return async (values, dims) => (await run(values, dims))[0]
  }) as [RunNetwork, RunNetwork]
  return readTexts(picture, { find, read, keys: KEYS }, onProgress)
}
