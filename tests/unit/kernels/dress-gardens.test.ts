import { describe, expect, it } from 'vitest'
import {
  dressed,
  finish,
  HEIGHT,
  inBox,
  isBlue,
  isGreen,
  isGrey,
  isRed,
  LOOK,
  RED_WOOD,
  STRIPED,
  type Thing,
  WIDTH,
} from '#tests/support/dressed.ts'

describe('a boulder in a garden', () => {
  const [gravel, slate, pale] = [finish([90, 90, 90]), finish([50, 60, 70]), finish([250, 120, 110])]
  const look = { ...LOOK, finishes: { ground: [{ ...gravel, loose: true }, slate, pale] } }
  const boulder = (own: Partial<Thing> = {}): Thing => ({
    ...{ label: 'other', sure: 0.7, is: (x, y) => (x - 150) ** 2 + 2 * (y - 150) ** 2 < 900, faint: true },
    ...own,
  })
  const court: readonly Thing[] = [
    { label: 'wall', is: () => true },
    { label: 'ground', is: (_, y) => y > 100 },
  ]

  it('is of the palest stone, however faint its outline, and its ground where it may be that', () => {
    expect(isRed(dressed('outdoors', [...court, boulder()], look)(150, 150))).toBe(true)
    expect(isRed(dressed('outdoors', [...court, boulder({ sure: 0.3 })], look)(150, 150))).toBe(false)
  })
})

describe('slabs in a lawn', () => {
  const lawn = finish([60, 150, 50], { loose: true })
  const meadow: readonly Thing[] = [
    { label: 'sky', is: () => true },
    { label: 'ground', is: inBox(0, 90, WIDTH, HEIGHT) },
    { label: 'vegetation', is: inBox(0, 20, WIDTH, 90) },
  ]
  const slab = (left: number, top: number, right: number, bottom: number): Thing => ({
    ...{ label: 'ground' as const, is: inBox(left, top, right, bottom) },
    level: () => 252,
  })
  const look = { ...LOOK, finishes: { ground: [STRIPED, lawn], vegetation: [lawn] } }
  const dressing = (slabs: readonly Thing[]) => {
    const drawn = [...meadow, ...slabs].map((thing) => ({ ...thing, level: () => 252 }))
    return dressed('outdoors', drawn, look)
  }

  it('are stones of one piece, one that the picture cuts off as well', () => {
    const at = dressing([slab(140, 120, 180, 130), slab(130, 145, 190, 158), slab(135, 186, 185, HEIGHT)])
    const row = (y: number) => Array.from({ length: 30 }, (_, k) => at(145 + k, y).g)
    for (const y of [125, 151, 194]) {
      expect(isGrey(at(160, y))).toBe(true)
      expect(Math.max(...row(y)) - Math.min(...row(y))).toBeLessThan(30)
    }
    expect(isGreen(at(40, 150))).toBe(true)
  })
})

describe('the open ground of a model', () => {
  const gravel = finish([60, 70, 190], { loose: true })
  const look = { ...LOOK, finishes: { ground: [RED_WOOD, gravel], vegetation: [finish([60, 150, 50])] } }
  const beside = (faint: boolean) =>
    dressed(
      'outdoors',
      [
        { label: 'sky', is: () => true },
        { label: 'vegetation', is: inBox(0, 20, WIDTH, 90) },
        { label: 'ground', is: inBox(0, 90, WIDTH, HEIGHT), faint },
        { label: 'ground', is: inBox(220, 158, WIDTH, HEIGHT), faint },
      ],
      look,
    )(262, 182)

  it('goes on where hardly a line parts it, and ends where one does', () => {
    expect(isBlue(beside(true))).toBe(true)
    expect(isRed(beside(false))).toBe(true)
  })
})

describe('the open ground of a garden', () => {
  const garden: readonly Thing[] = [
    { label: 'sky', is: () => true },
    { label: 'ground', is: (_, y) => y >= 120 },
    { label: 'vegetation', is: (x, y) => x < 150 && y < 120 },
  ]
  const gravel = finish([130, 130, 125], { loose: true })
  const deck = finish([170, 60, 40])

  it('is what was asked for in words, and unpaved where nobody asked', () => {
    const look = { ...LOOK, finishes: { ground: [deck, gravel] } }
    expect(isGrey(dressed('outdoors', garden, look)(150, 180))).toBe(true)
    expect(isRed(dressed('outdoors', garden, { ...look, asked: ['ground'] })(150, 180))).toBe(true)
  })
})
