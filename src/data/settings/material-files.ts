import { materialPicture } from '#contracts/catalog.ts'
import { AppError } from '#contracts/errors.ts'
import { extensionOf } from '#contracts/file-names.ts'
import { findMaterial, listMaterials } from '#src/data/api/query-client.ts'
import { readBlob } from '#src/data/store/blobs.ts'
import { findOwnMaterial } from './own-materials.ts'

/** A material's picture, and what its width stands for, mm. */
interface OpenMaterial {
  file: Blob
  repeatMm: number
}

/** What is fetched of the library: the service worker keeps it for the next time, also without a network. */
async function fetchPicture(id: string): Promise<Blob> {
  const response = await fetch(materialPicture(id, 'full')).catch(() => null)
  if (!response?.ok)
    throw new AppError('INPUT_MISSING', '这种材质的图还没有存到本机，请联网后再试，或换一种用过的材质')
  return response.blob()
}

/** Fetches a material's full picture ahead; without a network there is nothing to be done. */
export async function keepMaterialPicture(id: string): Promise<void> {
  await fetchPicture(id).catch(() => undefined)
}

/**
 * What a job needs of an own material, since only this device has it: the picture and its size; null for the
 * library's.
 */
export async function packOwnMaterial(id: string): Promise<{ file: File; tileMm: number } | null> {
  const own = await findOwnMaterial(id)
  const picture = own && (await readBlob(own.picture))
  if (!own || !picture) return null
  return {
    file: new File([picture], `${own.name}.${extensionOf(picture.type)}`, { type: picture.type }),
    tileMm: own.repeatMm,
  }
}

/**
 * Opens what a preview lays: the picture given as material, the user's own, or the library's.
 * @throws AppError INPUT_MISSING when none is chosen, or its picture is not to be had
 */
export async function openForPreview(
  id: string,
  style: { id: string; file: File } | undefined,
): Promise<{ key: string; file: Blob; repeatMm: number | null }> {
  if (style) return { key: style.id, file: style.file, repeatMm: null }
  const own = await packOwnMaterial(id)
  if (own) return { key: id, file: own.file, repeatMm: own.tileMm }
  return { key: id, ...(await openMaterial(id)) }
}

/** A material as a render needs it; without its picture where that is not to be had just now. */
interface RenderMaterial {
  id: string
  file: Blob | null
  repeatMm: number
  colour: string
  gloss: number
}

/** Opens materials of the library for a render, which makes do with the colour of one whose picture is missing. */
export async function openForRender(ids: readonly string[]): Promise<RenderMaterial[]> {
  const known = (await listMaterials()).filter(({ id }) => ids.includes(id))
  return Promise.all(
    known.map(async ({ id, repeatMm, colour, gloss }) => {
      const file = await fetchPicture(id).catch(() => null)
      return { id, file, repeatMm, colour, gloss }
    }),
  )
}

/**
 * Opens a material of the library by its id.
 * @throws AppError INPUT_MISSING when none is chosen, or its picture is not to be had
 */
export async function openMaterial(id: string): Promise<OpenMaterial> {
  if (!id) throw new AppError('INPUT_MISSING', '还没有选择材质')
  const material = await findMaterial(id)
  if (!material) throw new AppError('INPUT_MISSING', '这种材质已经不在材质库里，请重新选择')
  return { file: await fetchPicture(id), repeatMm: material.repeatMm }
}
