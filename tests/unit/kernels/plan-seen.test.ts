import { resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { RunNetwork } from '#kernels/networks.ts'
import { KEYS } from '#kernels/ocr/keys.ts'
import { type RunNetwork as RunOcr, readTexts } from '#kernels/ocr/read-texts.ts'
import { readInk } from '#kernels/plan/ink.ts'
import { needlessOpenings } from '#kernels/plan/needless.ts'
import { asSeen, isCrossed, oddsOf } from '#kernels/plan/opening-odds.ts'
import type { Opening } from '#kernels/plan/openings.ts'
import { readInkedPlan } from '#kernels/plan/read-plan.ts'
import { PARTS, type PartName, type SeenPlan, seePlan, THINGS } from '#kernels/plan/see-plan.ts'
import { takeLooseBits, wallsOfSeen } from '#kernels/plan/seen-walls.ts'
import { joinWalls } from '#kernels/plan/told-walls.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { runNetwork } from '#server/engines/local/session.ts'
import { drawPlan } from '#tests/support/plans/plan.ts'
import { scoreRooms } from '#tests/support/plans/score.ts'
import { readRaster } from '#tests/support/read-raster.ts'

const MODEL = modelPath(resolve(import.meta.dirname, '../../../models'), 'plans')
/** PP-OCR's networks, one of them alone each. */
const networkOf = (id: 'ocrFind' | 'ocrRead'): RunOcr => {
  const path = modelPath(resolve(import.meta.dirname, '../../../models'), id)
  return async (...run) => (await runNetwork({ models: [path], threads: 1 }, ...run))[0]!
}
const see: RunNetwork = (...run) => runNetwork({ models: [MODEL], threads: 1 }, ...run)

describe('a plan that the network sees', { timeout: 120_000 }, () => {
  it('has walls of a light grey, which are no ink', async () => {
    const drawn = await drawPlan({ seed: 4601, walls: 'solid', names: false, furniture: false, scale: 0.05 })
    const dark = readInkedPlan(readInk(drawn.image), [], null)
    const { data } = drawn.image
    for (let i = 0; i < data.length; i++) if (i % 4 !== 3) data[i] = 190 + (65 * data[i]!) / 255
    const ink = readInk(drawn.image)
    expect(readInkedPlan(ink, [], null).walls.includes(1)).toBe(false)
    const plan = readInkedPlan(ink, [], null, null, await seePlan(drawn.image, see))
    let [walls, found] = [0, 0]
    dark.walls.forEach((wall, i) => {
      walls += wall
      found += wall & (plan.walls[i]! | plan.gaps[i]! | plan.glass[i]!)
    })
    expect(found / walls).toBeGreaterThan(0.75)
  })

  it('keeps the exact walls of its lines where both are the same', async () => {
    const drawn = await drawPlan({ seed: 4602, walls: 'double', scale: 0.07 })
    const ink = readInk(drawn.image)
    const lines = readInkedPlan(ink, [], null)
    const plan = readInkedPlan(ink, [], null, null, await seePlan(drawn.image, see))
    expect(scoreRooms(drawn, plan).missed).toEqual([])
    const differing = plan.walls.reduce((sum, wall, i) => sum + (wall === lines.walls[i] ? 0 : 1), 0)
    expect(differing / plan.walls.length).toBeLessThan(0.002)
  })

  /** Two rooms of 290 × 400 px with a partition of a light grey between them, in which a gap of 80 px is left. */
  async function twoRooms(gap: { part: PartName; middle: number; drawn?: string }) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#fff"/>
      <rect x="90" y="90" width="620" height="420" fill="none" stroke="#000" stroke-width="20"/>
      <path d="M400 100V260M400 340V500" stroke="#bbb" stroke-width="12"/>
      <path d="${gap.drawn ?? ''}" fill="none" stroke="#c8c8c8" stroke-width="2"/></svg>`
    const ink = readInk(await readRaster(await sharp(Buffer.from(svg)).png().toBuffer()))
    const [width, height] = [400, 300]
    const shares = PARTS.map(() => new Uint8Array(width * height))
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [isIn, isFloor] = [
          x >= 40 && x < 360 && y >= 40 && y < 260,
          x >= 50 && x < 350 && y >= 50 && y < 250,
        ]
        // Two lines of dimensions below are seen as one more wall.
        if (y >= 265 && y < 271 && x >= 40 && x < 160) {
          shares[PARTS.indexOf('wall')]![y * width + x] = 255
          continue
        }
        const isPartition = isFloor && x >= 197 && x < 203
        const isGap = isPartition && y >= 130 && y < 170
        const part = isGap ? gap.part : !isIn ? 'outside' : isFloor && !isPartition ? 'inside' : 'wall'
        shares[PARTS.indexOf(part)]![y * width + x] = isGap && Math.abs(y - 150) < 8 ? gap.middle : 255
      }
    const seen: SeenPlan = { width, height, shares, things: THINGS.map(() => new Uint8Array(width * height)) }
    return readInkedPlan(ink, [], null, null, seen)
  }

  it('has partitions that are drawn lighter than its walls, and openings whose middle is hardly seen', async () => {
    const plan = await twoRooms({ part: 'door', middle: 60 })
    expect(plan.rooms).toHaveLength(2)
    expect(plan.doors).toHaveLength(1)
    expect(plan.doors[0]!.width).toBeGreaterThan(70)
    expect(plan.doors[0]!.width).toBeLessThan(90)
    expect(plan.walls.lastIndexOf(1)).toBeLessThan(522 * 800)
  })

  it('has a door where a leaf is drawn in a gap, however faintly', async () => {
    const empty = await twoRooms({ part: 'door', middle: 255 })
    expect(empty.doors.map(({ kind }) => kind)).toEqual(['passage'])
    const plan = await twoRooms({ part: 'window', middle: 255, drawn: 'M400 260H480A80 80 0 0 1 400 340' })
    expect(plan.rooms).toHaveLength(2)
    expect(plan.windows).toEqual([])
    expect(plan.doors.map(({ kind }) => kind)).toEqual(['door'])
    const { hinge, tip } = plan.doors[0]!.swing!
    expect(Math.hypot(hinge[0] - 400, hinge[1] - 260)).toBeLessThan(6)
    expect(Math.hypot(tip[0] - 480, tip[1] - 260)).toBeLessThan(6)
  })
})

describe('walls that lines tell and that are seen', () => {
  it('are those of the lines where both are the same, and openings end where they begin', () => {
    const [width, height, thick] = [240, 120, 10]
    const maskOf = (...boxes: (readonly [number, number, number, number])[]) => {
      const mask = new Uint8Array(width * height)
      for (const [x0, y0, x1, y1] of boxes)
        for (let y = y0; y < y1; y++) mask.fill(1, y * width + x0, y * width + x1)
      return mask
    }
    // Lines tell a wall with a gap in it and a cupboard; the wall is seen with a ragged face, and goes on upright.
    const told = maskOf([20, 50, 120, 60], [160, 50, 220, 60], [60, 80, 110, 90])
    const seen = maskOf([20, 49, 110, 61], [160, 50, 220, 60], [20, 60, 30, 110])
    const door = (x0: number, x1: number): Opening => ({
      ...{ kind: 'door', width: x1 - x0 },
      corners: [
        [x0, 50],
        [x1, 50],
        [x1, 60],
        [x0, 60],
      ],
    })
    const none = new Uint8Array(width * height)
    const openings = [door(105, 160), door(40, 80)]
    const map = maskOf([110, 50, 160, 60]).map((value, i) => value || (told[i] && i % width < 80 ? 2 : 0))
    const joint = joinWalls(
      {
        ...{
          rooms: [],
          walls: told,
          glass: none,
          gaps: none,
          map: new Uint16Array(width * height),
          thickness: thick,
        },
        ink: { width, height, dark: none },
      },
      {
        ...{ walls: { mask: seen, thickness: thick, stubs: new Uint16Array(width * height) }, openings, map },
        ...{ opened: none, glazed: none, walled: none, inside: none },
      },
    )
    const at = (x: number, y: number) => joint.walls.mask[y * width + x]
    expect([at(60, 55), at(115, 55), at(25, 90), at(190, 55)]).toEqual([1, 1, 1, 1])
    expect([at(60, 49), at(60, 60), at(85, 85), at(140, 55)]).toEqual([0, 0, 0, 0])
    expect(joint.openings).toMatchObject([{ width: 40 }])
    expect([joint.map[55 * width + 140], joint.map[55 * width + 115], joint.map[55 * width + 60]]).toEqual([
      1, 0, 0,
    ])
  })
})

describe('openings between rooms', () => {
  /** A room of 60 × 40 px that an opening divides at 44 px. */
  function needless(more: Partial<Opening>, odds: number, names: number[], isExact = false) {
    const [width, height] = [64, 44]
    const barrier = new Uint8Array(width * height)
    const map = new Uint16Array(barrier.length)
    for (let i = 0; i < barrier.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)]
      if (x < 2 || y < 2 || x >= 62 || y >= 42) barrier[i] = 1
      else if (x === 46 || x === 47) barrier[i] = 2
      else map[i] = x < 46 ? 1 : 2
    }
    const corners: Opening['corners'] = [
      [46, 2],
      [46, 41],
      [47, 41],
      [47, 2],
    ]
    const opening: Opening = { kind: 'door', width: 40, corners, ...more }
    const closed = {
      ...{ map, barrier, openings: [opening], named: new Set(names), width },
      ...{
        outside: new Uint8Array(map.length),
        small: new Set<number>(),
        modest: new Set<number>(),
        crossed: new Set<Opening>(),
        added: new Set<Opening>(),
        isExact: true,
      },
    }
    return [...needlessOpenings(closed, [odds], new Set(isExact ? [opening] : []))]
  }

  it('go where they are unsure and a room would be open along much of its edge', () => {
    expect(needless({}, -2.5, [])).toEqual([2])
    expect(needless({}, -1.5, [])).toEqual([])
  })

  it('go the sooner beside a part without a name where most of the plan has names', () => {
    expect(needless({}, -1.5, [1])).toEqual([2])
    expect(needless({}, -1.5, [2])).toEqual([])
  })

  it('stay where they are sure, swing, are windows or exact, or both rooms have their names', () => {
    const at = [46, 2] as const
    expect(needless({}, 0, [])).toEqual([])
    expect(needless({ swing: { hinge: at, tip: at, end: at } }, -5, [])).toEqual([])
    expect(needless({ kind: 'window' }, -5, [])).toEqual([])
    expect(needless({}, -5, [1, 2])).toEqual([])
    expect(needless({}, -3.5, [], true)).toEqual([])
  })

  it('go where they are unlikely, though a drawing tells them', () => {
    expect(needless({}, -5, [], true)).toEqual([2])
  })

  it('go where the network alone sees them between parts that have other ways, one of them small', () => {
    const [width, height] = [64, 44]
    const barrier = new Uint8Array(width * height)
    const map = new Uint16Array(barrier.length)
    for (let i = 0; i < barrier.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)]
      if (x < 2 || y < 2 || x >= 62 || y >= 42) barrier[i] = x < 2 && y > 20 ? 3 : x >= 62 && y > 20 ? 4 : 1
      else if (x === 46 || x === 47) barrier[i] = 2
      else map[i] = x < 46 ? 1 : 2
    }
    const at = [0, 0] as const
    const loose: Opening = { kind: 'door', width: 40, corners: [at, at, at, at] }
    const swinging: Opening = { ...loose, swing: { hinge: at, tip: at, end: at } }
    const outside = new Uint8Array(map.length)
    const gone = (openings: Opening[], small: number[], isAdded = true) => {
      const added = new Set(isAdded ? openings.slice(0, 1) : [])
      const closed = {
        map,
        barrier,
        openings,
        named: new Set<number>(),
        outside,
        small: new Set(small),
        modest: new Set<number>(),
        crossed: new Set<Opening>(),
        added,
        isExact: true,
        width,
      }
      return needlessOpenings(closed, [-0.5, 1, 1]).has(2)
    }
    expect(gone([loose, swinging, swinging], [2])).toBe(true)
    expect(gone([loose, swinging, swinging], [])).toBe(false)
    expect(gone([loose, swinging, swinging], [2], false)).toBe(false)
    expect(gone([loose, swinging, { ...loose, kind: 'window' }], [2])).toBe(false)
  })

  it('are crossed where the network sees fittings in them', () => {
    const corners: Opening['corners'] = [
      [10, 8],
      [30, 8],
      [30, 12],
      [10, 12],
    ]
    const size = { width: 32, height: 10 }
    const ink = { width: 64, height: 20 }
    const seen = (share: number, thing: (typeof THINGS)[number]) => ({
      ...{ ...size, shares: [] },
      things: THINGS.map((name) => new Uint8Array(320).fill(name === thing ? share : 0)),
    })
    const opening: Opening = { kind: 'passage', width: 20, corners }
    expect(isCrossed(opening, seen(90, 'bath'), ink)).toBe(true)
    expect(isCrossed(opening, seen(20, 'bath'), ink)).toBe(false)
    expect(isCrossed(opening, seen(200, 'stairs'), ink)).toBe(false)
  })

  it('are the likelier, the surer they and the walls at their ends are seen and the more usual their width is', () => {
    const width = 64
    const odds = (seen: number, wall: number, long: number) => {
      const opened = new Uint8Array(width * 20).fill(seen)
      const walled = new Uint8Array(width * 20).fill(wall)
      const corners: Opening['corners'] = [
        [10, 8],
        [10 + long, 8],
        [10 + long, 12],
        [10, 12],
      ]
      return oddsOf({ kind: 'door', width: long, corners }, { opened, walled, width }, 4)
    }
    expect(odds(240, 250, 22)).toBeGreaterThan(2)
    expect(odds(40, 60, 22)).toBeLessThan(-2)
    expect(odds(240, 250, 44)).toBeLessThan(odds(240, 250, 22))
    expect(odds(240, 60, 22)).toBeLessThan(odds(240, 250, 22))
  })
})

describe('an opening that is seen', () => {
  const [width, height] = [40, 20]
  /** What an opening of 20 × 4 px is seen as, where its place is seen as a door, a window and a wall so surely, 0..255. */
  function seenAs(opening: Partial<Opening>, [door, window, wall]: [number, number, number], isTold = true) {
    const mapOf = (value: number) => new Uint8Array(width * height).fill(value)
    const seen = { opened: mapOf(door + window), glazed: mapOf(window), walled: mapOf(wall), width }
    const corners: Opening['corners'] = [
      [10, 8],
      [30, 8],
      [30, 12],
      [10, 12],
    ]
    return asSeen({ kind: 'passage', width: 20, corners, ...opening }, seen, isTold)?.kind ?? 'wall'
  }

  it('is a window where glass is seen, and a door where none is', () => {
    expect(seenAs({ kind: 'sliding' }, [10, 210, 20])).toBe('window')
    expect(seenAs({ kind: 'window' }, [200, 20, 20])).toBe('door')
    expect(seenAs({ kind: 'window' }, [100, 100, 20])).toBe('window')
    const at = [10, 8] as const
    expect(seenAs({ kind: 'door', swing: { hinge: at, tip: at, end: at } }, [10, 210, 20])).toBe('door')
  })

  it('is wall where lines alone tell it and a wall is seen', () => {
    expect(seenAs({}, [10, 5, 180])).toBe('wall')
    expect(seenAs({}, [10, 5, 180], false)).toBe('passage')
    expect(seenAs({}, [120, 5, 130])).toBe('passage')
  })
})

describe('walls that are filled', () => {
  it('are not where a plan is filled as its rooms are and a wall is hardly seen', () => {
    const [width, height] = [80, 200]
    const shares = PARTS.map(() => new Uint8Array(width * height))
    const grey = new Uint8Array(4 * width * height).fill(255)
    const fill = (y0: number, y1: number, wall: number, ink: number) => {
      for (let y = y0; y < y1; y++)
        for (let x = 10; x < 70; x++) {
          shares[PARTS.indexOf('wall')]![y * width + x] = wall
          shares[PARTS.indexOf('inside')]![y * width + x] = 255 - wall
          for (const i of [0, 1, 2 * width, 2 * width + 1]) grey[4 * y * width + 2 * x + i] = ink
        }
    }
    fill(10, 190, 0, 255)
    for (const y of [10, 30, 50]) fill(y, y + 6, 250, 0)
    // Seen as surely, a dark partition and a strip of paper.
    fill(20, 26, 140, 20)
    fill(40, 46, 140, 255)
    const ink = {
      width: 2 * width,
      height: 2 * height,
      grey,
      dark: grey.map((v) => (v < 128 ? 1 : 0)),
      pen: 1,
    }
    const { walls } = wallsOfSeen({ width, height, shares, things: [] }, ink)
    const at = (y: number) => walls.mask[2 * y * ink.width + width]
    expect([at(13), at(23), at(43), at(53), at(62)]).toEqual([1, 1, 0, 1, 0])
  })
})

describe('what stands free in a room', () => {
  it('is a part of the room where no wall is seen, and a column where one is', () => {
    const [width, height] = [40, 20]
    const [map, barrier] = [new Uint16Array(width * height), new Uint8Array(width * height)]
    const walled = new Uint8Array(width * height)
    const within = (i: number, left: number) =>
      i % width >= left && i % width < left + 4 && i >= 8 * width && i < 12 * width
    for (let i = 0; i < map.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)]
      const isEdge = x < 2 || y < 2 || x >= width - 2 || y >= height - 2
      barrier[i] = isEdge || within(i, 8) || within(i, 26) ? 1 : 0
      map[i] = barrier[i] ? 0 : 3
      walled[i] = within(i, 26) ? 200 : 40
    }
    takeLooseBits(map, barrier, walled, width)
    expect([map[10 * width + 9], barrier[10 * width + 9]]).toEqual([3, 0])
    expect([map[10 * width + 27], barrier[10 * width + 27]]).toEqual([0, 1])
    expect(barrier[0]).toBe(1)
  })
})

describe('texts of a plan', { timeout: 60_000 }, () => {
  it('are read in letters of nine pixels, and stand where they are printed', async () => {
    const names = ['卧室', '客厅', '厨房', '卫生间']
    const texts = names.map((name, i) => `<text x="${20 + 70 * i}" y="${40 + 20 * i}">${name}</text>`)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="160"><rect width="320" height="160" fill="#fff"/><g font-family="sans-serif" font-size="9">${texts.join('')}</g></svg>`
    const { data, info } = await sharp(Buffer.from(svg))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
    const read = await readTexts(
      picture,
      { find: networkOf('ocrFind'), read: networkOf('ocrRead'), keys: KEYS },
      () => undefined,
    )
    expect(read.map(({ text }) => text).sort()).toEqual([...names].sort())
    for (const { text, left, top } of read) {
      const i = names.indexOf(text)
      expect(Math.abs(left - 20 - 70 * i)).toBeLessThan(6)
      expect(Math.abs(top - 31 - 20 * i)).toBeLessThan(6)
    }
  })
})
