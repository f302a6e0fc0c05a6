import { transfer } from 'comlink'
import type { Prepared } from '#kernels/dress/prepare.ts'
import type { Raster } from '#kernels/raster.ts'
import { editPrepared, refuseNothing } from '#kernels/render/edit.ts'
import { preparePicture, STYLE_SIDE, seePicture } from '#kernels/render/render.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import { asSeen } from '#ops/transparency.ts'
import { decodeSmaller } from './decode.ts'
import { toCanvas } from './encode.ts'
import { inkOf } from './ink.ts'
import { Kept } from './kept.ts'
import { openLibrary } from './library.ts'
import type { Drawn, KeyedFile, OpenLibrary } from './types.ts'

const pictures = new Kept<{ image: Raster; prepared: Prepared }>()
const marks = new Kept<Uint8Array>()
const styles = new Kept<Raster | null>()

/**
 * A render of what is white in the mask at a small size: what was seen and read of the last picture is kept.
 * @param side longer side at most, px
 * @throws AppError NOTHING_WANTED, and what decoding throws
 */
export async function previewEdit(
  source: KeyedFile,
  mask: KeyedFile,
  style: KeyedFile | null,
  params: ParamsOf<'edit'>,
  side: number,
  openFiles: OpenLibrary,
): Promise<Drawn> {
  const wanted = paramsOf('render').parse(params)
  refuseNothing(wanted, style !== null)
  const key = JSON.stringify([source.key, side, params.setting])
  const { image, prepared } = await pictures.get(key, async () => {
    const raster = asSeen('edit', 'image', (await decodeSmaller(source.file, side)).raster)
    const seen = seePicture(raster, wanted, () => undefined)
    return { image: raster, prepared: preparePicture(raster, seen, wanted) }
  })
  const { width, height } = image
  const marked = await marks.get(JSON.stringify([key, mask.key]), () => inkOf(mask.file, width, height))
  const styled = await styles.get(style?.key ?? '', async () =>
    style ? asSeen('edit', 'style', (await decodeSmaller(style.file, STYLE_SIDE)).raster) : null,
  )
  const open = async (ids: readonly string[]) => openLibrary(await openFiles([...ids]))
  const { picture } = await editPrepared(
    { image, mask: marked, style: styled, open },
    prepared,
    wanted,
    () => undefined,
  )
  const bitmap = toCanvas(picture).transferToImageBitmap()
  return transfer({ bitmap, width, height }, [bitmap])
}
