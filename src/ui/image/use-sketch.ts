import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { drawStroke, loadSketch, replaySketch, saveSketch, WORK_SIDE } from './sketch-canvas.ts'
import {
  abandonStroke,
  beginStroke,
  clearStrokes,
  EMPTY_SKETCH,
  endStroke,
  extendStroke,
  isBlank,
  redo,
  type SketchHistory,
  type StrokeMode,
  type StrokePoint,
  undo,
} from './sketch-strokes.ts'
import type { Size } from './zoom.ts'

/** Strokes are saved once the pen has rested this long, ms. */
const SAVE_AFTER = 400

interface Options {
  board: Size
  /** The drawing stored with the draft, if any. */
  stored: File | undefined
  /** Called with the drawing after a pause; null when nothing is drawn. */
  onSave: (drawing: Blob | null) => void
}

/** A drawing's state and the canvas that shows it. */
export function useSketch({ board, stored, onSave }: Options) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [history, setHistory] = useState<SketchHistory>(EMPTY_SKETCH)
  const [base, setBase] = useState<HTMLCanvasElement | null>(null)
  const drawn = useRef(0)
  // Only what was stored before this editor opened lies below the strokes; what it saves itself does not.
  const [first] = useState(stored)
  const scale = Math.min(1, WORK_SIDE / Math.max(board.width, board.height, 1))

  useEffect(() => {
    if (!first) return
    let gone = false
    loadSketch(first).then(
      (loaded) => !gone && setBase(loaded),
      // A drawing that cannot be read is an empty one: the board is still there to be drawn on.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [first])

  const { steps, live } = history
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) replaySketch(context, { steps, undone: [], live: null }, scale, base)
    drawn.current = 0
  }, [steps, scale, base])

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !live) return
    drawStroke(context, live, scale, drawn.current)
    drawn.current = live.points.length
  }, [live, scale])

  const blank = isBlank(history, base !== null)
  const save = useEffectEvent(async () => {
    if (!canvas.current) return
    onSave(blank ? null : await saveSketch(canvas.current))
  })
  useEffect(() => {
    if (steps.length === 0) return
    const timer = setTimeout(() => void save(), SAVE_AFTER)
    return () => clearTimeout(timer)
  }, [steps])

  return {
    canvas,
    canvasSize: {
      width: Math.max(1, Math.round(board.width * scale)),
      height: Math.max(1, Math.round(board.height * scale)),
    },
    history,
    blank,
    begin: useCallback(
      (mode: StrokeMode, size: number, point: StrokePoint, colour: string) =>
        setHistory((now) => beginStroke(now, mode, size, point, colour)),
      [],
    ),
    extend: useCallback((point: StrokePoint) => setHistory((now) => extendStroke(now, point)), []),
    end: useCallback(() => setHistory(endStroke), []),
    abandon: useCallback(() => {
      setHistory(abandonStroke)
      // The pixels of the dropped stroke are on the canvas already: replay without them.
      setHistory((now) => ({ ...now, steps: [...now.steps] }))
    }, []),
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    clear: useCallback(() => setHistory((now) => clearStrokes(now, base !== null)), [base]),
  }
}
