import { useEffect, useEffectEvent, useState } from 'react'
import { type Collected, filesOfDrop, filesOfPaste, isTyping } from './collect-files.ts'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Takes files that are dropped anywhere on the page or pasted.
 * @param drawings takes drawings out of folders too
 * @returns true while files hover over the page
 */
export function useDropPaste(onFiles: (files: File[], found: Collected) => void, drawings = false): boolean {
  const [hovering, setHovering] = useState(false)
  const take = useEffectEvent((found: Collected) => {
    if (found.files.length + found.skipped + found.unreadable.length > 0) onFiles(found.files, found)
  })

  useEffect(() => {
    // dragenter and dragleave fire for every element on the way, so their depth is counted.
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth++
      setHovering(true)
    }
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setHovering(false)
    }
    const over = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      depth = 0
      setHovering(false)
      if (!event.dataTransfer || !carriesFiles(event)) return
      event.preventDefault()
      void filesOfDrop(event.dataTransfer, drawings).then(take)
    }
    const paste = (event: ClipboardEvent) => {
      const files = filesOfPaste(event.clipboardData)
      // Text that is copied from an office program carries a picture of itself: in a field the text wins.
      if (files.length === 0 || (isTyping(event.target) && event.clipboardData?.types.includes('text/plain')))
        return
      event.preventDefault()
      take({ files, skipped: 0, unreadable: [] })
    }
    document.addEventListener('dragenter', enter)
    document.addEventListener('dragleave', leave)
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragenter', enter)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [drawings])
  return hovering
}
