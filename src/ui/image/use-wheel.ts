import { useEffect, useEffectEvent } from 'react'

/** Follows the wheel over an element, which then does not scroll: React listens passively and could not stop that. */
export function useWheel(element: HTMLElement | null, onWheel: (event: WheelEvent) => void): void {
  const turn = useEffectEvent(onWheel)
  useEffect(() => {
    if (!element) return
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault()
      turn(event)
    }
    element.addEventListener('wheel', handleWheel, { passive: false })
    return () => element.removeEventListener('wheel', handleWheel)
  }, [element])
}
