import { moveOf, moveWords, VIEW_ANGLE_TITLES, type ViewRange } from '#contracts/views.ts'
import type { Raster } from '#kernels/raster.ts'
import {
  lookAtPicture,
  type RenderSource,
  type Report,
  renderSeen,
  type SeenSource,
  seeGlance,
} from '#kernels/render/render.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { nameMap } from '#kernels/segmentation/name-parts.ts'
import { NAMES } from '#kernels/segmentation/names.ts'
import type { Segmentation } from '#kernels/segmentation/segment.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import { type Relief, reliefOf } from './relief.ts'
import { rangeOf, viewFrom } from './views.ts'

type Params = ParamsOf<'views'>

/** The picture's camera or its planes were not found, or they leave no other view. */
export class NoViewsError extends Error {
  /** What to tell the user in Chinese; undefined for the usual words. */
  readonly words: string | undefined

  constructor(message: string, words?: string) {
    super(message)
    this.words = words
  }
}

/** The part of the parameters that a render takes. */
const renderParams = (params: Params): ParamsOf<'render'> => paramsOf('render').parse(params)

const GRASS = NAMES.findIndex(({ name }) => name === 'grass')

/** 1 for each pixel of a lawn: of what grows, what the network rather takes for grass than for a plant. */
function lawnIn({ map, width, height, setting, regions }: Seen, segmentation: Segmentation): Uint8Array {
  const names = nameMap(segmentation, setting, width, height)
  return Uint8Array.from(map, (id, i) => (regions[id]!.label === 'vegetation' && names[i] === GRASS ? 1 : 0))
}

async function lookFor(source: SeenSource, params: ParamsOf<'render'>, report: Report) {
  const glance = await lookAtPicture(source, params, report)
  const seen = seeGlance(glance, params)
  return { seen, relief: reliefOf(seen, glance.segments, lawnIn(seen, glance.segmentation)) }
}

/**
 * How far a camera may go from a picture's place.
 * @returns null where no view but its own holds
 */
export async function viewRangeIn(source: SeenSource, params: Params): Promise<ViewRange | null> {
  const { relief } = await lookFor(source, renderParams(params), () => undefined)
  return relief && rangeOf(relief)
}

/** Which views are made, and a Chinese line about those that are not. */
function chosen({ angles, reach }: Params, relief: Relief) {
  const range = rangeOf(relief)
  const moves = angles.flatMap((angle) => moveOf(angle, range, reach) ?? [])
  const left = angles.filter((angle) => !moveOf(angle, range, reach)).map((angle) => VIEW_ANGLE_TITLES[angle])
  if (moves.length === 0)
    throw new NoViewsError('no view holds', '选的视角这张图都转不了：再转就要露出看不见的地方')
  const words = moves.map(moveWords)
  const missing = left.length > 0 ? `；${left.join('、')}会露出太多看不见的地方，没有出图` : ''
  return { moves, note: `${words.join('、')}${missing}` }
}

/**
 * New views from one picture: it is seen and dressed once, and each view is that one result from another place, so
 * that materials and light agree.
 * @param keep is given each picture as it is ready, and its name in Chinese
 * @returns a Chinese note on the views
 * @throws NoViewsError
 */
export async function makeViews(
  source: RenderSource,
  params: Params,
  keep: (picture: Raster, title: string) => Promise<void>,
  report: Report,
): Promise<string> {
  report(0.04, '识别画面')
  const own = renderParams(params)
  const { seen, relief } = await lookFor(source, own, report)
  if (!relief) throw new NoViewsError('neither camera nor planes were found')
  report(0.38, '看能转多少')
  const { moves, note } = chosen(params, relief)
  let { image: picture } = source
  if (params.dress) {
    const dressed = await renderSeen(source, seen, own, (part, step) => report(0.2 + 0.5 * part, step))
    picture = dressed.picture
    await keep(picture, '原视角')
  }
  for (const [n, move] of moves.entries()) {
    report(0.68 + (0.26 * n) / moves.length, `换到${moveWords(move)}`)
    await keep(viewFrom(picture, relief, move), moveWords(move))
  }
  return note
}
