import { transfer } from 'comlink'
import { AppError } from '#contracts/errors.ts'
import { flatten } from '#kernels/alpha.ts'
import { makeTileable } from '#kernels/materials/make-tileable.ts'
import type { Raster } from '#kernels/raster.ts'
import {
  NothingCoveredError,
  type Placing,
  placeAt,
  placeMaterial,
  UNMEASURED_MM,
} from '#kernels/retexture/apply.ts'
import { type Pyramid, pyramidOf } from '#kernels/retexture/pyramid.ts'
import { layMaterial, prepareSurface, type Surface } from '#kernels/retexture/retexture.ts'
import { SOURCE_SIDE } from '#ops/retexture/tile-size.ts'
import { asSeen } from '#ops/transparency.ts'
import { decodeSmaller } from './decode.ts'
import { toCanvas } from './encode.ts'
import { inkAt } from './ink.ts'
import { fitInside, scale } from './scale.ts'
import type { KeyedFile, KeyedMaterial, LayingSettings, RetexturePreview } from './types.ts'

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

/** What the last preview needed; the next one is most often of the same surface and material. */
let prepared: { key: string; made: Promise<Prepared> } | null = null
let tile: { key: string; made: Promise<Pyramid> } | null = null

async function open(file: Blob, mask: Blob): Promise<Prepared> {
  const photo = asSeen('retexture', 'image', (await decodeSmaller(file, LARGEST)).raster)
  return { photo, mask: (await decodeSmaller(mask, LARGEST)).raster, surfaces: new Map(), found: null }
}

async function surfaceOf({ photo, mask, surfaces }: Prepared, side: number): Promise<Surface> {
  const known = surfaces.get(side)
  if (known) return known
  const { width, height } = fitInside(photo.width, photo.height, side)
  const surface = prepareSurface(await scale(photo, width, height), await inkAt(mask, width, height))
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

async function openTile({ file, repeatMm }: KeyedMaterial): Promise<Pyramid> {
  const picture = flatten((await decodeSmaller(file, SOURCE_SIDE)).raster)
  return pyramidOf(repeatMm === null ? makeTileable(picture) : picture)
}

/**
 * Another material on a small copy, as it is shown while corners and sliders move.
 * @param side longer side of the copy at most, px
 * @param quick whether something moves just now
 * @throws AppError INPUT_MISSING for an empty mask, and what decoding throws
 */
export async function previewRetexture(
  source: KeyedFile,
  mask: KeyedFile,
  material: KeyedMaterial,
  { corners: given, scale: size, turn, keepLight }: LayingSettings,
  side: number,
  quick: boolean,
): Promise<RetexturePreview> {
  const key = `${source.key} ${mask.key}`
  if (prepared?.key !== key) prepared = { key, made: open(source.file, mask.file) }
  if (tile?.key !== material.key) tile = { key: material.key, made: openTile(material) }
  try {
    const known = await prepared.made
    const surface = await surfaceOf(known, side)
    const { width, height } = surface.photo
    const placed = placeAt(given, width, height)
    const { corners, widthMm, heightMm, sure } = placed ?? findPlacing(known, surface)
    const tileMm = material.repeatMm ?? UNMEASURED_MM
    const laying = { corners, widthMm, heightMm, tileMm, scale: size, turn, keepLight, quick }
    const bitmap = toCanvas(layMaterial(surface, await tile.made, laying)).transferToImageBitmap()
    const shares = corners.flatMap(({ x, y }) => [x / width, y / height])
    return transfer({ bitmap, corners: shares, sure, placed: placed !== null }, [bitmap])
  } catch (thrown) {
    prepared = null
    tile = null
    if (thrown instanceof NothingCoveredError)
      throw new AppError('INPUT_MISSING', '还没有涂抹要换材质的部分', { cause: thrown })
    throw thrown
  }
}
