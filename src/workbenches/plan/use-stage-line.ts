import { type PointerEvent, useRef, useState } from 'react'
import type { ZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import type { Size } from '#src/ui/image/zoom.ts'

/** A line over a picture, parts of its sides. */
export interface StageLine {
  x0: number
  y0: number
  x1: number
  y1: number
}

interface Place {
  x: number
  y: number
}

/** A press that moved less is a click, CSS px. */
const CLICK = 6
/** Lines within this of level or upright are made so: tangent. */
const STRAIGHT = 0.12

const within = (v: number): number => Math.max(0, Math.min(1, v))

/** A line from a place to another one, level or upright where it nearly is. @param shown size of the picture, CSS px */
export function lineTo(from: Place, to: Place, shown: Size): StageLine {
  const [dx, dy] = [Math.abs(to.x - from.x) * shown.width, Math.abs(to.y - from.y) * shown.height]
  const isLevel = dy < STRAIGHT * dx
  const isUpright = dx < STRAIGHT * dy
  return { x0: from.x, y0: from.y, x1: isUpright ? from.x : to.x, y1: isLevel ? from.y : to.y }
}

interface Needs {
  zoom: ZoomPan
  /** Size of the picture on the stage, CSS px. */
  shown: Size
  /** Whether ends stand at any angle: corners of a box do. */
  free: boolean
  onLine: (line: StageLine) => void
  /** Called with the place of a click; without it a click begins a line, and a second one ends it. */
  onClick?: ((at: Place) => void) | undefined
}

/** Lines of a pointer over a stage: dragged from end to end, or with a click at each; or clicks, where these mean something of their own. Two fingers zoom all the same. */
export function useStageLine({ zoom, shown, free, onLine, onClick }: Needs) {
  const [line, setLine] = useState<StageLine | null>(null)
  /** Where the line begins, and where the pointer went down, CSS px; null while it is up. */
  const from = useRef<Place | null>(null)
  const pressed = useRef<{ x: number; y: number } | null>(null)
  const placeOf = (event: PointerEvent<HTMLElement>): Place => {
    const at = zoom.at(event)
    return {
      x: within((at.x - zoom.view.x) / shown.width),
      y: within((at.y - zoom.view.y) / shown.height),
    }
  }
  const drop = () => {
    const had = from.current !== null
    from.current = null
    pressed.current = null
    setLine(null)
    return had
  }
  const aim = (to: Place) => {
    if (!from.current) return
    const { x, y } = from.current
    setLine(free ? { x0: x, y0: y, x1: to.x, y1: to.y } : lineTo(from.current, to, shown))
  }
  const end = (to: Place) => {
    const start = from.current
    drop()
    if (!start) return
    const made = free ? { x0: start.x, y0: start.y, x1: to.x, y1: to.y } : lineTo(start, to, shown)
    const long = Math.hypot((made.x1 - made.x0) * shown.width, (made.y1 - made.y0) * shown.height)
    if (long > CLICK) onLine(made)
    else onClick?.(start)
  }
  return {
    line,
    drop,
    aim,
    /** Begins a line at a place, or ends it there. */
    press(at: Place) {
      if (from.current) end(at)
      else {
        from.current = at
        aim(at)
      }
    },
    handlers: {
      ...zoom.handlers,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        zoom.handlers.onPointerDown(event)
        if (zoom.ignores(event) || event.button > 0) return
        if (zoom.pinching()) {
          drop()
          return
        }
        event.currentTarget.setPointerCapture(event.pointerId)
        pressed.current = { x: event.clientX, y: event.clientY }
        from.current ??= placeOf(event)
        aim(placeOf(event))
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        zoom.handlers.onPointerMove(event)
        if (from.current && !zoom.pinching() && !zoom.ignores(event)) aim(placeOf(event))
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        zoom.handlers.onPointerUp(event)
        const down = pressed.current
        pressed.current = null
        if (!down || !from.current) return
        const start = {
          x: zoom.view.x + from.current.x * shown.width,
          y: zoom.view.y + from.current.y * shown.height,
        }
        const at = zoom.at(event)
        const isClick = Math.hypot(at.x - start.x, at.y - start.y) <= CLICK
        // A click at the first end waits for the second one.
        if (!isClick || onClick) end(placeOf(event))
      },
      onPointerCancel: (event: PointerEvent<HTMLElement>) => {
        zoom.handlers.onPointerCancel(event)
        drop()
      },
    } satisfies ZoomPan['handlers'],
  }
}
export type StageLines = ReturnType<typeof useStageLine>
