import { describe, expect, it } from 'vitest'
import { isAcross } from '#kernels/plan/gaps.ts'
import { withInnerDoors } from '#kernels/plan/inner-doors.ts'
import type { Opening } from '#kernels/plan/openings.ts'
import { PARTS, type SeenPlan } from '#kernels/plan/see-plan.ts'

const [WIDTH, HEIGHT, THICK] = [120, 80, 8]
type Box = readonly [x0: number, y0: number, x1: number, y1: number]

function maskOf(...boxes: Box[]): Uint8Array {
  const mask = new Uint8Array(WIDTH * HEIGHT)
  for (const [x0, y0, x1, y1] of boxes)
    for (let y = y0; y < y1; y++) mask.fill(1, y * WIDTH + x0, y * WIDTH + x1)
  return mask
}

describe('a gap between two walls', () => {
  const index = (u: number, v: number) => Math.round(v) * WIDTH + Math.round(u)
  const point = (u: number, v: number) => [u, v] as const
  /** From the wall that ends at x = 27 to that which begins at x = 60, as seen along the row y = 40. */
  const gap = {
    end: { frame: { isLevel: true, index, point }, u: 27, v: 40, half: 4, slope: 0, ahead: 1 as const },
    length: 32,
  }

  it('is as wide as the corridor where walls run on across both of its ends', () => {
    expect(isAcross(maskOf([20, 0, 28, 80], [60, 0, 68, 80]), gap, THICK)).toBe(true)
  })

  it('is a doorway where a jamb stands out from the corridor, or where a wall ends at it', () => {
    expect(isAcross(maskOf([10, 36, 28, 44], [60, 0, 68, 80]), gap, THICK)).toBe(false)
    expect(isAcross(maskOf([20, 0, 28, 80], [60, 0, 68, 44]), gap, THICK)).toBe(false)
  })
})

describe('glass between two rooms', () => {
  const opening = (y0: number, y1: number): Opening => ({
    ...{ kind: 'window', width: y1 - y0 },
    corners: [
      [56, y0],
      [56, y1],
      [64, y1],
      [64, y0],
    ],
  })
  const [upper, lower] = [opening(10, 30), opening(50, 70)]
  const glass = maskOf([56, 10, 64, 30], [56, 50, 64, 70])

  /** A plan whose left half is one room and whose right half is another one, or outside. */
  const planOf = (right: number) => ({
    ...{ doors: [], windows: [upper, lower], glass, gaps: new Uint8Array(glass.length), thickness: THICK },
    map: Uint16Array.from(glass, (_, i) => (i % WIDTH < 56 ? 1 : i % WIDTH >= 64 ? right : 0)),
    ink: { ...{ width: WIDTH, height: HEIGHT, pen: 1 }, grey: glass, dark: glass },
  })
  /** A door is seen in the upper half of the plan and a window in the lower one. */
  const seen: SeenPlan = {
    ...{ width: 1, height: 2, things: [] },
    shares: PARTS.map((part) => Uint8Array.of(part === 'door' ? 200 : 20, part === 'window' ? 200 : 20)),
  }

  it('is a sliding door where the network sees one', () => {
    const plan = withInnerDoors(planOf(2), seen)
    expect(plan.doors).toEqual([{ ...upper, kind: 'sliding' }])
    expect(plan.windows).toEqual([lower])
    expect([plan.gaps[20 * WIDTH + 60], plan.glass[20 * WIDTH + 60]]).toEqual([1, 0])
    expect([plan.gaps[60 * WIDTH + 60], plan.glass[60 * WIDTH + 60]]).toEqual([0, 1])
  })

  it('stays a window before the outside', () => {
    expect(withInnerDoors(planOf(0), seen).windows).toEqual([upper, lower])
  })
})
