import { useSyncExternalStore } from 'react'

/** Whether a media query holds; re-renders when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** The width from which a workbench shows inputs, canvas and history side by side. */
export const WIDE = '(min-width: 1024px)'
