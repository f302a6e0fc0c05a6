import { describe, expect, it } from 'vitest'
import {
  abandonStroke,
  beginStroke,
  canRedo,
  canUndo,
  clearStrokes,
  EMPTY_SKETCH,
  endStroke,
  extendStroke,
  isBlank,
  redo,
  type SketchHistory,
  type StrokeMode,
  undo,
  visibleSteps,
  widthAt,
} from '#src/ui/image/sketch-strokes.ts'

const INK = '#14171a'
const at = (x: number, y = 0) => ({ x, y, pressure: 1 })

function draw(history: SketchHistory, mode: StrokeMode = 'paint', ...xs: number[]): SketchHistory {
  const [first = 0, ...rest] = xs
  const moved = rest.reduce(
    (now, x) => extendStroke(now, at(x)),
    beginStroke(history, mode, 25, at(first), INK),
  )
  return endStroke(moved)
}

describe('strokes of a drawing', () => {
  it('turns pen down, moves and pen up into one step', () => {
    const history = draw(EMPTY_SKETCH, 'paint', 0, 10, 20)
    expect(history.steps).toEqual([
      { kind: 'stroke', mode: 'paint', size: 25, colour: INK, points: [at(0), at(10), at(20)] },
    ])
    expect(history.live).toBeNull()
  })

  it('leaves out moves that are too small to see', () => {
    const started = beginStroke(EMPTY_SKETCH, 'paint', 25, at(0), INK)
    expect(extendStroke(started, at(1))).toBe(started)
    expect(extendStroke(EMPTY_SKETCH, at(50))).toBe(EMPTY_SKETCH)
  })

  it('undoes and redoes in order, and forgets the future after a new stroke', () => {
    const two = draw(draw(EMPTY_SKETCH, 'paint', 0), 'erase', 5)
    const one = undo(two)
    expect(one.steps).toHaveLength(1)
    expect(canRedo(one)).toBe(true)
    expect(redo(one)).toEqual(two)
    const other = draw(one, 'paint', 9)
    expect(canRedo(other)).toBe(false)
    expect(canUndo(undo(undo(other)))).toBe(false)
    expect(undo(EMPTY_SKETCH)).toBe(EMPTY_SKETCH)
    expect(redo(EMPTY_SKETCH)).toBe(EMPTY_SKETCH)
  })

  it('drops a stroke that turned into a pinch', () => {
    const started = beginStroke(EMPTY_SKETCH, 'paint', 25, at(0), INK)
    expect(abandonStroke(started)).toEqual(EMPTY_SKETCH)
  })

  it('can take a clear back', () => {
    const drawn = draw(EMPTY_SKETCH, 'paint', 0, 30)
    const cleared = clearStrokes(drawn)
    expect(visibleSteps(cleared)).toEqual({ steps: [], keepBase: false })
    expect(isBlank(cleared, true)).toBe(true)
    expect(undo(cleared).steps).toEqual(drawn.steps)
  })

  it('adds no clear to what is clear already', () => {
    expect(clearStrokes(EMPTY_SKETCH)).toBe(EMPTY_SKETCH)
    expect(clearStrokes(EMPTY_SKETCH, true).steps).toHaveLength(1)
    const cleared = clearStrokes(draw(EMPTY_SKETCH, 'paint', 0))
    expect(clearStrokes(cleared)).toBe(cleared)
  })

  it('knows when nothing is drawn', () => {
    expect(isBlank(EMPTY_SKETCH, false)).toBe(true)
    expect(isBlank(EMPTY_SKETCH, true)).toBe(false)
    expect(isBlank(draw(EMPTY_SKETCH, 'erase', 0), false)).toBe(true)
    expect(isBlank(draw(EMPTY_SKETCH, 'paint', 0), false)).toBe(false)
  })

  it('sizes the pen with the pressure', () => {
    expect(widthAt(20, 1)).toBe(20)
    expect(widthAt(20, 0)).toBe(10)
    expect(widthAt(20, 7)).toBe(20)
  })
})
