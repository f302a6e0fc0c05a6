import { materialPicture } from '#contracts/catalog.ts'

/**
 * Fetches a material's full picture, so that the service worker holds it when the job runs without a network.
 * Without a network now there is nothing to be done.
 */
export async function keepMaterialPicture(id: string): Promise<void> {
  await fetch(materialPicture(id, 'full'), { priority: 'low' }).catch(() => undefined)
}
