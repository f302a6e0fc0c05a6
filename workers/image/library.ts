import { flatten } from '#kernels/alpha.ts'
import type { LibraryMaterial } from '#kernels/render/look-of-plan.ts'
import { decode } from './decode.ts'
import type { LibraryFile } from './types.ts'

/** Tiles that are kept for the next picture, at most: each takes some 20 MB. */
const MOST_KEPT = 16

/** Materials by id, in the order of their last use; the same object as long as it is kept. */
const kept = new Map<string, LibraryMaterial>()

async function openOne({ id, file, repeatMm, colour, gloss }: LibraryFile): Promise<LibraryMaterial> {
  const known = kept.get(id)
  // One whose picture was missing may have it by now.
  if (known && (known.picture || !file)) return known
  const picture = file && { picture: flatten((await decode(file)).raster), repeatMm, repeats: true }
  return { picture, colour, gloss }
}

/** Opens materials of the library; what was used last stays open for the next time. */
export async function openLibrary(files: readonly LibraryFile[]): Promise<Map<string, LibraryMaterial>> {
  const opened = new Map<string, LibraryMaterial>()
  for (const file of files) {
    const material = await openOne(file)
    opened.set(file.id, material)
    kept.delete(file.id)
    kept.set(file.id, material)
  }
  for (const id of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(id)
  return opened
}
