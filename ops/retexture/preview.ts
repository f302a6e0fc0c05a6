import { AppError } from '#contracts/errors.ts'
import { flatten } from '#kernels/alpha.ts'
import { fitInside } from '#kernels/fit-inside.ts'
import { makeTileable } from '#kernels/materials/make-tileable.ts'
import type { Raster } from '#kernels/raster.ts'
import {
  findPlacing,
  NothingCoveredError,
  type Placing,
  placeAt,
  UNMEASURED_MM,
} from '#kernels/retexture/apply.ts'
import type { Point } from '#kernels/retexture/plane.ts'
import { pyramidOf } from '#kernels/retexture/pyramid.ts'
import { layMaterial, prepareSurface, type Surface } from '#kernels/retexture/retexture.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { readNeeded } from '../inputs.ts'
import type { Preview, PreviewPlatform } from '../preview.ts'
import { seeOrNot } from './see.ts'
import { SOURCE_SIDE } from './tile-size.ts'

/** Longer side of the largest copy, px: as much as a screen shows. */
const LARGEST = 2048
const MOST_COPIES = 2

/** A copy of a picture with its light read. */
interface Copy {
  surface: Surface
  /** Where a material lies on it as the picture tells; null until that is asked for. */
  placing: Placing | null
}

/** A picture, and copies of it by the longer side that was asked for. */
interface Prepared {
  photo: Raster
  mask: Raster
  copies: Map<number, Copy>
  /** Where it lies on the copy for which that was asked first, and that one's longer side, px. */
  found: { placing: Placing; side: number } | null
}

/** What another material looks like at a small size. */
interface Facts {
  /** Corners of the largest plane, x and y each in parts of the sides: those that were given, or those that were found. */
  corners: number[]
  /** How many planes it lies on. */
  planes: number
  /** False where nothing told the plane, and the surface is taken as facing the camera. */
  sure: boolean
  /** The given corners were followed; not where they cannot be the picture of a rectangle. */
  placed: boolean
}

/** Where a material lies on a copy of another size. @param by how much larger it is */
function scaledBy({ places, sure }: Placing, by: number): Placing {
  const at = ({ x, y }: Point): Point => ({ x: by * x, y: by * y })
  const scaled = places.map(({ corners: [a, b, c, d], ...rest }) => ({
    ...rest,
    corners: [at(a), at(b), at(c), at(d)] as const,
  }))
  return { places: scaled, sure }
}

async function copyOf(io: PreviewPlatform, { photo, mask, copies }: Prepared, side: number): Promise<Copy> {
  const ready = copies.get(side)
  if (ready) return ready
  const size = fitInside(photo, side)
  const { data } = await io.scale(mask, size)
  const ink = Uint8Array.from({ length: size.width * size.height }, (_, i) => data[4 * i]!)
  const made = { surface: prepareSurface(await io.scale(photo, size), ink), placing: null }
  // One for what moves and one for what rests; a window that changes its size asks for others.
  if (copies.size >= MOST_COPIES) copies.clear()
  copies.set(side, made)
  return made
}

/** Where a material lies on a copy as the picture tells. */
async function placingOn(known: Prepared, copy: Copy, see: () => Promise<Seen | null>): Promise<Placing> {
  if (copy.placing) return copy.placing
  const { photo, mask } = copy.surface
  const side = Math.max(photo.width, photo.height)
  const { found } = known
  // A single plane is found on one copy and scaled for the others, so that its corners do not jump when a sharper copy is shown.
  const isOne = found?.placing.places.every((place) => !place.mask)
  const placing =
    found && isOne ? scaledBy(found.placing, side / found.side) : findPlacing(photo, mask, await see())
  known.found ??= { placing, side }
  copy.placing = placing
  return placing
}

/**
 * Another material on a small copy, as it is shown while corners and sliders move; its picture comes in the role
 * `style`.
 * @throws AppError INPUT_MISSING for an empty mask, and what decoding throws
 */
export const preview: Preview<'retexture', Facts> = async ({ io, params, side, quick, kept }) => {
  const { corners: given, scale, turn, keepLight, tileMm: repeatMm } = params
  const pictures = `${io.keyOf('image')} ${io.keyOf('mask')}`
  const known = await kept.get('pictures', pictures, async (): Promise<Prepared> => {
    const { raster: photo } = await readNeeded(io, 'image', { maxSide: LARGEST })
    const { raster: mask } = await readNeeded(io, 'mask', { maxSide: LARGEST })
    return { photo, mask, copies: new Map(), found: null }
  })
  const see = () => kept.get('seen', io.keyOf('image'), () => seeOrNot(io, known.photo))
  const tile = await kept.get('tile', io.keyOf('style'), async () => {
    const picture = flatten((await readNeeded(io, 'style', { maxSide: SOURCE_SIDE })).raster)
    return pyramidOf(repeatMm === null ? makeTileable(picture) : picture)
  })
  try {
    const copy = await copyOf(io, known, side)
    const { surface } = copy
    const { width, height } = surface.photo
    const placed = placeAt(given, width, height)
    const { places, sure } = placed ?? (await placingOn(known, copy, see))
    const tileMm = repeatMm ?? UNMEASURED_MM
    const laying = { places, tileMm, scale, turn, keepLight, quick }
    const corners = places[0]!.corners.flatMap(({ x, y }) => [x / width, y / height])
    const facts = { corners, planes: places.length, sure, placed: placed !== null }
    return { picture: layMaterial(surface, tile, laying), ...facts }
  } catch (thrown) {
    if (thrown instanceof NothingCoveredError)
      throw new AppError('INPUT_MISSING', '还没有涂抹要换材质的部分', { cause: thrown })
    throw thrown
  }
}
