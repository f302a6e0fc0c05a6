import type { SceneId } from '#contracts/scenes.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { openScene } from '#src/data/files/scene-files.ts'
import { openForRender, openMaterial } from '#src/data/settings/material-files.ts'
import type { Openers } from '#src/worker-clients/image-ops.ts'
import type { KeyedInput, LibraryFile } from '#src/worker-clients/image-previews.ts'

/** Materials that were asked for: the store and the network are asked once. */
const opened = new Map<string, LibraryFile>()
/** What was not to be had is not asked for again so soon, ms. */
const PAUSE_MS = 15_000
const missed = new Map<string, number>()

/** Opens materials by their ids, from the store or the network. */
async function openOnce(ids: string[]): Promise<LibraryFile[]> {
  const now = Date.now()
  const missing = ids.filter((id) => !opened.get(id)?.file && now - (missed.get(id) ?? 0) > PAUSE_MS)
  for (const file of await openForRender(missing)) {
    opened.set(file.id, file)
    if (!file.file) missed.set(file.id, now)
  }
  return ids.flatMap((id) => opened.get(id) ?? [])
}

const scenes = new Map<SceneId, Promise<Blob>>()

/** A built-in scene, from the store or the network. */
function sceneOnce(id: SceneId): Promise<Blob> {
  const known = scenes.get(id)
  if (known) return known
  const made = openScene(id)
  scenes.set(id, made)
  made.catch(() => scenes.delete(id))
  return made
}

/** What previews may ask the page for. */
export const OPEN: Openers = { material: openMaterial, library: openOnce, scene: sceneOnce }

/** Files of the form, without those that are not there; one that was painted anew is another one. */
export const keyed = (...files: readonly (DraftInput | undefined)[]): KeyedInput[] =>
  files.flatMap((one) => {
    if (!one) return []
    const { id, role, file } = one
    return { key: `${id} ${file.size} ${file.lastModified}`, role, file }
  })
