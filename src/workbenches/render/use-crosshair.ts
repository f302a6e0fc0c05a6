import { type KeyboardEvent, useState } from 'react'

interface Place {
  x: number
  y: number
}

/** What an arrow key moves it by, part of a side; ten times with Shift. */
const STEP = 0.01
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const inside = (value: number) => Math.min(0.999, Math.max(0, value))

/** A place in a picture that arrow keys move, parts of the sides; it appears with the first of them. */
export function useCrosshair() {
  const [at, setAt] = useState<Place | null>(null)
  return {
    at,
    /** Takes a key; the place where Enter was pressed, else null. */
    press(event: KeyboardEvent): Place | null {
      const arrow = ARROWS[event.key]
      if (arrow) {
        event.preventDefault()
        const step = STEP * (event.shiftKey ? 10 : 1)
        const from = at ?? { x: 0.5, y: 0.5 }
        setAt({ x: inside(from.x + arrow[0] * step), y: inside(from.y + arrow[1] * step) })
      }
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !at) return null
      event.preventDefault()
      return at
    },
  }
}
