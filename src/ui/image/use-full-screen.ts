import { useEffect, useState } from 'react'

/** Full screen of one element. `possible` is false where the browser has none, as on an iPhone. */
export function useFullScreen(element: HTMLElement | null) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const follow = () => setOn(element !== null && document.fullscreenElement === element)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    // A refusal (no user gesture, a policy of the frame) leaves the page as it is.
    else element?.requestFullscreen().catch(() => undefined)
  }
  return { on, toggle, possible: document.fullscreenEnabled }
}
