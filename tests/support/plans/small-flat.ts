import { dxfFile, outlinesOf } from './dxf.ts'
import type { Box } from './layout.ts'

/** How a small flat of four rooms is drawn. */
export interface SmallLook {
  /** Widths of openings without a door in the outer walls of the right rooms, the lower one first, mm. */
  fronts?: readonly number[]
  doors?: boolean
  names?: readonly string[]
  /** Degrees to the left. */
  turn?: number
  /** Millimetres of a unit, and what the header says: 1 inches, 4 mm, 0 nothing. */
  unitMm?: number
  insUnits?: number
  /** Walls as single strokes in their middles. */
  strokes?: boolean
  /** How far the strokes of partitions end short of the walls that they meet, mm. */
  short?: number
  /** Lines this far apart across all of the sheet, on layer 0, mm. */
  grid?: number
  columns?: 'hollow' | 'filled'
  /** Windows of two panes each in the outer walls below and above: lines between faces that run through. */
  panes?: boolean
  wallLayer?: string
  /** Strips of a wall's width on this layer. */
  strips?: string
}

type Group = readonly [code: number, value: string | number]

/** Outside of the flat and its walls, mm; rooms are 4500 × 3300. */
const [WIDE, HIGH, OUTER, INNER] = [9600, 7200, 240, 120]
const DOOR = 900
const COLUMN = 500
const PANES = 1800
/** Where the first line of a grid lies: on no face of a wall. */
const GRID_OFF = 350
export const SMALL_NAMES = ['Living', 'Kitchen', 'Bedroom', 'Bath']

const box = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 })

/** Hinges of the doors: two in the level partition, one in the upright one. */
const DOORS = [
  { x: 1500, y: HIGH / 2, along: 'x' },
  { x: 6500, y: HIGH / 2, along: 'x' },
  { x: WIDE / 2, y: 1000, along: 'y' },
] as const

function holesOf(fronts: readonly number[], doors: boolean): Box[] {
  const out = doors
    ? DOORS.map(({ x, y, along }) =>
        along === 'x'
          ? box(x, y - INNER / 2, x + DOOR, y + INNER / 2)
          : box(x - INNER / 2, y, x + INNER / 2, y + DOOR),
      )
    : []
  const middles = [HIGH / 4, (3 * HIGH) / 4]
  return [
    ...out,
    ...fronts.map((wide, k) => box(WIDE - OUTER, middles[k]! - wide / 2, WIDE, middles[k]! + wide / 2)),
  ]
}

/** A flat of four rooms as a DXF: living and kitchen below, bedroom and bath above, y upwards. */
export function smallFlatDxf(look: SmallLook = {}): string {
  const { fronts = [], doors = true, names = SMALL_NAMES, turn = 0, unitMm = 1, insUnits = 4 } = look
  const { wallLayer = 'WALLS' } = look
  const [c, s] = [Math.cos((turn * Math.PI) / 180) / unitMm, Math.sin((turn * Math.PI) / 180) / unitMm]
  const at = (x: number, y: number, codes: readonly [number, number]): Group[] => [
    [codes[0], x * c - y * s],
    [codes[1], x * s + y * c],
  ]
  const groups: Group[] = []
  const line = (layer: string, x0: number, y0: number, x1: number, y1: number) =>
    groups.push([0, 'LINE'], [8, layer], ...at(x0, y0, [10, 20]), ...at(x1, y1, [11, 21]))
  const outline = (layer: string, { x0, y0, x1, y1 }: Box) => {
    line(layer, x0, y0, x1, y0)
    line(layer, x1, y0, x1, y1)
    line(layer, x1, y1, x0, y1)
    line(layer, x0, y1, x0, y0)
  }
  const holes = holesOf(fronts, doors)
  if (look.grid)
    for (let k = GRID_OFF - look.grid; k < WIDE + look.grid; k += look.grid) {
      line('0', k, -look.grid, k, HIGH + look.grid)
      if (k < HIGH + look.grid) line('0', -look.grid, k, WIDE + look.grid, k)
    }
  if (look.strokes) {
    const { short = 0 } = look
    outline(wallLayer, box(0, 0, WIDE, HIGH))
    line(wallLayer, WIDE / 2, short, WIDE / 2, 1000)
    line(wallLayer, WIDE / 2, 1000 + DOOR, WIDE / 2, HIGH - short)
    for (const [x0, x1] of [
      [short, 1500],
      [1500 + DOOR, 6500],
      [6500 + DOOR, WIDE - short],
    ] as const)
      line(wallLayer, x0, HIGH / 2, x1, HIGH / 2)
  } else {
    const [x, y] = [WIDE / 2, HIGH / 2]
    const walls = [
      ...[box(0, 0, WIDE, OUTER), box(0, HIGH - OUTER, WIDE, HIGH), box(0, 0, OUTER, HIGH)],
      box(WIDE - OUTER, 0, WIDE, HIGH),
      ...[box(x - INNER / 2, 0, x + INNER / 2, HIGH), box(0, y - INNER / 2, WIDE, y + INNER / 2)],
    ]
    const columns = look.columns
      ? [OUTER / 2, x, WIDE - OUTER / 2].flatMap((cx) =>
          [OUTER / 2, y, HIGH - OUTER / 2].map((cy) =>
            box(cx - COLUMN / 2, cy - COLUMN / 2, cx + COLUMN / 2, cy + COLUMN / 2),
          ),
        )
      : []
    for (const edge of outlinesOf(walls, [...holes, ...columns])) line(wallLayer, ...edge)
    for (const one of columns) {
      if (look.columns === 'hollow') outline('0', one)
      else {
        const { x0, y0, x1, y1 } = one
        groups.push(
          ...([
            [0, 'SOLID'],
            [8, '0'],
          ] as const),
          ...[
            ...at(x0, y0, [10, 20]),
            ...at(x1, y0, [11, 21]),
            ...at(x0, y1, [12, 22]),
            ...at(x1, y1, [13, 23]),
          ],
        )
      }
    }
  }
  if (doors)
    for (const hinge of DOORS) {
      groups.push(
        [0, 'ARC'],
        [8, 'DOOR'],
        ...at(hinge.x, hinge.y, [10, 20]),
        ...([
          [40, DOOR / unitMm],
          [50, turn],
          [51, turn + 90],
        ] as const),
      )
      if (hinge.along === 'x') line('DOOR', hinge.x, hinge.y, hinge.x, hinge.y + DOOR)
      else line('DOOR', hinge.x, hinge.y, hinge.x + DOOR, hinge.y)
    }
  if (look.panes)
    for (const x of [1500, 6300])
      for (const y of [0, HIGH - OUTER]) {
        line('GLASS', x, y, x, y + OUTER)
        line('GLASS', x + PANES, y, x + PANES, y + OUTER)
        for (const part of [0.35, 0.65]) line('GLASS', x, y + part * OUTER, x + PANES, y + part * OUTER)
      }
  if (look.strips) for (const y of [900, 1500, 2100]) outline(look.strips, box(6000, y, 8000, y + OUTER))
  const places = [
    [2100, 1700],
    [7300, 2800],
    [2100, 5600],
    [7300, 5600],
  ] as const
  for (const [k, name] of names.entries())
    groups.push(
      ...([
        [0, 'TEXT'],
        [8, 'TEXT'],
      ] as const),
      ...at(places[k]![0], places[k]![1], [10, 20]),
      ...at(places[k]![0], places[k]![1], [11, 21]),
      ...([
        [40, 250 / unitMm],
        [1, name],
        [50, turn],
        [72, 1],
        [73, 2],
      ] as const),
    )
  const header: Group[] =
    insUnits > 0
      ? [
          [9, '$INSUNITS'],
          [70, insUnits],
        ]
      : []
  return dxfFile(groups, {}, header)
}

/** How a picture of the same flat is drawn. */
export interface SmallPicture {
  /** Walls filled with a colour, hatched, or none but their outlines. */
  fill?: string
  hatched?: boolean
  outlined?: boolean
  /** Walls as single strokes in their middles. */
  strokes?: boolean
  /** Gaps alone where doors are. */
  gaps?: boolean
  /** Colour of doors and furniture, and what furniture is filled with. */
  lines?: string
  furniture?: string
  /** Lines across door openings along the faces of their walls. */
  thresholds?: boolean
  /** Two dimension lines below, a wall's thickness apart. */
  dimensions?: boolean
}

/** The picture's edge, mm. */
const EDGE = 700

/** Millimetres of a pixel of a picture `width` px wide. */
export const smallFlatMm = (width: number): number => (WIDE + 2 * EDGE) / width

/** A flat of four rooms without names as an SVG `width` px wide, y downwards. */
export function smallFlatSvg(look: SmallPicture, width: number): string {
  const { fill = 'none', lines = '#000', outlined = fill === 'none' } = look
  const pen = 15
  const [x, y] = [WIDE / 2, HIGH / 2]
  const down = ({ x0, y0, x1, y1 }: Box) => `M${x0} ${HIGH - y1}H${x1}V${HIGH - y0}H${x0}Z`
  const rooms = [
    ...[
      box(OUTER, OUTER, x - INNER / 2, y - INNER / 2),
      box(x + INNER / 2, OUTER, WIDE - OUTER, y - INNER / 2),
    ],
    ...[box(OUTER, y + INNER / 2, x - INNER / 2, HIGH - OUTER)],
    box(x + INNER / 2, y + INNER / 2, WIDE - OUTER, HIGH - OUTER),
  ]
  const holes = holesOf([], true)
  const walls = [box(0, 0, WIDE, HIGH), ...rooms].map(down).join('')
  const edges = outlinesOf(
    [
      ...[box(0, 0, WIDE, OUTER), box(0, HIGH - OUTER, WIDE, HIGH), box(0, 0, OUTER, HIGH)],
      ...[box(WIDE - OUTER, 0, WIDE, HIGH), box(x - INNER / 2, 0, x + INNER / 2, HIGH)],
      box(0, y - INNER / 2, WIDE, y + INNER / 2),
    ],
    holes,
  ).map(([x0, y0, x1, y1]) => `M${x0} ${HIGH - y0}L${x1} ${HIGH - y1}`)
  const strokes = `M0 0H${WIDE}V${HIGH}H0ZM${x} 0V${HIGH}M0 ${y}H${WIDE}`
  const swings = DOORS.map(({ x: u, y: v, along }) =>
    along === 'x'
      ? `M${u} ${HIGH - v}v${-DOOR}a${DOOR} ${DOOR} 0 0 1 ${DOOR} ${DOOR}`
      : `M${u} ${HIGH - v}h${DOOR}a${DOOR} ${DOOR} 0 0 0 ${-DOOR} ${-DOOR}`,
  )
  const things = [box(1000, 5100, 3000, 6500), box(6000, 1000, 8000, 2500)].map(down)
  const dims = [300, 300 + OUTER].map(
    (off) =>
      `M0 ${HIGH + off}H${WIDE}M0 ${HIGH + off - 80}v160M${x} ${HIGH + off - 80}v160M${WIDE} ${HIGH + off - 80}v160`,
  )
  const path = (d: string, style: string) => `<path d="${d}" ${style}/>`
  const line = (colour: string, wide = pen) => `fill="none" stroke="${colour}" stroke-width="${wide}"`
  const parts = [
    look.strokes
      ? path(strokes, line('#111', 2 * pen))
      : path(walls, `fill-rule="evenodd" fill="${look.hatched ? 'url(#hatch)' : fill}"`),
    path(holes.map(down).join(''), `fill="#fff" stroke="#fff" stroke-width="${look.strokes ? 2 * pen : 2}"`),
    outlined && !look.strokes ? path(edges.join(''), line('#000')) : '',
    look.thresholds ? path(holes.map(down).join(''), line(lines)) : '',
    look.gaps ? '' : path(swings.join(''), line(lines)),
    look.furniture
      ? path(things.join(''), `fill="${look.furniture}" stroke="${lines}" stroke-width="${pen}"`)
      : '',
    look.dimensions ? path(dims.join(''), line('#000')) : '',
  ]
  const [w, h] = [WIDE + 2 * EDGE, HIGH + 2 * EDGE]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.round((width * h) / w)}" viewBox="${-EDGE} ${-EDGE} ${w} ${h}"><defs><pattern id="hatch" width="70" height="70" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V70" stroke="#555" stroke-width="18"/></pattern></defs><rect x="${-EDGE}" y="${-EDGE}" width="${w}" height="${h}" fill="#fff"/>${parts.join('')}</svg>`
}
