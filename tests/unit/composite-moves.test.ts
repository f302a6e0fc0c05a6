import { describe, expect, test } from 'vitest'
import { zPlacing } from '#contracts/scenes.ts'
import {
  flipped,
  middleOf,
  moveBy,
  pinchBy,
  pressKey,
  pullCorner,
  pullTurn,
  scaleBy,
  turnBy,
} from '#src/workbenches/composite/moves.ts'

const FRAME = { width: 1200, height: 800 }
const START = { x: 0.5, y: 0.75, size: 0.3, turn: 0, flip: false }
const ASPECT = 0.8

describe('a subject in hand', () => {
  test('follows the pointer, and stays within reach', () => {
    expect(moveBy(START, 120, -80, FRAME)).toMatchObject({ x: 0.6, y: 0.65 })
    const far = moveBy(START, 99_999, 99_999, FRAME)
    expect(zPlacing.safeParse(far).success).toBe(true)
    expect(far.x).toBeLessThan(1.5)
  })

  test('a pulled corner scales it in place, and its foot goes on standing where it stands', () => {
    const middle = middleOf(START, ASPECT, FRAME)
    const from = { x: middle.x + 100, y: middle.y + 100 }
    const to = { x: middle.x + 150, y: middle.y + 150 }
    const pulled = pullCorner(START, from, to, ASPECT, FRAME)
    expect(pulled.size).toBeCloseTo(0.45)
    expect([pulled.x, pulled.y]).toEqual([START.x, START.y])
    expect(scaleBy(START, 1e9).size).toBe(2)
    expect(scaleBy(START, 0).size).toBeGreaterThan(0)
  })

  test('turns towards the pointer, falls into the upright, and never past half a turn', () => {
    const middle = middleOf(START, ASPECT, FRAME)
    expect(pullTurn(START, { x: middle.x + 100, y: middle.y }, ASPECT, FRAME).turn).toBe(90)
    expect(pullTurn(START, { x: middle.x + 3, y: middle.y - 200 }, ASPECT, FRAME).turn).toBe(0)
    expect(turnBy({ ...START, turn: 170 }, 20).turn).toBe(-170)
  })

  test('two fingers move, scale and turn it at once', () => {
    const before = [
      { x: 500, y: 400 },
      { x: 600, y: 400 },
    ] as const
    const after = [
      { x: 550, y: 300 },
      { x: 550, y: 500 },
    ] as const
    const made = pinchBy(START, before, after, FRAME)
    expect(made.size).toBeCloseTo(0.6)
    expect(made.turn).toBeCloseTo(90)
    expect([made.x, made.y]).toEqual([START.x, START.y])
  })

  test('keys move, scale, turn and flip it; others are left to the page', () => {
    expect(pressKey(START, 'ArrowLeft', false, FRAME)!.x).toBeLessThan(START.x)
    const far = START.x - pressKey(START, 'ArrowLeft', true, FRAME)!.x
    expect(far).toBeCloseTo(10 * (START.x - pressKey(START, 'ArrowLeft', false, FRAME)!.x))
    expect(pressKey(START, '+', false, FRAME)!.size).toBeGreaterThan(START.size)
    expect(pressKey(START, ']', false, FRAME)!.turn).toBe(1)
    expect(pressKey(START, 'f', false, FRAME)).toEqual(flipped(START))
    expect(pressKey(START, 'Tab', false, FRAME)).toBeNull()
  })
})
