import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Placing } from '#contracts/scenes.ts'
import { useWheel } from '#src/ui/image/use-wheel.ts'
import type { Point, Size } from '#src/ui/image/zoom.ts'
import { moveBy, pinchBy, pressKey, pullCorner, pullTurn, scaleBy } from './moves.ts'

interface Held {
  /** Where the pointers are, px of the frame, by their ids. */
  points: Map<number, Point>
  grip: 'body' | 'corner' | 'turn'
}

interface Hands {
  stage: HTMLElement | null
  placing: Placing | null
  aspect: number
  frame: Size
  /** A change that goes on: shown, but not kept yet. */
  onMove: (next: Placing) => void
  /** The last one is to be kept. */
  onRest: (last: Placing) => void
}

/** How long after a turn of the wheel or a key the subject rests, ms. */
const REST_MS = 250

/** Moves, scales and turns the subject by mouse, fingers, wheel and keys. */
export function useHands({ stage, placing, aspect, frame, onMove, onRest }: Hands) {
  const held = useRef<Held | null>(null)
  const latest = useRef<Placing | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [grabbed, setGrabbed] = useState(false)
  if (!grabbed) latest.current = placing
  useEffect(() => () => clearTimeout(timer.current), [])

  const at = (event: { clientX: number; clientY: number }): Point => {
    const box = stage?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    return {
      x: ((event.clientX - box.left) / box.width) * frame.width,
      y: ((event.clientY - box.top) / box.height) * frame.height,
    }
  }
  const change = (next: Placing) => {
    latest.current = next
    onMove(next)
  }
  const rest = useEffectEvent(() => {
    if (latest.current) onRest(latest.current)
  })
  const restSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => rest(), REST_MS)
  }

  useWheel(stage, (event) => {
    if (!latest.current) return
    change(scaleBy(latest.current, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0012))))
    restSoon()
  })

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!latest.current || (event.pointerType === 'mouse' && event.button !== 0)) return
    clearTimeout(timer.current)
    const grip = (event.target as HTMLElement).dataset.grip
    held.current ??= { points: new Map(), grip: grip === 'corner' || grip === 'turn' ? grip : 'body' }
    if (held.current.points.size >= 2) return
    held.current.points.set(event.pointerId, at(event))
    event.currentTarget.setPointerCapture(event.pointerId)
    setGrabbed(true)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = held.current
    const before = now?.points.get(event.pointerId)
    const from = latest.current
    if (!now || !before || !from) return
    const to = at(event)
    const other = [...now.points].find(([id]) => id !== event.pointerId)?.[1]
    now.points.set(event.pointerId, to)
    if (other) change(pinchBy(from, [other, before], [other, to], frame))
    else if (now.grip === 'corner') change(pullCorner(from, before, to, aspect, frame))
    else if (now.grip === 'turn') change(pullTurn(from, to, aspect, frame))
    else change(moveBy(from, to.x - before.x, to.y - before.y, frame))
  }
  const release = (event: PointerEvent<HTMLElement>) => {
    if (!held.current?.points.delete(event.pointerId) || held.current.points.size > 0) return
    held.current = null
    setGrabbed(false)
    rest()
  }
  const onKeyDown = (event: { key: string; shiftKey: boolean; preventDefault: () => void }) => {
    const next = latest.current && pressKey(latest.current, event.key, event.shiftKey, frame)
    if (!next) return
    event.preventDefault()
    change(next)
    restSoon()
  }
  return {
    grabbed,
    handlers: { onPointerDown, onPointerMove, onPointerUp: release, onPointerCancel: release, onKeyDown },
  }
}
