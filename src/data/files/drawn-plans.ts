import { useEffect, useState } from 'react'
import { drawnTexts, type ReadText } from '#src/worker-clients/image-ops.ts'

const texts = new WeakMap<File, Promise<ReadText[] | null>>()
const drawn = new WeakMap<File, boolean>()

/** Texts that a plan's picture keeps of its drawing, read once; null without any. */
export function drawnTextsOf(file: File): Promise<ReadText[] | null> {
  const known = texts.get(file)
  if (known) return known
  const read = drawnTexts(file)
  texts.set(file, read)
  read.then(
    (found) => drawn.set(file, found !== null),
    () => texts.delete(file),
  )
  return read
}

/** What is known of some plans: no (none, or one that is a mere picture), yes, or not yet. */
function areDrawn(files: readonly File[]): boolean | null {
  if (files.length === 0 || files.some((file) => drawn.get(file) === false)) return false
  return files.every((file) => drawn.get(file)) ? true : null
}

/**
 * Whether all of these plans keep the texts of their drawings, so that no network has to read them; null until they
 * are looked at, one after the other up to the first that does not.
 */
export function useDrawnPlans(files: readonly File[]): boolean | null {
  const [, setLooked] = useState(0)
  const answer = areDrawn(files)
  useEffect(() => {
    if (answer !== null) return
    let isLive = true
    const look = async () => {
      for (const file of files) {
        // What cannot be read is for the start to say.
        await drawnTextsOf(file).catch(() => drawn.set(file, false))
        if (!isLive || areDrawn(files) !== null) break
      }
      if (isLive) setLooked((count) => count + 1)
    }
    void look()
    return () => {
      isLive = false
    }
  }, [files, answer])
  return answer
}
