import type { Point } from './zoom.ts'

/**
 * A painted mask as a list of steps: pure state, replayed onto a canvas by mask-canvas.ts. Coordinates and
 * sizes are in pixels of the picture, so a mask looks the same at any zoom and in any window.
 */
export type StrokeMode = 'paint' | 'erase'
/** Where the pen was, and how hard it pressed (0..1; 1 for a mouse). */
export interface StrokePoint extends Point {
  pressure: number
}
export type MaskStep =
  | {
      kind: 'stroke'
      mode: StrokeMode
      size: number
      /** Of a drawing; a mask has one colour and says none. */
      colour?: string
      points: readonly StrokePoint[]
    }
  | { kind: 'clear' }
  | { kind: 'invert' }

export interface MaskHistory {
  readonly steps: readonly MaskStep[]
  /** Steps that were undone, the next one to redo last. */
  readonly undone: readonly MaskStep[]
  /** The stroke being drawn. */
  readonly live: Extract<MaskStep, { kind: 'stroke' }> | null
}

export const EMPTY_MASK: MaskHistory = { steps: [], undone: [], live: null }

/** Points closer than this part of the brush change nothing that can be seen. */
const SPACING = 0.08

/** Diameter in pixels of the picture for a brush of `brush` on a picture that is 1024 px long. */
export function brushSize(brush: number, width: number, height: number): number {
  return Math.max(1, (brush * Math.max(width, height)) / 1024)
}

/** Puts the pen down. */
export function beginStroke(
  history: MaskHistory,
  mode: StrokeMode,
  size: number,
  point: StrokePoint,
  colour?: string,
): MaskHistory {
  const pen = colour ? { mode, size, colour } : { mode, size }
  return { ...history, live: { kind: 'stroke', ...pen, points: [point] } }
}

/** Moves the pen; the same state comes back where the move is too small to matter. */
export function extendStroke(history: MaskHistory, point: StrokePoint): MaskHistory {
  const live = history.live
  const last = live?.points.at(-1)
  if (!live || !last) return history
  if (Math.hypot(point.x - last.x, point.y - last.y) < live.size * SPACING) return history
  return { ...history, live: { ...live, points: [...live.points, point] } }
}

/** Lifts the pen: the stroke becomes a step, and what was undone is gone. */
export function endStroke(history: MaskHistory): MaskHistory {
  if (!history.live) return history
  return { steps: [...history.steps, history.live], undone: [], live: null }
}

/** Drops the stroke being drawn, as when a second finger starts to pinch. */
export function abandonStroke(history: MaskHistory): MaskHistory {
  return history.live ? { ...history, live: null } : history
}

/** Adds a step that is no stroke. Clearing what is clear adds nothing. */
export function addStep(history: MaskHistory, kind: 'clear' | 'invert', hasBase = false): MaskHistory {
  const last = history.steps.at(-1)
  const isClear = last ? last.kind === 'clear' : !hasBase
  if (kind === 'clear' && isClear) return history
  return { steps: [...history.steps, { kind }], undone: [], live: null }
}

export function canUndo(history: MaskHistory): boolean {
  return history.steps.length > 0
}

export function canRedo(history: MaskHistory): boolean {
  return history.undone.length > 0
}

export function undo(history: MaskHistory): MaskHistory {
  const last = history.steps.at(-1)
  if (!last) return history
  return { steps: history.steps.slice(0, -1), undone: [...history.undone, last], live: null }
}

export function redo(history: MaskHistory): MaskHistory {
  const next = history.undone.at(-1)
  if (!next) return history
  return { steps: [...history.steps, next], undone: history.undone.slice(0, -1), live: null }
}

/**
 * Steps that still matter: what came before the last clear cannot be seen any more.
 * @returns the steps to replay, and whether the stored mask below them still counts
 */
export function visibleSteps(history: MaskHistory): { steps: readonly MaskStep[]; keepBase: boolean } {
  const lastClear = history.steps.findLastIndex((step) => step.kind === 'clear')
  return { steps: history.steps.slice(lastClear + 1), keepBase: lastClear === -1 }
}

/** Whether anything can be masked at all; erasing alone on an empty mask leaves it empty. */
export function isBlank(history: MaskHistory, hasBase: boolean): boolean {
  const { steps, keepBase } = visibleSteps(history)
  if (keepBase && hasBase) return false
  return !steps.some((step) => step.kind === 'invert' || (step.kind === 'stroke' && step.mode === 'paint'))
}

/** Width of a stroke at a point: a light pen draws half as wide as a firm one. */
export function widthAt(size: number, pressure: number): number {
  return size * (0.5 + 0.5 * Math.min(1, Math.max(0, pressure)))
}
