import { materialPicture } from '#contracts/catalog.ts'
import { AppError } from '#contracts/errors.ts'
import { readBlob } from './blobs.ts'
import { findOwnMaterial } from './own-materials.ts'
import { findMaterial } from './query-client.ts'

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
 * Opens a material by its id: the user's own from this device, others from the library.
 * @throws AppError INPUT_MISSING when none is chosen, or its picture is not to be had
 */
export async function openMaterial(id: string): Promise<OpenMaterial> {
  if (!id) throw new AppError('INPUT_MISSING', '还没有选择材质')
  const own = await findOwnMaterial(id)
  const picture = own && (await readBlob(own.picture))
  if (own && picture) return { file: picture, repeatMm: own.repeatMm }
  const material = await findMaterial(id)
  if (!material) throw new AppError('INPUT_MISSING', '这种材质已经不在材质库里，请重新选择')
  return { file: await fetchPicture(id), repeatMm: material.repeatMm }
}
