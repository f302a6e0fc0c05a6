import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { PalmGuard } from './palm-guard.ts'
import { useWheel } from './use-wheel.ts'
import {
  centred,
  clampView,
  fitView,
  type Point,
  panBy,
  pinch,
  type Size,
  scaleRange,
  type View,
  viewOf,
  zoomAt,
} from './zoom.ts'

/** One press of a zoom button or key. */
const STEP = 1.25
/** CSS px that an arrow key moves a picture that is larger than its box. */
const KEY_PAN = 80
const PADDING = 24

interface Options {
  /** Panes side by side in the element that share one view; 1 when left out. */
  panes?: number
  /** Whether a drag with one pointer moves the picture; always when left out. */
  drags?: (event: PointerEvent) => boolean
  /** Empty room around a fitted picture, CSS px. */
  padding?: number
}

export interface ZoomPan {
  /** Goes on the element that the picture lies in. */
  ref: (element: HTMLElement | null) => void
  /** Size of one pane, CSS px. */
  box: Size
  view: View
  zoomBy: (factor: number, at?: Point) => void
  fit: () => void
  /** Shows a place close by, px of the picture. */
  show: (place: { left: number; top: number; width: number; height: number }) => void
  /** One pixel of the picture on one CSS pixel. */
  actual: (at?: Point) => void
  /** Where an event lies in its pane. */
  at: (event: { clientX: number; clientY: number }) => Point
  /** True while two fingers are down. */
  pinching: () => boolean
  /** Whether a pointer that is down is a palm beside a pen. */
  ignores: (event: { pointerId: number }) => boolean
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: (event: PointerEvent<HTMLElement>) => void
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void
  }
  onDoubleClick: (event: MouseEvent) => void
  onKeyDown: (event: KeyPress) => void
}

/** What is needed of a key, whether React or the browser brings it. */
interface KeyPress {
  key: string
  preventDefault: () => void
}

const EMPTY: Size = { width: 0, height: 0 }

/**
 * Size of an element, followed through every change of it, px.
 * @param panes side by side in it, each as wide as the box
 */
export function useBox(panes = 1) {
  const [element, ref] = useState<HTMLElement | null>(null)
  const [box, setBox] = useState<Size>(EMPTY)
  useEffect(() => {
    if (!element) return
    const measure = () => setBox({ width: element.clientWidth / panes, height: element.clientHeight })
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    measure()
    return () => watch.disconnect()
  }, [element, panes])
  return { element, ref, box }
}

/** Zoom and pan of a picture by wheel, drag, pinch, double click and keys. */
export function useZoomPan(picture: Size, options: Options = {}): ZoomPan {
  const { panes = 1, drags, padding = PADDING } = options
  const { element, ref, box } = useBox(panes)
  // Null follows the window: the picture stays fitted until the user zooms or moves it.
  const [own, setOwn] = useState<View | null>(null)
  const view = own ?? fitView(box, picture, Math.min(padding, box.width / 10))
  const range = scaleRange(box, picture)
  const pointers = useRef(new Map<number, Point>())
  const [palms] = useState(() => new PalmGuard())

  const set = (next: View) => setOwn(clampView(next, box, picture))
  const middle = { x: box.width / 2, y: box.height / 2 }
  const zoomBy = (factor: number, at: Point = middle) => set(zoomAt(view, at, factor, range))
  const refit = useCallback(() => setOwn(null), [])
  const actual = (at?: Point) => set(at ? zoomAt(view, at, 1 / view.scale, range) : centred(box, picture, 1))

  const at = (event: { clientX: number; clientY: number }): Point => {
    const area = element?.getBoundingClientRect()
    const x = event.clientX - (area?.left ?? 0)
    return { x: box.width > 0 ? x % box.width : x, y: event.clientY - (area?.top ?? 0) }
  }

  useWheel(element, (event) => zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018)), at(event)))

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' && event.button > 1) return
    palms.down(event)
    if (palms.ignores(event)) return
    // A pen, as a mouse, points alone: only fingers pinch.
    if (event.pointerType !== 'touch') pointers.current.clear()
    pointers.current.set(event.pointerId, at(event))
    if (pointers.current.size === 2 || (drags?.(event) ?? true))
      event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    palms.move(event)
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = at(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) set(pinch(view, [before, other], [now, other], range))
    else if (drags?.(event) ?? true) set(panBy(view, now.x - before.x, now.y - before.y))
  }
  const release = (event: PointerEvent<HTMLElement>) => {
    palms.up(event)
    pointers.current.delete(event.pointerId)
  }

  const onDoubleClick = (event: MouseEvent) => {
    if (Math.abs(view.scale - 1) < 0.01 || own !== null) refit()
    else actual(at(event))
  }
  const onKeyDown = (event: KeyPress) => {
    const done = handleZoomKey(event.key, {
      zoomBy,
      fit: refit,
      actual: () => actual(),
      pan: (dx, dy) => {
        const overflows =
          dx !== 0 ? picture.width * view.scale > box.width : picture.height * view.scale > box.height
        if (overflows) set(panBy(view, dx, dy))
        return overflows
      },
    })
    if (done) event.preventDefault()
  }
  return {
    ref,
    box,
    view,
    zoomBy,
    fit: refit,
    show: (place) => setOwn(viewOf(box, picture, place)),
    actual,
    at,
    pinching: () => pointers.current.size > 1,
    ignores: (event) => palms.ignores(event),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
    },
    onDoubleClick,
    onKeyDown,
  }
}

/** Carries out a key of the viewer; false for a key that means nothing here. */
function handleZoomKey(
  key: string,
  to: {
    zoomBy: (factor: number) => void
    fit: () => void
    actual: () => void
    pan: (dx: number, dy: number) => boolean
  },
): boolean {
  if (key === '+' || key === '=') to.zoomBy(STEP)
  else if (key === '-' || key === '_') to.zoomBy(1 / STEP)
  else if (key === '0') to.fit()
  else if (key === '1') to.actual()
  else if (key === 'ArrowLeft') return to.pan(KEY_PAN, 0)
  else if (key === 'ArrowRight') return to.pan(-KEY_PAN, 0)
  else if (key === 'ArrowUp') return to.pan(0, KEY_PAN)
  else if (key === 'ArrowDown') return to.pan(0, -KEY_PAN)
  else return false
  return true
}
