import { useState } from 'react'
import type { RegionChange, Stroke } from '#contracts/surfaces.ts'
import { toast, toastError } from '#src/state/toasts.ts'
import type { ZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import type { Point, Size } from '#src/ui/image/zoom.ts'
import { MaskDocument } from '#src/ui/mask/mask-document.ts'
import { useMaskPointer } from '#src/ui/mask/use-mask-pointer.ts'
import { askPreview } from '#src/worker-clients/image-previews.ts'
import { changeOfStroke, loopOf, type StrokeMode } from './strokes.ts'

const IN_VAIN: Record<Exclude<StrokeMode, 'around'>, string> = {
  merge: '这一笔只划过一块区域，请划过要合并的几块',
  split: '这一笔没有把区域分开，请划穿它，或在里面圈出一块',
}

interface Needs {
  /** Null while no strokes are drawn. */
  mode: StrokeMode | null
  zoom: ZoomPan
  picture: Size
  /** Whether a drag moves the picture instead. */
  moves: (event: { button?: number; buttons?: number }) => boolean
  onChange: (change: RegionChange) => void
  /** A loop was drawn: its middle and its line, parts of the sides. */
  onLoop: (at: Point, around: Stroke) => void
}

/** Strokes of the pointer or of keys over a picture that merge or cut its regions, or go around some. */
export function useRegionStrokes({ mode, zoom, picture, moves, onChange, onLoop }: Needs) {
  // The pen of the mask editor draws lines; nothing is painted with it here.
  const [mask] = useState(() => new MaskDocument(1, 1))
  const [anchor, setAnchor] = useState<Point | null>(null)
  const commit = async (points: readonly Point[]) => {
    if (!mode) return
    if (mode === 'around') {
      const { at, around } = loopOf(points, picture)
      onLoop(at, around)
      return
    }
    const change = changeOfStroke(mode, points, picture)
    try {
      if (await askPreview<boolean>('render', { change })) onChange(change)
      else toast('info', IN_VAIN[mode])
    } catch (thrown) {
      toastError(thrown)
    }
  }
  const pointer = useMaskPointer({
    ...{ mask, zoom, moves, subtract: false, scribble: true, blocked: mode === null },
    ...{ tool: 'smart', size: 1, hardness: 1 },
    onAsk: (ask) => {
      if (ask.kind === 'line') void commit(ask.points)
    },
  })
  const { draft } = pointer
  return {
    draft,
    handlers: pointer.handlers,
    /** Begins a straight stroke at a place (px of the picture), or ends it there. */
    press(at: Point) {
      if (anchor) void commit([anchor, at])
      setAnchor(anchor ? null : at)
      draft.value = null
    },
    /** Shows where the stroke in hand would go. */
    aim(at: Point) {
      if (anchor) draft.value = { kind: 'line', points: [anchor, at] }
    },
    /** Gives the stroke in hand up; false when there was none. */
    drop(): boolean {
      const had = anchor !== null || pointer.gesture.drawing
      pointer.gesture.abandon()
      setAnchor(null)
      draft.value = null
      return had
    },
  }
}
