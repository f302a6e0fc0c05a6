import type { Point } from './zoom.ts'

/**
 * A drawing as a list of steps: pure state, replayed onto a canvas by sketch-canvas.ts. Coordinates and sizes
 * are in pixels of the board, so a drawing looks the same at any zoom and in any window.
 */
export type StrokeMode = 'paint' | 'erase'
/** Where the pen was, and how hard it pressed (0..1; 1 for a mouse). */
export interface StrokePoint extends Point {
  pressure: number
}
export type SketchStep =
  | {
      kind: 'stroke'
      mode: StrokeMode
      size: number
      colour: string
      points: readonly StrokePoint[]
    }
  | { kind: 'clear' }

export interface SketchHistory {
  readonly steps: readonly SketchStep[]
  /** Steps that were undone, the next one to redo last. */
  readonly undone: readonly SketchStep[]
  /** The stroke being drawn. */
  readonly live: Extract<SketchStep, { kind: 'stroke' }> | null
}

export const EMPTY_SKETCH: SketchHistory = { steps: [], undone: [], live: null }

/** Points closer than this part of the brush change nothing that can be seen. */
const SPACING = 0.08

/** Puts the pen down. */
export function beginStroke(
  history: SketchHistory,
  mode: StrokeMode,
  size: number,
  point: StrokePoint,
  colour: string,
): SketchHistory {
  return { ...history, live: { kind: 'stroke', mode, size, colour, points: [point] } }
}

/** Moves the pen; the same state comes back where the move is too small to matter. */
export function extendStroke(history: SketchHistory, point: StrokePoint): SketchHistory {
  const live = history.live
  const last = live?.points.at(-1)
  if (!live || !last) return history
  if (Math.hypot(point.x - last.x, point.y - last.y) < live.size * SPACING) return history
  return { ...history, live: { ...live, points: [...live.points, point] } }
}

/** Lifts the pen: the stroke becomes a step, and what was undone is gone. */
export function endStroke(history: SketchHistory): SketchHistory {
  if (!history.live) return history
  return { steps: [...history.steps, history.live], undone: [], live: null }
}

/** Drops the stroke being drawn, as when a second finger starts to pinch. */
export function abandonStroke(history: SketchHistory): SketchHistory {
  return history.live ? { ...history, live: null } : history
}

/** Clears the board; clearing what is clear adds no step. */
export function clearStrokes(history: SketchHistory, hasBase = false): SketchHistory {
  const last = history.steps.at(-1)
  const isClear = last ? last.kind === 'clear' : !hasBase
  return isClear ? history : { steps: [...history.steps, { kind: 'clear' }], undone: [], live: null }
}

export function canUndo(history: SketchHistory): boolean {
  return history.steps.length > 0
}

export function canRedo(history: SketchHistory): boolean {
  return history.undone.length > 0
}

export function undo(history: SketchHistory): SketchHistory {
  const last = history.steps.at(-1)
  if (!last) return history
  return { steps: history.steps.slice(0, -1), undone: [...history.undone, last], live: null }
}

export function redo(history: SketchHistory): SketchHistory {
  const next = history.undone.at(-1)
  if (!next) return history
  return { steps: [...history.steps, next], undone: history.undone.slice(0, -1), live: null }
}

/**
 * Steps that still matter: what came before the last clear cannot be seen any more.
 * @returns the steps to replay, and whether the stored drawing below them still counts
 */
export function visibleSteps(history: SketchHistory): { steps: readonly SketchStep[]; keepBase: boolean } {
  const lastClear = history.steps.findLastIndex((step) => step.kind === 'clear')
  return { steps: history.steps.slice(lastClear + 1), keepBase: lastClear === -1 }
}

/** Whether anything is drawn at all; erasing alone on an empty board leaves it empty. */
export function isBlank(history: SketchHistory, hasBase: boolean): boolean {
  const { steps, keepBase } = visibleSteps(history)
  if (keepBase && hasBase) return false
  return !steps.some((step) => step.kind === 'stroke' && step.mode === 'paint')
}

/** Width of a stroke at a point: a light pen draws half as wide as a firm one. */
export function widthAt(size: number, pressure: number): number {
  return size * (0.5 + 0.5 * Math.min(1, Math.max(0, pressure)))
}
