import { useEffect, useState } from 'react'
import { useOutputUrl } from '#src/data/outputs.ts'
import type { LocalTask } from '#src/data/task-model.ts'

/** A result's address: a preview first, the original once it has been read and decoded. */
export function useProgressiveOutput(
  task: LocalTask,
  index: number,
): { url: string | undefined; full: boolean } {
  const preview = useOutputUrl(task, index, 1280)
  const original = useOutputUrl(task, index, 'full')
  const [decoded, setDecoded] = useState<string>()
  useEffect(() => {
    if (!original) return
    let gone = false
    const image = new Image()
    image.src = original
    image.decode().then(
      () => !gone && setDecoded(original),
      // Not decodable in one piece (or the way to the server is cut): the preview stays.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [original])
  const full = original !== undefined && decoded === original
  return { url: full ? original : (preview ?? original), full }
}
