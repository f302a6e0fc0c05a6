import { describe, expect, it } from 'vitest'
import {
  abandonStroke,
  addStep,
  beginStroke,
  brushSize,
  canRedo,
  canUndo,
  EMPTY_MASK,
  endStroke,
  extendStroke,
  isBlank,
  type MaskHistory,
  redo,
  type StrokeMode,
  undo,
  visibleSteps,
  widthAt,
} from '#src/ui/image/mask-strokes.ts'

const at = (x: number, y = 0) => ({ x, y, pressure: 1 })

function draw(history: MaskHistory, mode: StrokeMode = 'paint', ...xs: number[]): MaskHistory {
  const [first = 0, ...rest] = xs
  const moved = rest.reduce((now, x) => extendStroke(now, at(x)), beginStroke(history, mode, 25, at(first)))
  return endStroke(moved)
}

describe('mask strokes', () => {
  it('turns pen down, moves and pen up into one step', () => {
    const history = draw(EMPTY_MASK, 'paint', 0, 10, 20)
    expect(history.steps).toEqual([
      { kind: 'stroke', mode: 'paint', size: 25, points: [at(0), at(10), at(20)] },
    ])
    expect(history.live).toBeNull()
  })

  it('leaves out moves that are too small to see', () => {
    const started = beginStroke(EMPTY_MASK, 'paint', 25, at(0))
    expect(extendStroke(started, at(1))).toBe(started)
    expect(extendStroke(EMPTY_MASK, at(50))).toBe(EMPTY_MASK)
  })

  it('undoes and redoes in order, and forgets the future after a new stroke', () => {
    const two = draw(draw(EMPTY_MASK, 'paint', 0), 'erase', 5)
    const one = undo(two)
    expect(one.steps).toHaveLength(1)
    expect(canRedo(one)).toBe(true)
    expect(redo(one)).toEqual(two)
    const other = draw(one, 'paint', 9)
    expect(canRedo(other)).toBe(false)
    expect(canUndo(undo(undo(other)))).toBe(false)
    expect(undo(EMPTY_MASK)).toBe(EMPTY_MASK)
    expect(redo(EMPTY_MASK)).toBe(EMPTY_MASK)
  })

  it('drops a stroke that turned into a pinch', () => {
    const started = beginStroke(EMPTY_MASK, 'paint', 25, at(0))
    expect(abandonStroke(started)).toEqual(EMPTY_MASK)
  })

  it('can take a clear back', () => {
    const drawn = draw(EMPTY_MASK, 'paint', 0, 30)
    const cleared = addStep(drawn, 'clear')
    expect(visibleSteps(cleared)).toEqual({ steps: [], keepBase: false })
    expect(isBlank(cleared, true)).toBe(true)
    expect(undo(cleared).steps).toEqual(drawn.steps)
  })

  it('adds no clear to what is clear already', () => {
    expect(addStep(EMPTY_MASK, 'clear')).toBe(EMPTY_MASK)
    expect(addStep(EMPTY_MASK, 'clear', true).steps).toHaveLength(1)
    const cleared = addStep(draw(EMPTY_MASK, 'paint', 0), 'clear')
    expect(addStep(cleared, 'clear')).toBe(cleared)
  })

  it('knows when nothing is masked', () => {
    expect(isBlank(EMPTY_MASK, false)).toBe(true)
    expect(isBlank(EMPTY_MASK, true)).toBe(false)
    expect(isBlank(draw(EMPTY_MASK, 'erase', 0), false)).toBe(true)
    expect(isBlank(draw(EMPTY_MASK, 'paint', 0), false)).toBe(false)
    expect(isBlank(addStep(EMPTY_MASK, 'invert'), false)).toBe(false)
  })

  it('sizes the brush with the picture and the pressure', () => {
    expect(brushSize(25, 1024, 512)).toBe(25)
    expect(brushSize(25, 2048, 4096)).toBe(100)
    expect(brushSize(0, 16, 16)).toBe(1)
    expect(widthAt(20, 1)).toBe(20)
    expect(widthAt(20, 0)).toBe(10)
    expect(widthAt(20, 7)).toBe(20)
  })
})
