import { useEffect, useState } from 'react'

/**
 * Runs work once what stands now is painted, so that it does not hold up that frame; in a hidden tab, which
 * paints nothing, at once.
 * @returns calls it off
 */
export function afterPaint(work: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  // The first callback runs before the frame is drawn, the second once the browser is ready for another one.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => setTimeout(work, 150))
  })
  return () => cancelAnimationFrame(frame)
}

/** False until the component's first frame is painted: for pictures that may come a moment after the form. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted
}
