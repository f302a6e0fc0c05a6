import { describe, expect, it } from 'vitest'
import type { MadePart, PlanMend } from '#contracts/flatplan.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { changeRooms, noteOfPlan, scaleQuestion } from '#kernels/plan/dress-rooms.ts'
import { findFurniture } from '#kernels/plan/furniture.ts'
import { readInk } from '#kernels/plan/ink.ts'
import { areaOfRoom, letterRooms } from '#kernels/plan/letters.ts'
import { measurePlan } from '#kernels/plan/measure.ts'
import { mendPlan } from '#kernels/plan/mend-plan.ts'
import { type Plan, type Room, readInkedPlan } from '#kernels/plan/read-plan.ts'
import type { Raster } from '#kernels/raster.ts'

const [WIDTH, HEIGHT] = [1000, 780]
/** Of the flat below: px a metre, and where its outer corner lies. */
const SCALE = 90
const CORNER = 60

/** A box that is inked, in metres from the flat's outer corner. */
type Box = readonly [x0: number, y0: number, x1: number, y1: number]

const OUTER: readonly Box[] = [
  [0, 0, 9.6, 0.24],
  [0, 6.96, 9.6, 7.2],
  [0, 0, 0.24, 7.2],
  [9.36, 0, 9.6, 7.2],
]
/** Partitions of 120 mm about the middle, with a doorway of 900 mm in the one that lies level, to the left. */
const INNER: readonly Box[] = [
  [4.74, 0.24, 4.86, 6.96],
  [0.24, 3.54, 1.5, 3.66],
  [2.4, 3.54, 9.36, 3.66],
]

function inked(boxes: readonly Box[]): Raster {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255)
  for (const box of boxes) {
    const [x0, y0, x1, y1] = box.map((v) => CORNER + Math.round(v * SCALE)) as [
      number,
      number,
      number,
      number,
    ]
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) data.set([0, 0, 0], 4 * (y * WIDTH + x))
  }
  // Tables: a plan has thin lines as well.
  for (const [x, y] of [
    [2, 1.2],
    [6.5, 1.2],
    [2, 4.8],
    [6.5, 4.8],
  ] as const)
    for (let n = 0; n <= 120; n++)
      for (const [u, v] of [
        [0, n],
        [120, n],
        [n, 0],
        [n, 120],
      ] as const)
        data.set([0, 0, 0], 4 * ((CORNER + y * SCALE + v) * WIDTH + CORNER + x * SCALE + u))
  return { width: WIDTH, height: HEIGHT, data }
}

/** A place in metres as parts of the picture's sides. */
const px = (v: number) => (CORNER + v * SCALE) / WIDTH
const py = (v: number) => (CORNER + v * SCALE) / HEIGHT
const part = (be: MadePart, x0: number, y0: number, x1: number, y1: number): PlanMend => ({
  do: 'part',
  be,
  ...{ x0: px(x0), y0: py(y0), x1: px(x1), y1: py(y1) },
})
const over = (kind: 'join' | 'room', x0: number, y0: number, x1: number, y1: number): PlanMend => ({
  do: kind,
  ...{ x0: px(x0), y0: py(y0), x1: px(x1), y1: py(y1) },
})

const flat = (boxes: readonly Box[] = [...OUTER, ...INNER]): Plan =>
  readInkedPlan(readInk(inked(boxes)), [], { x0: px(0), y0: 0.5, x1: px(9.6), y1: 0.5, mm: 9600 })

const roomAt = ({ rooms, map }: Plan, x: number, y: number): Room | undefined => {
  const id = map[Math.round(py(y) * HEIGHT) * WIDTH + Math.round(px(x) * WIDTH)]
  return rooms.find((room) => room.id === id)
}
const areasOf = (plan: Plan) => plan.rooms.map((room) => Math.round(10 * areaOfRoom(plan, room)) / 10).sort()

describe('mending a plan', () => {
  const plan = flat()

  it('leaves one that needs none as it is', () => {
    expect(areasOf(plan)).toEqual([14.9, 14.9, 14.9, 14.9].map((area) => expect.closeTo(area, 0)))
    expect(mendPlan(plan, [], [])).toBe(plan)
    expect(areasOf(mendPlan(plan, [part('passage', 1.5, 3.6, 2.4, 3.6)], []))).toEqual(areasOf(plan))
  })

  it('divides a room by a wall, whose ends need not quite meet the walls', () => {
    const mended = mendPlan(plan, [part('wall', 1.7, 0.5, 1.7, 3.4)], [])
    expect(mended.rooms).toHaveLength(5)
    expect(roomAt(mended, 1, 1)).not.toBe(roomAt(mended, 4, 1))
    expect(areaOfRoom(mended, roomAt(mended, 1, 1)!)).toBeCloseTo(3.3 * 1.4, 0)
  })

  it('leaves rooms without names the kinds that were told otherwise', () => {
    const told: Plan = {
      ...plan,
      rooms: plan.rooms.map((room) => ({ ...room, kind: room === roomAt(plan, 1, 1) ? 'bath' : 'bedroom' })),
    }
    const mended = mendPlan(told, [part('wall', 1.7, 0.5, 1.7, 3.4)], [])
    const kinds = [1, 4, 8].map((x) => roomAt(mended, x, 1)?.kind)
    expect(kinds).toEqual(['bath', 'bath', 'bedroom'])
  })

  it('joins two rooms where a wall is taken away, and takes its lines along', () => {
    const mended = mendPlan(plan, [part('open', 4.8, 4, 4.8, 6.5)], [])
    expect(mended.rooms).toHaveLength(3)
    expect(roomAt(mended, 1, 5)).toBe(roomAt(mended, 8, 5))
    const i = Math.round(py(5) * HEIGHT) * WIDTH + Math.round(px(4.8) * WIDTH)
    expect([plan.ink.dark[i], mended.ink.dark[i], mended.walls[i]]).toEqual([1, 0, 0])
    // The plan that was read stays what it was.
    expect(plan.walls[i]).toBe(1)
  })

  describe('takes away what a click is on', () => {
    const off = (x: number, y: number): PlanMend => ({ do: 'unwall', x: px(x), y: py(y) })
    const at = (x: number, y: number) => Math.round(py(y) * HEIGHT) * WIDTH + Math.round(px(x) * WIDTH)
    /** The flat with boxes of white paper that were taken for wall. */
    const withBits = (...boxes: readonly Box[]): Plan => {
      const [walls, map] = [plan.walls.slice(), plan.map.slice()]
      for (const [x0, y0, x1, y1] of boxes)
        for (let y = CORNER + y0 * SCALE; y < CORNER + y1 * SCALE; y++)
          for (let x = CORNER + x0 * SCALE; x < CORNER + x1 * SCALE; x++) {
            const i = Math.round(y) * WIDTH + Math.round(x)
            walls[i] = 1
            map[i] = 0
          }
      return { ...plan, walls, map }
    }

    it('of a wall the part between two others, and its fill', () => {
      const mended = mendPlan(plan, [off(4.8, 5)], [])
      expect(mended.rooms).toHaveLength(3)
      expect(roomAt(mended, 1, 5)).toBe(roomAt(mended, 8, 5))
      expect([mended.walls[at(4.8, 5)], mended.ink.dark[at(4.8, 5)]]).toEqual([0, 0])
      for (const [x, y] of [
        [4.8, 1],
        [4.8, 3.6],
        [7, 3.6],
        [4.8, 7.1],
      ] as const)
        expect(mended.walls[at(x, y)], `${x} ${y}`).toBe(1)
    })

    it('a bit along a wall, whole, and leaves the wall and the lines', () => {
      // Two arms, along the outer wall and out into the room.
      const bits = withBits([0.24, 4.2, 0.5, 6.2], [0.24, 6, 1.6, 6.2])
      expect(areaOfRoom(bits, bits.rooms[0]!)).toBe(areaOfRoom(plan, plan.rooms[0]!))
      const mended = mendPlan(bits, [off(0.4, 5)], [])
      expect(mended.walls).toEqual(plan.walls)
      expect(mended.ink.dark).toEqual(plan.ink.dark)
      expect(areasOf(mended)).toEqual(areasOf(plan))
    })

    it('a block outside, of which no room comes', () => {
      const mended = mendPlan(withBits([9.6, 2, 10.3, 4]), [off(10, 3)], [])
      expect(mended.walls).toEqual(plan.walls)
      expect(mended.rooms).toHaveLength(4)
    })

    it('an opening, and nothing where there is nothing', () => {
      const mended = mendPlan(plan, [off(1.95, 3.6)], [])
      expect([mended.doors.length, mended.rooms.length]).toEqual([plan.doors.length - 1, 3])
      const same = mendPlan(plan, [off(3.2, 6.2)], [])
      expect([same.walls, same.rooms.length]).toEqual([plan.walls, 4])
    })
  })

  it('closes a gap through which a room was lost', () => {
    const [, ...rest] = OUTER
    // Wider than what is closed of itself.
    const open = flat([[0, 0, 5.1, 0.24], [9.2, 0, 9.6, 0.24], ...rest, ...INNER])
    expect(roomAt(open, 7, 1)).toBeUndefined()
    for (const be of ['wall', 'window', 'passage'] as const) {
      const mended = mendPlan(open, [part(be, 5.2, 0.15, 9.1, 0.15)], [])
      expect(areaOfRoom(mended, roomAt(mended, 7, 1)!), be).toBeCloseTo(14.85, 0)
    }
  })

  it('puts openings into walls, changes them, and makes them wall', () => {
    const door = mendPlan(plan, [part('door', 4.8, 1, 4.8, 1.9)], [])
    expect(door.doors).toHaveLength(plan.doors.length + 1)
    expect(door.rooms).toHaveLength(4)
    const made = door.doors.at(-1)!
    const [a, , , d] = made.corners
    expect(Math.hypot(d[0] - a[0], d[1] - a[1]) / SCALE).toBeCloseTo(0.12, 1)
    // Its leaf and path are drawn, from the line's start, and go with it.
    const [swing] = door.addedSwings ?? []
    expect(swing).toBe(made.swing)
    const turn = [swing!.tip, swing!.end].map(([x, y]) =>
      Math.hypot(x - swing!.hinge[0], y - swing!.hinge[1]),
    )
    expect(turn.map((radius) => radius / SCALE)).toEqual([expect.closeTo(0.9, 1), expect.closeTo(0.9, 1)])
    expect(swing!.hinge[1]).toBeLessThan(swing!.end[1])
    const window = mendPlan(plan, [part('door', 4.8, 1, 4.8, 1.9), part('window', 4.8, 1, 4.8, 1.9)], [])
    expect([window.doors.length, window.windows.length]).toEqual([plan.doors.length, plan.windows.length + 1])
    expect(window.addedSwings).toEqual([])
    const wall = mendPlan(plan, [part('wall', 1.6, 3.6, 2.3, 3.6)], [])
    expect(wall.doors).toHaveLength(plan.doors.length - 1)
    expect(wall.gaps.some((gap, i) => gap === 1 && plan.gaps[i] === 1)).toBe(false)
  })

  it('counts two rooms as one, adds one in the open, and drops what is none', () => {
    const joined = mendPlan(plan, [over('join', 1, 1, 8, 1)], [])
    expect(joined.rooms).toHaveLength(3)
    expect(areaOfRoom(joined, roomAt(joined, 8, 1)!)).toBeCloseTo(29.7, 0)
    const added = mendPlan(plan, [over('room', 0.3, 7.25, 3.3, 7.75)], [])
    expect(areaOfRoom(added, roomAt(added, 2, 7.5)!)).toBeCloseTo(1.5, 1)
    const dropped = mendPlan(plan, [{ do: 'drop', x: px(1), y: py(1) }], [])
    expect(dropped.rooms).toHaveLength(3)
    // It does not come back with a later line.
    const later = mendPlan(plan, [{ do: 'drop', x: px(1), y: py(1) }, part('open', 4.8, 4, 4.8, 6.5)], [])
    expect(roomAt(later, 1, 1)).toBeUndefined()
    expect(later.rooms).toHaveLength(2)
  })

  it('draws rooms where none were found', () => {
    const none = readInkedPlan(readInk(inked([[0, 0, 9.6, 0.24]])), [], null)
    expect(none.rooms).toHaveLength(0)
    const walls = (
      [
        [0.1, 0.1, 0.1, 5],
        [0.1, 5, 7, 5],
        [7, 0.1, 7, 5],
      ] as const
    ).map(([x0, y0, x1, y1]) => part('wall', x0, y0, x1, y1))
    expect(mendPlan(none, walls, []).rooms).toHaveLength(1)
  })
})

describe('what is said of rooms', () => {
  it('keeps name and kind apart, and tells what counts', () => {
    const plan = flat()
    const at = { x: px(1), y: py(1) }
    const roomWith = (...changes: Parameters<typeof changeRooms>[1]) =>
      changeRooms(plan, changes).rooms.find(({ id }) => id === roomAt(plan, 1, 1)!.id)
    expect(roomWith({ ...at, kind: 'bath' })).toMatchObject({ kind: 'bath', name: '卫生间', counts: true })
    expect(roomWith({ ...at, kind: 'bath' }, { ...at, name: '主卫' })).toMatchObject({
      kind: 'bath',
      name: '主卫',
    })
    const { rooms } = changeRooms(plan, [{ ...at, counts: false }])
    expect(noteOfPlan(plan, rooms)).toContain('合计 44')
  })

  it('asks for a scale that is a guess, in one line, and a yes makes it known', () => {
    const read = readInkedPlan(readInk(inked([...OUTER, ...INNER])), [], null)
    const asked = scaleQuestion(read, changeRooms(read, []).rooms)
    expect(asked?.words).toMatch(/^墙厚按 0\.22 米算，全屋 \d+ m²？$/)
    const parts = { openings: [], thickness: 0, cells: [], map: new Uint16Array() }
    const { mmPerPx, from } = measurePlan(read.ink, asked!.ruler, [], parts)
    expect(from).toBe('user')
    expect(mmPerPx / read.measure.mmPerPx).toBeCloseTo(1, 2)
    expect(scaleQuestion(flat(), [])).toBeNull()
  })
})

describe('words of rooms', () => {
  it('stand on free floor, off the tables', () => {
    const plan = flat()
    const things = new Uint8Array(WIDTH * HEIGHT)
    // All of a room is taken but for its right third.
    const room = roomAt(plan, 1, 1)!
    const { left, right, top, bottom } = room.box
    const free = left + Math.round(0.66 * (right - left))
    for (let y = top; y < bottom; y++) things.fill(1, y * WIDTH + left, y * WIDTH + free)
    const look = { showLabels: true, showAreas: true }
    const lettered = letterRooms(plan, plan.rooms, { things, texts: [] }, look, 1)
    const [line] = lettered.find((one) => one.room === room.id)!.lines
    expect(line!.x).toBeGreaterThan(free)
    expect(line!.x).toBeLessThan(right)
  })

  it('stand off each other and off what is printed, and no area is told twice', () => {
    const bare = flat()
    const first = bare.rooms[0]!
    const [x, y] = first.middle
    const label: ReadText = { text: '主卧', sure: 1, left: x - 14, right: x + 14, top: y - 8, bottom: y + 8 }
    const size = { ...label, text: '3600×4200', left: x - 30, right: x + 30, top: y + 6, bottom: y + 18 }
    const plan = {
      ...bare,
      rooms: bare.rooms.map((one) => (one === first ? { ...one, name: '主卧', label } : one)),
    }
    const linesOf = (texts: ReadText[]) =>
      letterRooms(
        plan,
        plan.rooms,
        { things: new Uint8Array(WIDTH * HEIGHT), texts },
        { showLabels: true, showAreas: true },
        1,
      ).find(({ room }) => room === first.id)!.lines
    const [name, area] = linesOf([label, size])
    expect([name!.text, name!.x, name!.y]).toEqual(['主卧', x, y])
    expect(area!.text).toMatch(/m²$/)
    expect(Math.abs(area!.y - y) > 18 || Math.abs(area!.x - x) > 30).toBe(true)
    // Its own area, and sides that a room has which runs into another one.
    for (const text of ['15.1㎡', '9000×7000'])
      expect(linesOf([label, { ...size, text }]).map((line) => line.text)).toEqual(['主卧'])
  })
})

describe('furniture', () => {
  it('is what lines close in, unless it is larger than any', () => {
    const plan = flat()
    const onTable = Math.round(py(1.8) * HEIGHT) * WIDTH + Math.round(px(2.6) * WIDTH)
    const isThing = (times: number) => {
      const measure = { ...plan.measure, mmPerPx: times * plan.measure.mmPerPx }
      return findFurniture({ ...plan, measure }, [])[onTable]
    }
    expect([isThing(1), isThing(3)]).toEqual([1, 0])
  })
})
