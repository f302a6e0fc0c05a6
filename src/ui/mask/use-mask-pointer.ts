import { signal } from '@preact/signals-react'
import { type PointerEvent, useRef, useState } from 'react'
import type { ZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import { toPicture } from '#src/ui/image/zoom.ts'
import type { MaskDocument } from './mask-document.ts'
import { type Ask, type Draft, MaskGesture, type PenState } from './mask-gesture.ts'
import type { MaskTool } from './mask-tools.ts'

interface Options {
  mask: MaskDocument
  zoom: ZoomPan
  tool: MaskTool
  /** Brush diameter, px of the picture. */
  size: number
  hardness: number
  subtract: boolean
  scribble: boolean
  /** Whether a drag moves the picture instead. */
  moves: (event: { button?: number; buttons?: number }) => boolean
  /** Nothing may be drawn now. */
  blocked: boolean
  onAsk: (ask: Ask) => void
}

/** Button of a pen's eraser end. */
const ERASER = 5

type AnyPointer = Pick<globalThis.PointerEvent, 'clientX' | 'clientY' | 'pressure' | 'pointerType'>

/** The pointer on the picture: draws with the tool in hand, and leaves moving and zooming to the view. */
export function useMaskPointer(options: Options) {
  const { mask, zoom, tool } = options
  const [draft] = useState(() => signal<Draft | null>(null))
  const ask = useRef(options.onAsk)
  ask.current = options.onAsk
  const [gesture] = useState(
    () =>
      new MaskGesture({
        mask,
        onDraft: (next) => {
          draft.value = next
        },
        onAsk: (wish) => ask.current(wish),
      }),
  )
  const cursor = useRef<HTMLSpanElement>(null)
  /** The pointer whose stroke is in hand: what others do, such as a palm, is none of it. */
  const drawer = useRef<number | null>(null)

  const pointOf = (event: AnyPointer) => ({
    ...toPicture(zoom.view, zoom.at(event)),
    // A mouse reports 0.5, and some pens 0 on the first touch: both mean a full stroke.
    pressure: event.pointerType === 'pen' && event.pressure > 0 ? event.pressure : 1,
  })
  const penOf = (event: PointerEvent): PenState => {
    const isBrush = tool === 'brush' || tool === 'erase'
    const flips = event.altKey || event.button === 2
    return {
      tool: isBrush && event.button === ERASER ? 'erase' : tool,
      size: options.size,
      hardness: options.hardness,
      subtract: isBrush ? event.altKey : options.subtract !== flips,
      scribble: options.scribble,
      square: event.shiftKey,
      pixel: 1 / zoom.view.scale,
    }
  }
  const placeCursor = (event: PointerEvent | null) => {
    const element = cursor.current
    if (!element) return
    element.hidden = event === null || event.pointerType === 'touch'
    if (!event) return
    const { x, y } = zoom.at(event)
    element.style.translate = `${x}px ${y}px`
  }

  const handleDown = (event: PointerEvent<HTMLElement>) => {
    zoom.handlers.onPointerDown(event)
    if (zoom.ignores(event)) return
    if (zoom.pinching()) return gesture.abandon()
    if (options.blocked || tool === 'hand' || options.moves(event)) return
    const draws = event.button === 0 || event.button === ERASER || (event.button === 2 && tool === 'smart')
    if (!draws) return
    event.currentTarget.setPointerCapture(event.pointerId)
    // The spot of a palm that came before the pen.
    gesture.abandon()
    drawer.current = event.pointerId
    gesture.down(pointOf(event), penOf(event))
  }
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    if (!zoom.ignores(event)) placeCursor(event)
    zoom.handlers.onPointerMove(event)
    if (zoom.ignores(event) || zoom.pinching()) return
    if (!gesture.drawing) return gesture.hover(pointOf(event))
    if (event.pointerId !== drawer.current) return
    // Fast strokes carry the points between two frames with them.
    const passed = event.nativeEvent.getCoalescedEvents?.() ?? []
    const points = passed.length > 0 ? passed : [event.nativeEvent]
    gesture.move(points.map(pointOf), event.shiftKey)
  }
  const handleUp = (event: PointerEvent<HTMLElement>) => {
    zoom.handlers.onPointerUp(event)
    if (event.pointerId === drawer.current) gesture.up()
  }
  const handleCancel = (event: PointerEvent<HTMLElement>) => {
    zoom.handlers.onPointerCancel(event)
    if (event.pointerId === drawer.current) gesture.abandon()
  }
  return {
    gesture,
    draft,
    cursor,
    handlers: {
      onPointerDown: handleDown,
      onPointerMove: handleMove,
      onPointerUp: handleUp,
      onPointerCancel: handleCancel,
      onPointerLeave: () => placeCursor(null),
    },
  }
}
