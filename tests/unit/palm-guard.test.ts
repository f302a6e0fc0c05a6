import { describe, expect, it } from 'vitest'
import { PalmGuard } from '#src/ui/image/palm-guard.ts'

const pen = (timeStamp: number) => ({ pointerId: 1, pointerType: 'pen', timeStamp })
const touch = (pointerId: number, timeStamp: number) => ({ pointerId, pointerType: 'touch', timeStamp })

describe('a palm beside a pen', () => {
  it('means nothing from when it comes until it goes', () => {
    const guard = new PalmGuard()
    guard.down(pen(0))
    guard.down(touch(2, 100))
    expect(guard.ignores({ pointerId: 2 })).toBe(true)
    guard.up(pen(200))
    guard.move(touch(2, 5000))
    expect(guard.ignores({ pointerId: 2 })).toBe(true)
    guard.up(touch(2, 5100))
    guard.down(touch(2, 5200))
    expect(guard.ignores({ pointerId: 2 })).toBe(false)
  })

  it('that was there first means nothing once the pen comes', () => {
    const guard = new PalmGuard()
    guard.down(touch(2, 0))
    expect(guard.ignores({ pointerId: 2 })).toBe(false)
    guard.down(pen(300))
    expect(guard.ignores({ pointerId: 2 })).toBe(true)
    expect(guard.ignores({ pointerId: 1 })).toBe(false)
  })

  it('is told from a finger by how long ago the pen was used or hovered', () => {
    const guard = new PalmGuard()
    guard.down(pen(0))
    guard.up(pen(100))
    guard.down(touch(2, 400))
    guard.down(touch(3, 1000))
    expect([2, 3].map((pointerId) => guard.ignores({ pointerId }))).toEqual([true, false])
    guard.move(pen(2000))
    guard.down(touch(4, 2300))
    expect(guard.ignores({ pointerId: 4 })).toBe(true)
  })

  it('is no finger beside another finger or a mouse', () => {
    const guard = new PalmGuard()
    guard.down({ pointerId: 1, pointerType: 'mouse', timeStamp: 0 })
    guard.down(touch(2, 10))
    guard.down(touch(3, 20))
    expect([1, 2, 3].map((pointerId) => guard.ignores({ pointerId }))).toEqual([false, false, false])
  })
})
