import { type PointerEvent, useRef } from 'react'
import type { ZoomPan } from './use-zoom-pan.ts'
import type { Size } from './zoom.ts'

/** A press that moved less is a click, CSS px. */
const CLICK = 5

/**
 * What a press on a stage means: a drag moves the picture, a click points at a place of it.
 * @param shown size of the picture on the stage, CSS px
 * @param onPoint told the place in parts of the picture's sides; null beside the picture
 */
export function useStageClicks(
  zoom: ZoomPan,
  shown: Size,
  onPoint: (place: { x: number; y: number } | null) => void,
): ZoomPan['handlers'] {
  const pressed = useRef<{ x: number; y: number } | null>(null)
  return {
    ...zoom.handlers,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pressed.current = zoom.pinching() ? null : { x: event.clientX, y: event.clientY }
      zoom.handlers.onPointerDown(event)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      zoom.handlers.onPointerUp(event)
      const from = pressed.current
      pressed.current = null
      if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK) return
      const at = zoom.at(event)
      const [x, y] = [(at.x - zoom.view.x) / shown.width, (at.y - zoom.view.y) / shown.height]
      onPoint(x >= 0 && x < 1 && y >= 0 && y < 1 ? { x, y } : null)
    },
  }
}
