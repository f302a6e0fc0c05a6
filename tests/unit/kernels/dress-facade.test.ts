import { describe, expect, it } from 'vitest'
import { dressed, finish, inBox, isRed, LOOK, type Thing } from '#tests/support/dressed.ts'

describe('bars before the panes of a façade', () => {
  const RED = finish([180, 30, 20])
  const look = { ...LOOK, finishes: { wall: [RED] } }

  /** The colour of a bar so wide between two panes; grey levels of both in the model. */
  const barOf = (wide: number, bar = 200, pane = 110) => {
    const wall: Thing = { label: 'wall', is: () => true }
    const panes: Thing = { label: 'opening', is: inBox(60, 40, 240, 160), level: () => pane, faint: true }
    const upright: Thing = {
      ...{ label: 'wall', faint: true, level: () => bar },
      is: inBox(150 - Math.floor(wide / 2), 40, 150 + Math.ceil(wide / 2), 160),
    }
    const at = dressed('outdoors', [wall, panes, upright], look)
    expect(isRed(at(30, 100)), 'the wall').toBe(true)
    return at(150, 100)
  }

  it('are of metal where they are lighter than these, whatever the wall is made of', () => {
    expect(isRed(barOf(2))).toBe(false)
  })

  it('are of the wall where they are darker, and where they are wide', () => {
    expect(isRed(barOf(2, 90, 170))).toBe(true)
    expect(isRed(barOf(16))).toBe(true)
  })
})
