import { AppError } from '#contracts/errors.ts'
import { type SceneId, scenePicture } from '#contracts/scenes.ts'

/**
 * Picture of a built-in scene; the service worker keeps it for the next time, also without a network.
 * @throws AppError INPUT_MISSING when it is not to be had
 */
export async function openScene(id: SceneId): Promise<Blob> {
  const response = await fetch(scenePicture(id)).catch(() => null)
  if (!response?.ok)
    throw new AppError('INPUT_MISSING', '这个场景的图还没有存到本机，请联网后再试，或换用自己的场景图')
  return response.blob()
}
