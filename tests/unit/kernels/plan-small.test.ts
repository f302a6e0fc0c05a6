import { resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sheetOfDxf } from '#kernels/cad/sheet.ts'
import { sheetSvg } from '#kernels/cad/sheet-svg.ts'
import { boundsOf } from '#kernels/plan/bounds.ts'
import { readContent } from '#kernels/plan/colour-plan.ts'
import { textsOfDrawn } from '#kernels/plan/drawn-plan.ts'
import { firmInk, readInk } from '#kernels/plan/ink.ts'
import { findOpenings, type Opening } from '#kernels/plan/openings.ts'
import { eachWithin } from '#kernels/plan/quads.ts'
import type { Plan } from '#kernels/plan/read-plan.ts'
import { PARTS, type SeenPlan, seePlan, THINGS } from '#kernels/plan/see-plan.ts'
import { findWalls } from '#kernels/plan/walls.ts'
import type { Raster } from '#kernels/raster.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { runNetwork } from '#server/engines/local/session.ts'
import { dxfFile, dxfLine, outlinesOf } from '#tests/support/plans/dxf.ts'
import {
  SMALL_NAMES,
  type SmallLook,
  type SmallPicture,
  smallFlatDxf,
  smallFlatMm,
  smallFlatSvg,
} from '#tests/support/plans/small-flat.ts'
import { readRaster } from '#tests/support/read-raster.ts'

/** Width of small pictures, px, and the area of each room, m²: between faces of walls, and between their middles. */
const SMALL_SIDE = 640
const ROOM_AREA = 14.85
const STROKED_AREA = 4.8 * 3.6

const MODEL = modelPath(resolve(import.meta.dirname, '../../../models'), 'plans')

/** A picture without words, read with what the network sees in it. */
async function readPicture(picture: Raster): Promise<Plan> {
  const seen = await seePlan(picture, (...run) => runNetwork({ models: [MODEL], threads: 1 }, ...run))
  return readContent(readInk(picture), [], { content: 'home', ruler: null }, null, seen)
}

/** Longer side at which plans of straight walls are read, and that of the product, px. */
const SIDE = 1200
const FULL_SIDE = 1600

async function inkOfDxf(text: string, side: number) {
  const sheet = sheetOfDxf(text)
  const { data, info } = await sharp(Buffer.from(sheetSvg(sheet)))
    .resize(side, side, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ink = readInk({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })
  return { ink, drawn: sheet.drawn }
}

async function readDxf(text: string, side: number, seen: SeenPlan | null = null): Promise<Plan> {
  const { ink, drawn } = await inkOfDxf(text, side)
  const texts = textsOfDrawn(drawn, ink) ?? []
  return readContent(ink, texts, { content: 'home', ruler: null }, drawn, seen)
}

const areaOf = ({ rooms, measure }: Plan): number =>
  rooms.reduce((sum, { area }) => sum + (area * measure.mmPerPx ** 2) / 1e6, 0)

/** Without names a plan is told by its rooms alone. */
const bare: SmallLook = { doors: false, names: [] }

describe('a flat of four rooms', { timeout: 120_000 }, () => {
  it.each<[string, SmallLook, { passages?: number; doors?: number; side?: number }]>([
    ['as it is', {}, { doors: 3 }],
    ['turned by 10°', { ...bare, turn: 10 }, {}],
    ['turned by 20°', { ...bare, turn: 20 }, {}],
    ['turned by 45°', { ...bare, turn: 45 }, { side: FULL_SIDE }],
    ['with an opening of 900 mm to the outside', { fronts: [900] }, { doors: 3, passages: 1 }],
    ['with an opening of 2400 mm', { fronts: [2400] }, { doors: 3, passages: 1 }],
    ['with two openings of 3200 mm', { fronts: [3200, 3200] }, { doors: 3, passages: 2 }],
    ['with filled columns between hollow walls', { columns: 'filled' }, {}],
    ['with hollow columns', { columns: 'hollow' }, { side: FULL_SIDE }],
    [
      'with hollow columns, turned by 10°',
      { columns: 'hollow', turn: 10, names: [] },
      { doors: 3, side: FULL_SIDE },
    ],
    ['over a grid, all on layer 0', { grid: 600, wallLayer: '0' }, { doors: 3 }],
    ['in inches under a header of mm', { unitMm: 25.4 }, { doors: 3 }],
    ['in inches without a header', { unitMm: 25.4, insUnits: 0 }, { doors: 3 }],
    ['in feet without doors and names', { ...bare, unitMm: 304.8, insUnits: 0 }, {}],
    [
      'with Spanish layers and furniture of a wall’s width',
      { wallLayer: 'MUROS', strips: 'MOBILIARIO' },
      { doors: 3 },
    ],
  ])('%s has four rooms of 59.4 m²', async (_, look, { passages, doors, side = SIDE }) => {
    const plan = await readDxf(smallFlatDxf(look), side)
    expect(plan.rooms).toHaveLength(4)
    expect(areaOf(plan)).toBeGreaterThan(0.97 * 59.4)
    expect(areaOf(plan)).toBeLessThan(1.02 * 59.4)
    expect(plan.rooms.map(({ name }) => name).sort()).toEqual(
      look.names ? ['', '', '', ''] : [...SMALL_NAMES].sort(),
    )
    const count = (kind: string) => plan.doors.filter((one) => one.kind === kind).length
    if (doors !== undefined) expect(count('door')).toBe(doors)
    if (passages !== undefined) expect(count('passage')).toBe(passages)
    expect(plan.windows).toEqual([])
  })

  it.each<[string, SmallPicture]>([
    ['black walls and coloured furniture', { fill: '#000', furniture: '#1072bd' }],
    ['walls that are hatched', { hatched: true }],
    ['walls of a light grey with an outline', { fill: '#c8c8c8', outlined: true }],
    ['walls of a light grey alone', { fill: '#c8c8c8' }],
    [
      'thresholds, faint doors and faint furniture',
      { fill: '#000', lines: '#bbb', furniture: 'none', thresholds: true },
    ],
    ['two dimension lines a wall’s thickness apart', { dimensions: true }],
    ['single strokes with gaps for doors', { strokes: true, gaps: true }],
  ])('is read from a picture with %s', async (_, look) => {
    const picture = await readRaster(
      await sharp(Buffer.from(smallFlatSvg(look, SMALL_SIDE)))
        .png()
        .toBuffer(),
    )
    const plan = await readPicture(picture)
    const sizes = plan.rooms.map(({ area }) => area * (smallFlatMm(SMALL_SIDE) / 1000) ** 2)
    expect(sizes).toHaveLength(4)
    // Between the middles of strokes there is more room, less what the strokes take.
    const [area, slack] = look.strokes ? [STROKED_AREA, 0.04] : [ROOM_AREA, 0.02]
    for (const size of sizes) expect(Math.abs(size / area - 1)).toBeLessThan(slack)
    expect(plan.doors.map(({ kind }) => kind)).toEqual(['door', 'door', 'door'])
    expect(plan.windows).toEqual([])
  })

  it('has windows where lines run from jamb to jamb between the faces of its walls', async () => {
    const plan = await readDxf(smallFlatDxf({ panes: true }), SIDE)
    expect(plan.rooms).toHaveLength(4)
    expect(plan.windows).toHaveLength(4)
    for (const { width } of plan.windows) expect((width * plan.measure.mmPerPx) / 1800).toBeCloseTo(1, 1)
  })

  it('has each window of a row that is seen as one, and no doors where floor is seen', async () => {
    const { ink } = await inkOfDxf(smallFlatDxf({ panes: true }), SIDE)
    const read = (likely: number) => {
      const walls = findWalls(firmInk(ink), ink)
      const { left, right, bottom } = boundsOf(walls.mask, ink.width)
      const [x0, x1, y0] = [
        left + 0.1 * (right - left),
        right - 0.1 * (right - left),
        bottom - walls.thickness,
      ]
      const corners: Opening['corners'] = [
        [x0, y0],
        [x1, y0],
        [x1, bottom],
        [x0, bottom],
      ]
      const map = new Uint8Array(walls.mask.length)
      eachWithin(corners, ink.width, ink.height, (i) => {
        walls.mask[i] = 0
        map[i] = 1
      })
      const opened = new Uint8Array(map.length).fill(likely)
      const row: Opening = { kind: 'window', corners, width: x1 - x0 }
      return findOpenings(ink, walls, { openings: [row], map, opened, inside: null }).openings
    }
    const count = (openings: readonly Opening[], kind: string) =>
      openings.filter((one) => one.kind === kind).length
    for (const [likely, doors] of [
      [0, 0],
      [255, 3],
    ] as const) {
      const openings = read(likely)
      expect(count(openings, 'window')).toBe(4)
      expect(count(openings, 'door')).toBe(doors)
      expect(Math.max(...openings.map(({ width }) => width))).toBeLessThan(0.25 * ink.width)
    }
  })

  it('keeps the rooms of its lines where a network sees no walls between them', async () => {
    const [width, height] = [64, 48]
    const shares = PARTS.map((part) => new Uint8Array(width * height).fill(part === 'inside' ? 255 : 0))
    const things = THINGS.map(() => new Uint8Array(width * height))
    const plan = await readDxf(smallFlatDxf(), SIDE, { width, height, shares, things })
    expect(plan.rooms).toHaveLength(4)
    expect(plan.doors).toHaveLength(3)
  })

  it.each([
    ['meet', {}],
    ['end short of each other', { short: 150 }],
  ])('has its rooms and doors where its walls are single strokes that %s', async (_, look) => {
    const plan = await readDxf(smallFlatDxf({ strokes: true, ...look }), SIDE)
    expect(plan.rooms.map(({ kind }) => kind).sort()).toEqual(['bath', 'bedroom', 'kitchen', 'living'])
    expect(plan.doors).toHaveLength(3)
  })

  it('has outer walls of one stroke where its layers tell the new walls alone, and no walls of shelves', async () => {
    const outline = (layer: string, x0: number, y0: number, x1: number, y1: number) => [
      ...dxfLine(x0, y0, x1, y0, layer),
      ...dxfLine(x1, y0, x1, y1, layer),
      ...dxfLine(x1, y1, x0, y1, layer),
      ...dxfLine(x0, y1, x0, y0, layer),
    ]
    const shelves = [0, 1, 2, 3].flatMap((k) => outline('Shelves', 4200, 900 + 800 * k, 4700, 1700 + 800 * k))
    const lines = [
      ...outline('Base', 0, 0, 8000, 4200),
      ...outline('New walls', 4000, 900, 4100, 4200),
      ...outline('New walls', 6900, 900, 7000, 4200),
      ...outline('New walls', 4000, 4100, 8000, 4200),
      ...shelves,
    ]
    const plan = await readDxf(dxfFile(lines), 1600)
    expect(plan.rooms).toHaveLength(3)
    // Openings at both new walls, and nothing that is no room between their lines.
    const isEmpty = plan.rooms.every(({ area }) => (area * plan.measure.mmPerPx ** 2) / 1e6 > 3)
    expect([isEmpty, plan.doors.length > 1]).toEqual([true, true])
  })

  it('is not refused where it is a pavilion with walls on three sides', async () => {
    const walls = [
      { x0: 0, y0: 0, x1: 240, y1: 6000 },
      { x0: 0, y0: 0, x1: 12_000, y1: 240 },
      { x0: 0, y0: 5760, x1: 9000, y1: 6000 },
    ]
    const lines = outlinesOf(walls, []).flatMap(([x0, y0, x1, y1]) => [
      ...([
        [0, 'LINE'],
        [8, 'WALLS'],
        [10, x0],
        [20, y0],
        [11, x1],
        [21, y1],
      ] as const),
    ])
    const plan = await readDxf(dxfFile(lines), SIDE)
    expect(plan.rooms).toHaveLength(1)
    expect(areaOf(plan)).toBeGreaterThan(55)
  })
})
