import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { drawStroke, loadMask, replayMask, saveMask, WORK_SIDE } from './mask-canvas.ts'
import {
  abandonStroke,
  addStep,
  beginStroke,
  EMPTY_MASK,
  endStroke,
  extendStroke,
  isBlank,
  type MaskHistory,
  redo,
  type StrokeMode,
  type StrokePoint,
  undo,
} from './mask-strokes.ts'
import type { Size } from './zoom.ts'

/** Strokes are saved once the pen has rested this long, ms. */
const SAVE_AFTER = 400

interface Options {
  picture: Size
  /** The mask stored with the draft, if any. */
  stored: File | undefined
  /** Called with the mask after a pause; null when nothing is masked. */
  onSave: (mask: Blob | null) => void
  /** How the stored file becomes pixels and back; a mask's way when left out. */
  files?: {
    load: (file: Blob) => Promise<HTMLCanvasElement>
    save: (painted: HTMLCanvasElement, width: number, height: number) => Promise<Blob>
  }
}

const MASK_FILES = { load: loadMask, save: saveMask }

/** A mask's state and the canvas that shows it. */
export function useMask({ picture, stored, onSave, files = MASK_FILES }: Options) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [history, setHistory] = useState<MaskHistory>(EMPTY_MASK)
  const [base, setBase] = useState<HTMLCanvasElement | null>(null)
  const drawn = useRef(0)
  // Only what was stored before this editor opened lies below the strokes; what it saves itself does not.
  const [first] = useState(stored)
  const scale = Math.min(1, WORK_SIDE / Math.max(picture.width, picture.height, 1))

  useEffect(() => {
    if (!first) return
    let gone = false
    files.load(first).then(
      (loaded) => !gone && setBase(loaded),
      // A mask that cannot be read is an empty one: the picture is still there to be painted on.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [first, files])

  const { steps, live } = history
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) replayMask(context, { steps, undone: [], live: null }, scale, base)
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
    onSave(blank ? null : await files.save(canvas.current, picture.width, picture.height))
  })
  useEffect(() => {
    if (steps.length === 0) return
    const timer = setTimeout(() => void save(), SAVE_AFTER)
    return () => clearTimeout(timer)
  }, [steps])

  return {
    canvas,
    canvasSize: {
      width: Math.max(1, Math.round(picture.width * scale)),
      height: Math.max(1, Math.round(picture.height * scale)),
    },
    history,
    blank,
    begin: useCallback(
      (mode: StrokeMode, size: number, point: StrokePoint, colour?: string) =>
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
    clear: useCallback(() => setHistory((now) => addStep(now, 'clear', base !== null)), [base]),
    invert: useCallback(() => setHistory((now) => addStep(now, 'invert', base !== null)), [base]),
  }
}
