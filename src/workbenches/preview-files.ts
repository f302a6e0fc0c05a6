import type { DraftInput } from '#src/data/drafts.ts'
import { openForRender } from '#src/data/material-files.ts'
import type { KeyedFile, LibraryFile } from '#src/worker-clients/image-previews.ts'

/** Materials that were asked for: the store and the network are asked once. */
const opened = new Map<string, LibraryFile>()
/** What was not to be had is not asked for again so soon, ms. */
const PAUSE_MS = 15_000
const missed = new Map<string, number>()

/** Opens materials by their ids, from the store or the network. */
export async function openOnce(ids: string[]): Promise<LibraryFile[]> {
  const now = Date.now()
  const missing = ids.filter((id) => !opened.get(id)?.file && now - (missed.get(id) ?? 0) > PAUSE_MS)
  for (const file of await openForRender(missing)) {
    opened.set(file.id, file)
    if (!file.file) missed.set(file.id, now)
  }
  return ids.flatMap((id) => opened.get(id) ?? [])
}

/** A picture of the form; one that was painted anew is another one. */
export const keyed = ({ id, file }: DraftInput): KeyedFile => ({
  key: `${id} ${file.size} ${file.lastModified}`,
  file,
})
