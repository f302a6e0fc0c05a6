import { type KeyboardEvent, useState } from 'react'
import { isEnter } from '#src/ui/enter-key.ts'
import { arrowSteps } from '#src/ui/image/arrow-keys.ts'

export interface Place {
  x: number
  y: number
}

/** What an arrow key moves it by, part of a side; ten times with Shift. */
const STEP = 0.01

const inside = (value: number) => Math.min(0.999, Math.max(0, value))

/** A place in a picture that arrow keys move, parts of the sides; it appears with the first of them. */
export function useCrosshair() {
  const [at, setAt] = useState<Place | null>(null)
  return {
    at,
    /** Takes a key; the place where Enter was pressed, else null. */
    press(event: KeyboardEvent): Place | null {
      const steps = arrowSteps(event)
      if (steps) {
        event.preventDefault()
        const from = at ?? { x: 0.5, y: 0.5 }
        setAt({ x: inside(from.x + STEP * steps.x), y: inside(from.y + STEP * steps.y) })
      }
      if (!isEnter(event.nativeEvent) || event.ctrlKey || event.metaKey || !at) return null
      event.preventDefault()
      return at
    },
  }
}
