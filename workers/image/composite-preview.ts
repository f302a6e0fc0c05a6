import { transfer } from 'comlink'
import {
  AMBIENCE_SIDE,
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
import type { ParamsOf } from '#ops/index.ts'
import { decodeSmaller } from './decode.ts'
import { toCanvas } from './encode.ts'
import { fitInside, scale } from './scale.ts'
import type { CompositePreview, KeyedFile } from './types.ts'

/** Longer side of the cut-out and of the scene that previews are made from, px. */
const SIDE = 1200
/** Longer side of the cut-out for previews that follow a hand, px, and the largest preview that it is used for. */
const QUICK = { cut: 480, preview: 700 }
/** Grounds that are kept: one of each size for the last look, and the one before. */
const MOST_GROUNDS = 3

interface Size {
  width: number
  height: number
}

/** A subject at two sizes, with that of its picture: the smaller one follows a hand, the larger one is looked at. */
interface Sized extends Size {
  small: Subject
  large: Subject
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
let subject: Kept<Sized> | null = null
let scene: Kept<Small> | null = null
const grounds = new Map<string, Raster>()

async function openSubject(file: Blob, cut: Blob): Promise<Sized> {
  const original = (await decodeSmaller(file, AMBIENCE_SIDE)).raster
  const { raster, width, height } = await decodeSmaller(cut, SIDE)
  const large = prepareSubject(raster, original)
  const least = fitInside(raster.width, raster.height, QUICK.cut)
  const small = prepareSubject(await scale(raster, least.width, least.height), original)
  return { large, small, width, height }
}

/** The ground at this size; a copy, since the subject's shade is laid on it. */
function groundFor(params: ParamsOf<'composite'>, picture: Raster | null, frame: Size, key: string): Raster {
  const known = grounds.get(key) ?? makeGround(params, picture, frame)
  grounds.delete(key)
  grounds.set(key, known)
  for (const old of grounds.keys()) if (grounds.size > MOST_GROUNDS) grounds.delete(old)
  return { ...known, data: known.data.slice() }
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
    const { small, large, ...size } = await subject.made
    // Not at the same time: the worker's resampler takes one picture after another.
    if (wanted && scene?.key !== wanted.key)
      scene = { key: wanted.key, made: decodeSmaller(wanted.file, SIDE) }
    const picture = wanted && scene ? await scene.made : null
    const whole = frameOf(params, size, picture)
    const frame = fitInside(whole.width, whole.height, side)
    const facts = factsOf(params, wanted?.own ?? false)
    const look = [params.ground, params.colour, wanted?.key ?? '', frame.width, frame.height].join(' ')
    const base = groundFor(params, picture?.raster ?? null, frame, look)
    const placing = placingFor(params, large, frame, facts && picture && { of: facts, scene: picture })
    const made = compose(
      side > QUICK.preview ? large : small,
      base,
      lightFor(params, facts, base),
      placing,
      params,
    )
    const bitmap = toCanvas(made).transferToImageBitmap()
    const aspect = large.box.width / large.box.height
    const note = noteOf(large, params)
    return transfer({ bitmap, width: whole.width, height: whole.height, placing, aspect, note }, [bitmap])
  } catch (thrown) {
    subject = null
    scene = null
    throw thrown
  }
}
