import { useEffect, useState } from 'react'

/**
 * Runs work once the browser has begun to paint what stands now, so that it does not hold up that frame; in a
 * hidden tab, once it is shown.
 * @returns calls it off
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** False until the component's first frame is painted: for pictures that may come a moment after the form. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted
}
