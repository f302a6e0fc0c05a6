import { useEffect, useEffectEvent, useState } from 'react'
import { type Collected, filesOfDrop, filesOfPaste, isTyping, linksOf } from './collect-files.ts'

const carries = (event: DragEvent, type: string) => event.dataTransfer?.types.includes(type) ?? false

/**
 * Takes files that are dropped anywhere on the page or pasted, and links to pictures of other pages.
 * @param drawings takes drawings out of folders too
 * @returns true while something of that hovers over the page
 */
export function useDropPaste(onFiles: (files: File[], found: Collected) => void, drawings = false): boolean {
  const [hovering, setHovering] = useState(false)
  const take = useEffectEvent((found: Collected) => {
    const { files, skipped, unreadable, links = [] } = found
    if (files.length + skipped + unreadable.length + links.length > 0) onFiles(files, found)
  })

  useEffect(() => {
    // dragenter and dragleave fire for every element on the way, so their depth is counted.
    let depth = 0
    // The page's own links and pictures are no input that comes from elsewhere.
    let isOwn = false
    const begin = () => {
      isOwn = true
    }
    const end = () => {
      isOwn = false
    }
    const carriesInput = (event: DragEvent) =>
      carries(event, 'Files') || (!isOwn && carries(event, 'text/uri-list'))
    const enter = (event: DragEvent) => {
      if (!carriesInput(event)) return
      depth++
      setHovering(true)
    }
    const leave = (event: DragEvent) => {
      if (!carriesInput(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setHovering(false)
    }
    const over = (event: DragEvent) => {
      if (carriesInput(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      depth = 0
      setHovering(false)
      if (!event.dataTransfer || !carriesInput(event)) return
      // A link that is dropped into a text belongs to it.
      if (!carries(event, 'Files') && isTyping(event.target)) return
      event.preventDefault()
      const links = linksOf(event.dataTransfer)
      void filesOfDrop(event.dataTransfer, drawings).then((found) => take({ ...found, links }))
    }
    const paste = (event: ClipboardEvent) => {
      // Text that is copied from an office program carries a picture of itself: in a field the text wins.
      if (isTyping(event.target) && event.clipboardData?.types.includes('text/plain')) return
      const files = filesOfPaste(event.clipboardData)
      const links = isTyping(event.target) ? [] : linksOf(event.clipboardData)
      if (files.length + links.length === 0) return
      event.preventDefault()
      take({ files, skipped: 0, unreadable: [], links })
    }
    document.addEventListener('dragstart', begin)
    document.addEventListener('dragend', end)
    document.addEventListener('dragenter', enter)
    document.addEventListener('dragleave', leave)
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragstart', begin)
      document.removeEventListener('dragend', end)
      document.removeEventListener('dragenter', enter)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [drawings])
  return hovering
}
