import { AppError } from '#contracts/errors.ts'
import { flatten } from '#kernels/alpha.ts'
import { fitInside } from '#kernels/fit-inside.ts'
import { makeTileable } from '#kernels/materials/make-tileable.ts'
import type { Raster } from '#kernels/raster.ts'
import {
  NothingCoveredError,
  type Placing,
  placeAt,
  placeMaterial,
  UNMEASURED_MM,
} from '#kernels/retexture/apply.ts'
import { pyramidOf } from '#kernels/retexture/pyramid.ts'
import { layMaterial, prepareSurface, type Surface } from '#kernels/retexture/retexture.ts'
import { readNeeded } from '../inputs.ts'
import type { Preview, PreviewPlatform } from '../preview.ts'
import { SOURCE_SIDE } from './tile-size.ts'

/** Longer side of the largest copy, px: as much as a screen shows. */
const LARGEST = 2048
const MOST_COPIES = 2

/** Copies of a picture by the longer side that was asked for, with their light read, and the plane that its lines tell. */
interface Prepared {
  photo: Raster
  mask: Raster
  surfaces: Map<number, Surface>
  /** Found once, so that the corners stay where they are when a sharper copy is shown. */
  found: { side: number; placing: Placing } | null
}

/** What another material looks like at a small size. */
interface Facts {
  /** Corners of the plane, x and y each in parts of the sides: those that were given, or those that were found. */
  corners: number[]
  /** False where the lines did not tell, and the surface is taken as facing the camera. */
  sure: boolean
  /** The given corners were followed; not where they cannot be the picture of a rectangle. */
  placed: boolean
}

async function surfaceOf(io: PreviewPlatform, known: Prepared, side: number): Promise<Surface> {
  const { photo, mask, surfaces } = known
  const ready = surfaces.get(side)
  if (ready) return ready
  const size = fitInside(photo, side)
  const { data } = await io.scale(mask, size)
  const ink = Uint8Array.from({ length: size.width * size.height }, (_, i) => data[4 * i]!)
  const surface = prepareSurface(await io.scale(photo, size), ink)
  // One for what moves and one for what rests; a window that changes its size asks for others.
  if (surfaces.size >= MOST_COPIES) surfaces.clear()
  surfaces.set(side, surface)
  return surface
}

function findPlacing(known: Prepared, { photo, mask }: Surface): Placing {
  const side = Math.max(photo.width, photo.height)
  known.found ??= { side, placing: placeMaterial(photo, mask, []) }
  const { corners, ...rest } = known.found.placing
  const [a, b, c, d] = corners
  const at = ({ x, y }: typeof a) => ({
    x: (x * side) / known.found!.side,
    y: (y * side) / known.found!.side,
  })
  return { ...rest, corners: [at(a), at(b), at(c), at(d)] }
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
    return { photo, mask, surfaces: new Map(), found: null }
  })
  const tile = await kept.get('tile', io.keyOf('style'), async () => {
    const picture = flatten((await readNeeded(io, 'style', { maxSide: SOURCE_SIDE })).raster)
    return pyramidOf(repeatMm === null ? makeTileable(picture) : picture)
  })
  try {
    const surface = await surfaceOf(io, known, side)
    const { width, height } = surface.photo
    const placed = placeAt(given, width, height)
    const { corners, widthMm, heightMm, sure } = placed ?? findPlacing(known, surface)
    const tileMm = repeatMm ?? UNMEASURED_MM
    const laying = { corners, widthMm, heightMm, tileMm, scale, turn, keepLight, quick }
    const shares = corners.flatMap(({ x, y }) => [x / width, y / height])
    return { picture: layMaterial(surface, tile, laying), corners: shares, sure, placed: placed !== null }
  } catch (thrown) {
    if (thrown instanceof NothingCoveredError)
      throw new AppError('INPUT_MISSING', '还没有涂抹要换材质的部分', { cause: thrown })
    throw thrown
  }
}
