import { describe, expect, it } from 'vitest'
import { dress } from '#kernels/dress/dress.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import { readingOf } from '#kernels/dress/reading.ts'
import { speckledRegions, withoutSpeckles } from '#kernels/dress/speckle.ts'
import { hash } from '#kernels/relight/noise.ts'
import { finish, inBox, LOOK, sceneOf, type Thing, WIDTH } from '#tests/support/dressed.ts'

const TERRAZZO = [150, 148, 144] as const
const WOOD = [110, 60, 20] as const
const [FLOOR, SHADE, LEG] = [90, 200, inBox(60, 110, 66, 195)] as const

const wall: Thing = { label: 'wall', is: () => true, colour: [190, 180, 150] }
const floor: Thing = { label: 'floor', is: (_, y) => y >= FLOOR, colour: TERRAZZO }

/** A room with a speckled floor, a shadow on its right side, and the leg of a stool that was seen as a part of it. */
function readingOfRoom(things: readonly Thing[] = [wall, floor], flecks = 0.35) {
  const { image, seen } = sceneOf('indoors', things)
  for (let i = 0; i < seen.map.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    if (y < FLOOR) continue
    const light = (x > SHADE ? 0.45 : 1) * (1 + flecks * (2 * hash(x, y, 3) - 1))
    const colour = LEG(x, y) ? WOOD : TERRAZZO
    for (let c = 0; c < 3; c++) image.data[4 * i + c] = colour[c]! * (LEG(x, y) ? 1 : light)
  }
  return { seen, reading: readingOf(image, seen) }
}

/** Mean of a plane over a box, and how far it strays from that. */
function within(plane: Float32Array, left: number, top: number, right: number, bottom: number) {
  const values: number[] = []
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) values.push(plane[y * WIDTH + x]!)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    mean,
    stray: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length),
  }
}

describe('a speckled floor', () => {
  it('is known by a pattern all over it without lines, in a photograph of a room', () => {
    const { seen, reading } = readingOfRoom()
    expect(speckledRegions(seen, reading)).toEqual([0, 1])
    expect(speckledRegions({ ...seen, setting: 'outdoors' }, reading)).toEqual([0, 0])
    const plain = readingOfRoom([wall, floor], 0)
    expect(speckledRegions(plain.seen, plain.reading)).toEqual([0, 0])
  })

  it('is known as a whole, without what lies on it and is made of something else', () => {
    const corner: Thing = { ...floor, is: inBox(0, 180, 30, 200) }
    const rug: Thing = { ...floor, is: inBox(90, 120, 150, 180), own: 'rug' }
    const { seen, reading } = readingOfRoom([wall, floor, corner, rug])
    const smooth = { ...reading, busy: reading.busy.map((value, i) => (reading.map[i]! > 1 ? 0 : value)) }
    expect(speckledRegions(seen, smooth)).toEqual([0, 1, 1, 0])
  })

  it('loses its speckles, and keeps its shadow and what stands on it', () => {
    const { seen, reading } = readingOfRoom()
    const { source, busy } = withoutSpeckles(reading, speckledRegions(seen, reading))
    const lit = [90, 120, 150, 180] as const
    expect(within(source.shade, ...lit).stray).toBeLessThan(0.3 * within(reading.source.shade, ...lit).stray)
    expect(within(source.ink, ...lit).mean).toBeLessThan(0.1 * within(reading.source.ink, ...lit).mean)
    expect(within(busy, ...lit).mean).toBeLessThan(0.05)
    const shadowIn = ({ shade }: { shade: Float32Array }) =>
      within(shade, 220, 120, 280, 180).mean / within(shade, ...lit).mean
    expect(shadowIn(source)).toBeLessThan(0.3)
    expect(Math.abs(shadowIn(source) / shadowIn(reading.source) - 1)).toBeLessThan(0.2)
    expect(within(source.ink, 58, 130, 68, 170).mean).toBeGreaterThan(
      0.6 * within(reading.source.ink, 58, 130, 68, 170).mean,
    )
  })

  it('leaves all else as it was', () => {
    const { reading } = readingOfRoom()
    expect(withoutSpeckles(reading, [0, 0])).toBe(reading)
  })
})

describe('a floor that another finish is laid on', () => {
  it('shows fewer of its speckles the further that goes', () => {
    const { seen, reading } = readingOfRoom()
    const prepared = prepareDress(reading.image, seen)
    const look = { ...LOOK, finishes: { floor: [finish([120, 90, 60])] } }
    const [tint, usual] = [0.15, 0.75].map((strength) => {
      const { data } = dress(prepared, look, { strength, lock: true, seed: 1, finishes: new Map() })
      const green = Float32Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + 1]! / 255)
      return within(green, 90, 120, 150, 180)
    })
    expect(tint!.stray).toBeGreaterThan(0.05)
    expect(usual!.stray).toBeLessThan(0.3 * tint!.stray)
  })
})
