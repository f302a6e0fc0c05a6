import { transfer } from 'comlink'
import { AppError } from '#contracts/errors.ts'
import type { ParamsOf } from '#contracts/ops.ts'
import { makeTileable } from '#kernels/materials/make-tileable.ts'
import { NothingCoveredError, type Placing, placeMaterial, UNMEASURED_MM } from '#kernels/retexture/apply.ts'
import { type Pyramid, pyramidOf } from '#kernels/retexture/pyramid.ts'
import { layMaterial, prepareSurface, type Surface } from '#kernels/retexture/retexture.ts'
import { flatten } from './alpha.ts'
import type { KeyedFile, KeyedMaterial, RetexturePreview } from './contract.ts'
import { decode, decodeSmaller } from './decode.ts'
import { toCanvas } from './encode.ts'
import { fitInside, scale } from './scale.ts'
import { SOURCE_SIDE } from './tile.ts'

/** A surface whose light was read, and the plane that its lines tell. */
interface Prepared {
  surface: Surface
  found: Placing
}

/** What the last preview needed; the next one is most often of the same surface and material. */
let prepared: { key: string; made: Promise<Prepared> } | null = null
let tile: { key: string; made: Promise<Pyramid> } | null = null

async function prepare(file: Blob, mask: Blob, side: number): Promise<Prepared> {
  const whole = (await decode(file)).raster
  const { width, height } = fitInside(whole.width, whole.height, side)
  const photo = await scale(whole, width, height)
  const painted = await scale((await decode(mask)).raster, width, height)
  const inside = Uint8Array.from({ length: width * height }, (_, i) => painted.data[4 * i] as number)
  return { surface: prepareSurface(photo, inside), found: placeMaterial(photo, inside, []) }
}

async function openTile({ file, repeatMm }: KeyedMaterial): Promise<Pyramid> {
  const picture = flatten((await decodeSmaller(file, SOURCE_SIDE)).raster)
  return pyramidOf(repeatMm === null ? makeTileable(picture) : picture)
}

/**
 * Another material on a small copy, as it is shown while corners and sliders move.
 * @param side longer side of the copy at most, px
 * @throws AppError INPUT_MISSING for an empty mask, and what decoding throws
 */
export async function previewRetexture(
  source: KeyedFile,
  mask: KeyedFile,
  material: KeyedMaterial,
  params: ParamsOf<'retexture'>,
  side: number,
): Promise<RetexturePreview> {
  const key = `${source.key} ${mask.key} ${side}`
  if (prepared?.key !== key) prepared = { key, made: prepare(source.file, mask.file, side) }
  if (tile?.key !== material.key) tile = { key: material.key, made: openTile(material) }
  try {
    const { surface, found } = await prepared.made
    const { width, height } = surface.photo
    const placing =
      params.corners.length === 8 ? placeMaterial(surface.photo, surface.mask, params.corners) : found
    const { scale: size, turn, keepLight } = params
    const { corners, widthMm, heightMm, sure } = placing
    const tileMm = material.repeatMm ?? UNMEASURED_MM
    const laying = { corners, widthMm, heightMm, tileMm, scale: size, turn, keepLight }
    const bitmap = toCanvas(layMaterial(surface, await tile.made, laying)).transferToImageBitmap()
    const shares = corners.flatMap(({ x, y }) => [x / width, y / height])
    return transfer({ bitmap, corners: shares, sure }, [bitmap])
  } catch (thrown) {
    prepared = null
    if (thrown instanceof NothingCoveredError)
      throw new AppError('INPUT_MISSING', '还没有涂抹要换材质的部分', { cause: thrown })
    throw thrown
  }
}
