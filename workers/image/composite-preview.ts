import { transfer } from 'comlink'
import type { ParamsOf } from '#contracts/ops.ts'
import {
  compose,
  factsOf,
  frameOf,
  lightFor,
  makeGround,
  noteOf,
  placingFor,
  prepareSubject,
  type Subject,
} from '#kernels/composite/compose.ts'
import type { Raster } from '#kernels/raster.ts'
import { AMBIENCE_SIDE } from './composite.ts'
import type { CompositePreview, KeyedFile } from './contract.ts'
import { decodeSmaller } from './decode.ts'
import { toCanvas } from './encode.ts'
import { fitInside } from './scale.ts'

/** Longer side of the cut-out and of the scene that previews are made from, px. */
const SIDE = 1200

interface Size {
  width: number
  height: number
}

/** A picture kept small, with the size that it has. */
interface Small extends Size {
  raster: Raster
}

interface Kept<T> {
  key: string
  made: Promise<T>
}

/** What the last preview needed; the next one is most often of the same picture on the same ground. */
let subject: Kept<Size & { subject: Subject }> | null = null
let scene: Kept<Small> | null = null
let ground: { key: string; picture: Raster } | null = null

async function openSubject(file: Blob, cut: Blob) {
  const original = (await decodeSmaller(file, AMBIENCE_SIDE)).raster
  const { raster, width, height } = await decodeSmaller(cut, SIDE)
  return { subject: prepareSubject(raster, original), width, height }
}

/** The ground at this size; a copy, since the subject's shade is laid on it. */
function groundFor(params: ParamsOf<'composite'>, picture: Raster | null, frame: Size, key: string): Raster {
  if (ground?.key !== key) ground = { key, picture: makeGround(params, picture, frame) }
  return { ...ground.picture, data: ground.picture.data.slice() }
}

/**
 * A composition at a small size, as it is shown while the subject is moved about.
 * @param cut the picture cut out
 * @param own the user's picture of the ground, or the built-in scene's; null for plain grounds
 * @param side longer side of the preview at most, px
 * @throws AppError NO_SUBJECT, and what decoding throws
 */
export async function previewComposite(
  source: KeyedFile,
  cut: KeyedFile,
  own: (KeyedFile & { own: boolean }) | null,
  params: ParamsOf<'composite'>,
  side: number,
): Promise<CompositePreview> {
  const key = `${source.key} ${cut.key}`
  if (subject?.key !== key) subject = { key, made: openSubject(source.file, cut.file) }
  const wanted = params.ground === 'scene' ? own : null
  try {
    const { subject: known, ...size } = await subject.made
    // Not at the same time: the worker's resampler takes one picture after another.
    if (wanted && scene?.key !== wanted.key)
      scene = { key: wanted.key, made: decodeSmaller(wanted.file, SIDE) }
    const picture = wanted && scene ? await scene.made : null
    const whole = frameOf(params, size, picture)
    const frame = fitInside(whole.width, whole.height, side)
    const facts = factsOf(params, wanted?.own ?? false)
    const look = [params.ground, params.colour, wanted?.key ?? '', frame.width, frame.height].join(' ')
    const base = groundFor(params, picture?.raster ?? null, frame, look)
    const placing = placingFor(params, known, frame, facts && picture && { of: facts, scene: picture })
    const made = compose(known, base, lightFor(params, facts, base), placing, params)
    const bitmap = toCanvas(made).transferToImageBitmap()
    const aspect = known.box.width / known.box.height
    const note = noteOf(known, params)
    return transfer({ bitmap, width: whole.width, height: whole.height, placing, aspect, note }, [bitmap])
  } catch (thrown) {
    subject = null
    scene = null
    throw thrown
  }
}
