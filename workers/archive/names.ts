import { safeFileName, splitName } from '#contracts/safe-name.ts'

/** What two names have in common when a system that ignores case takes them for one. */
const keyOf = (path: string) => path.normalize('NFKC').toLowerCase()

/**
 * Safe names for an archive, in order, none twice: a name that is taken gets a number, as in `立面 (2).png`.
 * @param names file names as the user knows them
 * @param taken paths that are in the archive already
 * @param folder put before every name
 */
export function archiveNames(names: readonly string[], taken: Iterable<string> = [], folder = ''): string[] {
  const used = new Set(Array.from(taken, keyOf))
  const next = new Map<string, number>()
  const place = folder === '' ? '' : `${safeFileName(folder)}/`
  return names.map((name) => {
    const safe = safeFileName(name)
    let path = place + safe
    if (used.has(keyOf(path))) {
      const [stem, extension] = splitName(safe)
      let number = next.get(keyOf(path)) ?? 2
      const first = keyOf(path)
      do path = `${place}${stem} (${number++})${extension}`
      while (used.has(keyOf(path)))
      next.set(first, number)
    }
    used.add(keyOf(path))
    return path
  })
}
