import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampView,
  fitView,
  MAX_SCALE,
  pinch,
  sameAspect,
  scaleRange,
  toPicture,
  viewOf,
  zoomAt,
} from '#src/ui/image/zoom.ts'

const box = { width: 800, height: 600 }
const picture = { width: 4000, height: 2000 }
const side = fc.integer({ min: 16, max: 8000 })
const offset = fc.double({ min: -5000, max: 5000, noNaN: true })

describe('zoom', () => {
  it('shows the whole picture in the middle when fitted', () => {
    expect(fitView(box, picture)).toEqual({ scale: 0.2, x: 0, y: 100 })
    expect(fitView(box, picture, 40)).toEqual({ scale: 0.18, x: 40, y: 120 })
  })

  it('does not blow a tiny picture up past twice its pixels', () => {
    expect(fitView(box, { width: 16, height: 16 }).scale).toBe(2)
  })

  it('survives a box or a picture without size', () => {
    expect(fitView({ width: 0, height: 0 }, picture)).toEqual({ scale: 1, x: 0, y: 0 })
    expect(fitView(box, { width: 0, height: 10 })).toEqual({ scale: 1, x: 0, y: 0 })
  })

  it('keeps the pixel under the pointer while zooming', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 8, noNaN: true }),
        offset,
        offset,
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.record({
          x: fc.double({ min: 0, max: 800, noNaN: true }),
          y: fc.double({ min: 0, max: 600, noNaN: true }),
        }),
        (scale, x, y, factor, at) => {
          const before = toPicture({ scale, x, y }, at)
          const after = toPicture(zoomAt({ scale, x, y }, at, factor, { min: 0.01, max: 64 }), at)
          expect(after.x).toBeCloseTo(before.x, 4)
          expect(after.y).toBeCloseTo(before.y, 4)
        },
      ),
    )
  })

  it('stops at the limits of the range', () => {
    const range = scaleRange(box, picture)
    const start = fitView(box, picture)
    expect(zoomAt(start, { x: 0, y: 0 }, 1e6, range).scale).toBe(MAX_SCALE)
    expect(zoomAt(start, { x: 0, y: 0 }, 1e-6, range).scale).toBeCloseTo(0.1)
  })

  it('never lets the picture leave the box', () => {
    fc.assert(
      fc.property(
        side,
        side,
        offset,
        offset,
        fc.double({ min: 0.05, max: 8, noNaN: true }),
        (width, height, x, y, scale) => {
          const view = clampView({ scale, x, y }, box, { width, height })
          const overlapX = Math.min(view.x + width * scale, box.width) - Math.max(view.x, 0)
          const overlapY = Math.min(view.y + height * scale, box.height) - Math.max(view.y, 0)
          expect(overlapX).toBeGreaterThanOrEqual(Math.min(width * scale, box.width / 2) - 1e-6)
          expect(overlapY).toBeGreaterThanOrEqual(Math.min(height * scale, box.height / 2) - 1e-6)
        },
      ),
    )
  })

  it('moves and scales with two fingers', () => {
    const range = { min: 0.1, max: 16 }
    const view = { scale: 1, x: 0, y: 0 }
    const moved = pinch(
      view,
      [
        { x: 100, y: 100 },
        { x: 200, y: 100 },
      ],
      [
        { x: 100, y: 150 },
        { x: 300, y: 150 },
      ],
      range,
    )
    expect(moved.scale).toBe(2)
    expect(toPicture(moved, { x: 200, y: 150 })).toEqual({ x: 150, y: 100 })
  })

  it('shows a place close by in the middle, and never less than the whole picture', () => {
    const place = { left: 1900, top: 900, width: 400, height: 100 }
    const view = viewOf(box, picture, place)
    expect(toPicture(view, { x: 400, y: 300 })).toEqual({ x: 2100, y: 950 })
    expect(view.scale).toBeCloseTo((0.4 * 800) / 400)
    expect(viewOf(box, picture, { left: 0, top: 0, ...picture })).toEqual(fitView(box, picture))
    // A speck is not blown up until nothing around it is seen.
    expect(viewOf(box, picture, { left: 10, top: 10, width: 2, height: 2 }).scale).toBe(3)
  })

  it('compares only pictures of one shape', () => {
    expect(sameAspect({ width: 1024, height: 683 }, { width: 4096, height: 2732 })).toBe(true)
    expect(sameAspect({ width: 1024, height: 683 }, { width: 512, height: 512 })).toBe(false)
    expect(sameAspect({ width: 0, height: 0 }, { width: 512, height: 512 })).toBe(false)
  })
})
