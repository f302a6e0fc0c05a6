import type { Placing } from '#contracts/scenes.ts'
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
import { fitInside } from '#kernels/fit-inside.ts'
import type { Raster } from '#kernels/raster.ts'
import { readNeeded } from '../inputs.ts'
import type { Picture } from '../platform.ts'
import type { Preview, PreviewPlatform } from '../preview.ts'

/** Longer side of the cut-out and of the scene that previews are made from, px. */
const SIDE = 1200
/** Longer side of the cut-out for previews that follow a hand, px, and the largest preview that it is used for. */
const QUICK = { cut: 480, preview: 700 }
/** Grounds that are kept: one of each size for the last look, and the one before. */
const MOST_GROUNDS = 3

/** A subject at two sizes, with that of its picture: the smaller one follows a hand, the larger one is looked at. */
interface Sized {
  width: number
  height: number
  small: Subject
  large: Subject
}

/** Facts of a composition's preview. */
interface Facts {
  /** Size of the whole result, px. */
  width: number
  height: number
  /** Where the subject stands: where it was placed, or where it was put by itself. */
  placing: Placing
  /** Width of the subject over its height. */
  aspect: number
  /** Note on the result for the user, one Chinese line; '' for none. */
  note: string
}

async function openSubject(io: PreviewPlatform): Promise<Sized> {
  const { raster: original } = await readNeeded(io, 'image', { maxSide: AMBIENCE_SIDE })
  const { raster, width, height } = await readNeeded(io, 'cut', { maxSide: SIDE })
  const large = prepareSubject(raster, original)
  const small = prepareSubject(await io.scale(raster, fitInside(raster, QUICK.cut)), original)
  return { large, small, width, height }
}

/**
 * A composition at a small size, as it is shown while the subject is moved about; the picture comes cut out.
 * @throws AppError NO_SUBJECT, and what decoding throws
 */
export const preview: Preview<'composite', Facts> = async ({ io, params, side, kept }) => {
  const { small, large, ...size } = await kept.get('subject', `${io.keyOf('image')} ${io.keyOf('cut')}`, () =>
    openSubject(io),
  )
  const own = params.ground === 'scene' ? io.keyOf('scene') : ''
  const sceneKey = params.ground === 'scene' ? own || params.scene : ''
  const openScene = async (): Promise<Picture | null> => {
    if (!sceneKey) return null
    if (own) return readNeeded(io, 'scene', { maxSide: SIDE })
    const raster = await io.scene(params.scene)
    return {
      width: raster.width,
      height: raster.height,
      raster: await io.scale(raster, fitInside(raster, SIDE)),
    }
  }
  // A plain ground needs no scene; the one that was read stays for when it is chosen again.
  const scene = sceneKey ? await kept.get('scene', sceneKey, openScene) : null
  const whole = frameOf(params, size, scene)
  const frame = fitInside(whole, side)
  const facts = factsOf(params, own !== '')
  const look = [params.ground, params.colour, sceneKey, frame.width, frame.height].join(' ')
  const grounds = await kept.get('grounds', '', () => new Map<string, Raster>())
  const known = grounds.get(look) ?? makeGround(params, scene?.raster ?? null, frame)
  grounds.delete(look)
  grounds.set(look, known)
  for (const old of grounds.keys()) if (grounds.size > MOST_GROUNDS) grounds.delete(old)
  // A copy, since the subject's shade is laid on it.
  const ground = { ...known, data: known.data.slice() }
  const placing = placingFor(params, large, frame, facts && scene && { of: facts, scene })
  const light = lightFor(params, facts, ground)
  const picture = compose(side > QUICK.preview ? large : small, ground, light, placing, params)
  const aspect = large.box.width / large.box.height
  return {
    picture,
    ...{ width: whole.width, height: whole.height },
    placing,
    aspect,
    note: noteOf(large, params),
  }
}
