import { describe, expect, it } from 'vitest'
import { MaskDocument } from '#src/ui/mask/mask-document.ts'
import { type Ask, type Draft, MaskGesture, type PenState } from '#src/ui/mask/mask-gesture.ts'
import type { MaskTool } from '#src/ui/mask/mask-tools.ts'
import { commandOf, SHORTCUTS } from '#src/ui/mask/shortcuts.ts'
import { SmartSession } from '#src/ui/mask/smart-session.ts'

const SIDE = 100

/** A gesture on an empty mask, driven as a pointer would. */
function drive() {
  const mask = new MaskDocument(SIDE, SIDE)
  const asks: Ask[] = []
  let draft: Draft | null = null
  const gesture = new MaskGesture({
    mask,
    onDraft: (next) => {
      draft = next
    },
    onAsk: (ask) => asks.push(ask),
  })
  const pen = (tool: MaskTool, more: Partial<PenState> = {}): PenState => ({
    ...{ tool, size: 10, hardness: 1, subtract: false, scribble: false, square: false, pixel: 1 },
    ...more,
  })
  const point = (x: number, y: number) => ({ x, y, pressure: 1 })
  const drag = (state: PenState, ...places: (readonly [number, number])[]) => {
    const [first = [0, 0], ...rest] = places
    gesture.down(point(...first), state)
    for (const place of rest) gesture.move([point(...place)], state.square)
    gesture.up()
  }
  const at = (x: number, y: number) => mask.data[y * SIDE + x]
  return { mask, gesture, asks, pen, point, drag, at, draft: () => draft }
}

describe('the pointer on a mask', () => {
  it('paints and erases, each stroke a step', async () => {
    const { mask, pen, drag, at } = drive()
    drag(pen('brush'), [20, 50], [80, 50])
    expect(at(50, 50)).toBe(255)
    drag(pen('erase'), [50, 40], [50, 60])
    expect(at(50, 50)).toBe(0)
    drag(pen('brush', { subtract: true }), [30, 50], [31, 50])
    expect(at(30, 50)).toBe(0)
    await mask.undo()
    await mask.undo()
    expect(at(50, 50)).toBe(255)
  })

  it('drops what was begun when a second finger comes', () => {
    const { mask, gesture, pen, point, draft } = drive()
    gesture.down(point(50, 50), pen('brush'))
    gesture.abandon()
    gesture.up()
    expect(mask.state.blank).toBe(true)
    expect(mask.data.some((value) => value > 0)).toBe(false)
    gesture.down(point(10, 10), pen('lasso'))
    gesture.move([point(50, 50)], false)
    gesture.abandon()
    expect(draft()).toBeNull()
    expect(mask.state.canUndo).toBe(false)
  })

  it('fills a lasso and a rectangle, square when asked, and takes them out again', () => {
    const { pen, drag, at } = drive()
    drag(pen('lasso'), [10, 10], [40, 10], [40, 40], [10, 40])
    expect([at(25, 25), at(60, 25)]).toEqual([255, 0])
    drag(pen('rect', { square: true }), [50, 50], [90, 60])
    expect([at(85, 85), at(95, 85)]).toEqual([255, 0])
    drag(pen('rect', { subtract: true }), [0, 0], [100, 30])
    expect([at(25, 25), at(25, 35)]).toEqual([0, 255])
  })

  it('makes no area of a click', () => {
    const { mask, pen, drag } = drive()
    drag(pen('rect'), [50, 50], [51, 51])
    drag(pen('lasso'), [50, 50])
    expect(mask.state.canUndo).toBe(false)
  })

  it('sets the corners of a polygon one by one and closes it at the first', () => {
    const { gesture, pen, drag, at, draft } = drive()
    for (const place of [
      [10, 10],
      [90, 10],
      [60, 50],
      [90, 90],
    ] as const)
      drag(pen('polygon'), place)
    expect(draft()).toMatchObject({ kind: 'outline', corners: 4 })
    gesture.back()
    expect(draft()).toMatchObject({ corners: 3 })
    drag(pen('polygon'), [90, 90])
    drag(pen('polygon'), [12, 12])
    expect(gesture.open).toBe(false)
    expect([at(40, 20), at(85, 50)]).toEqual([255, 0])
  })

  it('asks for what was pointed at: a place, a box or a line', () => {
    const { pen, drag, asks } = drive()
    drag(pen('wand'), [5, 5])
    drag(pen('region', { subtract: true }), [6, 6])
    drag(pen('smart'), [50, 50])
    drag(pen('smart', { subtract: true }), [60, 70], [20, 30])
    drag(pen('smart', { scribble: true }), [10, 10], [50, 10])
    expect(asks.map(({ kind, subtract }) => [kind, subtract])).toEqual([
      ['wand', false],
      ['region', true],
      ['point', false],
      ['box', true],
      ['line', false],
    ])
    expect(asks[3]).toMatchObject({ box: { left: 20, top: 30, right: 60, bottom: 70 } })
  })
})

describe('pointing at one thing several times', () => {
  const selection = (from: number, to: number) =>
    Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE >= from && i % SIDE < to ? 255 : 0))
  const point = (x: number, subtract = false) => ({ kind: 'point' as const, at: { x, y: 50 }, subtract })

  it('puts each finding in the place of the one before, and an undo takes the hint back', async () => {
    const mask = new MaskDocument(SIDE, SIDE)
    const session = new SmartSession(mask)
    expect(session.add(point(10)).points).toEqual([{ x: 10, y: 50, keep: true }])
    session.found(selection(0, 50))
    expect(session.add(point(40, true)).points).toEqual([
      { x: 10, y: 50, keep: true },
      { x: 40, y: 50, keep: false },
    ])
    session.found(selection(0, 30))
    expect([mask.data[20], mask.data[40]]).toEqual([255, 0])
    await mask.undo()
    session.undone()
    expect([mask.data[40], session.hints.length, session.current]).toEqual([255, 1, true])
  })

  it('remembers all that was added, until the mask is empty', () => {
    const mask = new MaskDocument(SIDE, SIDE)
    const session = new SmartSession(mask)
    const box = (left: number) => ({ left, top: 0, right: left + 30, bottom: 99 })
    session.add({ kind: 'box', box: box(0), subtract: false })
    session.found(selection(5, 20))
    session.add({ kind: 'box', box: box(50), subtract: false })
    session.found(selection(55, 70))
    const things = [box(0), box(50)].map((one) => ({ points: [], lines: [], box: one }))
    expect(session.things).toEqual(things)
    mask.edit({ left: 0, top: 0, right: 9, bottom: 9 }, () => mask.data.fill(0, 0, 9))
    session.add(point(60, true))
    session.found(selection(58, 62))
    expect(session.things, 'what is taken out begins nothing').toEqual(things)
    expect(new SmartSession(mask, things).things, 'after a reload').toEqual(things)
    mask.clear()
    expect(session.things).toEqual([])
    const points = Array.from({ length: 5000 }, (_, x) => ({ x, y: 1 }))
    const { lines } = session.add({ kind: 'line', points, subtract: false })
    expect([lines[0]?.points.length, lines[0]?.points.at(-1)]).toEqual([200, { x: 4999, y: 1 }])
  })

  it('begins anew with another box, outside the box, and after any other change', () => {
    const mask = new MaskDocument(SIDE, SIDE)
    const session = new SmartSession(mask)
    const box = { kind: 'box' as const, box: { left: 0, top: 0, right: 60, bottom: 99 }, subtract: false }
    session.add(box)
    session.found(selection(10, 50))
    expect(session.add(point(30)).points).toHaveLength(1)
    session.found(selection(10, 55))
    expect(session.add(point(80))).toEqual({ points: [{ x: 80, y: 50, keep: true }], lines: [] })
    session.found(selection(70, 90))
    expect([mask.data[20], mask.data[80]]).toEqual([255, 255])
    mask.invert()
    expect(session.current).toBe(false)
    session.add(point(5, true))
    session.found(selection(60, 65))
    expect(mask.data[62]).toBe(0)
  })
})

describe('keys', () => {
  const key = (name: string, more = {}) =>
    commandOf({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })

  it('choose tools, undo and redo, and leave the browser its own', () => {
    expect(key('B')).toEqual({ kind: 'tool', tool: 'brush' })
    expect(key('z', { ctrlKey: true })).toEqual({ kind: 'undo' })
    expect(key('Z', { metaKey: true, shiftKey: true })).toEqual({ kind: 'redo' })
    expect(key('s', { ctrlKey: true })).toBeNull()
    expect(key('b', { altKey: true })).toBeNull()
    expect(key('ArrowLeft')).toBeNull()
  })

  it('are each named once in the sheet', () => {
    const keys = SHORTCUTS.flatMap(({ rows }) => rows.map(([, keys]) => keys))
    expect(new Set(keys).size).toBe(keys.length)
  })
})
