import { type Box, type Layout, layOut, type TrueOpening } from './layout.ts'
import { wallsOf } from './plan.ts'

/** How a flat is written as a DXF. */
export interface DxfLook {
  seed: number
  /** Of the header: 4 mm, 6 m, 0 none. */
  insUnits?: number
  /** Millimetres of a unit, as the coordinates are. */
  unitMm?: number
  /** Where the flat lies, units. */
  origin?: readonly [number, number]
  /** Names of layers as offices give them, or all on layer 0. */
  layers?: boolean
  /** Code page of the header. */
  page?: string
}

export type Group = readonly [code: number, value: string | number]

const LAYERS = ['0', 'WALL', '门', 'WINDOW', '家具', 'PUB_TEXT', '尺寸标注', 'DOTE'] as const
type Layer = (typeof LAYERS)[number]

/** The groups of a line in a drawing's units. */
export const dxfLine = (x0: number, y0: number, x1: number, y1: number, layer = '0'): Group[] => [
  [0, 'LINE'],
  [8, layer],
  [10, x0],
  [20, y0],
  [11, x1],
  [21, y1],
]

/** Writes a drawing's groups, a code and a value in two lines. */
export function dxfOf(groups: readonly Group[]): string {
  return groups.map(([code, value]) => `${String(code).padStart(3)}\r\n${value}\r\n`).join('')
}

/** Codes below 1000 of numbers in the files of these tests; all others are texts. */
const NUMBERS: readonly (readonly [first: number, last: number, bytes: 2 | 4 | 8])[] = [
  [10, 59, 8],
  [60, 79, 2],
  [90, 99, 4],
  [210, 239, 8],
  [370, 379, 2],
  [420, 429, 4],
]

/** The same file in binary form. @param form as R12 writes it, or R13 and later */
export function binaryOf(ascii: string, form: 'R12' | 'R13'): Buffer {
  const lines = ascii.split('\r\n')
  const parts: Buffer[] = [Buffer.from('AutoCAD Binary DXF\r\n\x1a\0', 'latin1')]
  for (let k = 0; k + 1 < lines.length; k += 2) {
    const code = Number(lines[k])
    const value = lines[k + 1] ?? ''
    const bytes = NUMBERS.find(([first, last]) => code >= first && code <= last)?.[2] ?? 0
    const head = Buffer.alloc(form === 'R13' ? 2 : 1)
    if (form === 'R13') head.writeUInt16LE(code)
    else head.writeUInt8(code)
    const body = bytes === 0 ? Buffer.from(`${value}\0`, 'utf8') : Buffer.alloc(bytes)
    if (bytes === 8) body.writeDoubleLE(Number(value))
    if (bytes === 4) body.writeInt32LE(Number(value))
    if (bytes === 2) body.writeInt16LE(Number(value))
    parts.push(head, body)
  }
  return Buffer.concat(parts)
}

const section = (name: string, groups: readonly Group[]): Group[] => [
  [0, 'SECTION'],
  [2, name],
  ...groups,
  [0, 'ENDSEC'],
]

/** A drawing file of entities alone, and of blocks by their names. */
export function dxfFile(
  entities: readonly Group[],
  blocks: Record<string, readonly Group[]> = {},
  header: readonly Group[] = [],
): string {
  const held = Object.entries(blocks).flatMap(([name, groups]): Group[] => [
    ...([
      [0, 'BLOCK'],
      [8, '0'],
      [2, name],
      [10, 0],
      [20, 0],
    ] as const),
    ...groups,
    [0, 'ENDBLK'],
  ])
  const rows = LAYERS.flatMap((name): Group[] => [
    ...([
      [0, 'LAYER'],
      [2, name],
      [70, 0],
      [62, 7],
    ] as const),
  ])
  return dxfOf([
    ...section('HEADER', header),
    ...section('TABLES', [[0, 'TABLE'], [2, 'LAYER'], ...rows, [0, 'ENDTAB']]),
    ...section('BLOCKS', held),
    ...section('ENTITIES', entities),
    [0, 'EOF'],
  ])
}

/** Outlines of boxes that overlap: edges between what is in one and what is in none. */
export function outlinesOf(boxes: readonly Box[], holes: readonly Box[]): [number, number, number, number][] {
  const all = [...boxes, ...holes]
  const xs = [...new Set(all.flatMap(({ x0, x1 }) => [x0, x1]))].sort((a, b) => a - b)
  const ys = [...new Set(all.flatMap(({ y0, y1 }) => [y0, y1]))].sort((a, b) => a - b)
  const within = (x: number, y: number) => (box: Box) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1
  const isWall = (i: number, j: number): boolean => {
    if (i < 0 || j < 0 || i >= xs.length - 1 || j >= ys.length - 1) return false
    const at = within((xs[i]! + xs[i + 1]!) / 2, (ys[j]! + ys[j + 1]!) / 2)
    return boxes.some(at) && !holes.some(at)
  }
  const lines: [number, number, number, number][] = []
  for (let j = 0; j < ys.length; j++)
    for (let i = 0; i < xs.length; i++) {
      if (i + 1 < xs.length && isWall(i, j) !== isWall(i, j - 1))
        lines.push([xs[i]!, ys[j]!, xs[i + 1]!, ys[j]!])
      if (j + 1 < ys.length && isWall(i, j) !== isWall(i - 1, j))
        lines.push([xs[i]!, ys[j]!, xs[i]!, ys[j + 1]!])
    }
  return lines
}

/** Writes entities of a flat, whose y runs downwards in mm, in units upwards. */
class FlatWriter {
  readonly groups: Group[] = []
  readonly #flat: Layout
  readonly #look: Required<DxfLook>

  constructor(flat: Layout, look: Required<DxfLook>) {
    this.#flat = flat
    this.#look = look
  }

  x = (mm: number): number => this.#look.origin[0] + mm / this.#look.unitMm
  y = (mm: number): number => this.#look.origin[1] + (this.#flat.height - mm) / this.#look.unitMm
  long = (mm: number): number => mm / this.#look.unitMm

  #add(type: string, layer: Layer, groups: readonly Group[]): void {
    this.groups.push([0, type], [8, this.#look.layers ? layer : '0'], ...groups)
  }

  line(layer: Layer, x0: number, y0: number, x1: number, y1: number): void {
    this.#add('LINE', layer, [
      [10, this.x(x0)],
      [20, this.y(y0)],
      [11, this.x(x1)],
      [21, this.y(y1)],
    ])
  }

  text(layer: Layer, words: string, x: number, y: number, high: number): void {
    this.#add('TEXT', layer, [
      ...([
        [10, this.x(x)],
        [20, this.y(y)],
        [11, this.x(x)],
        [21, this.y(y)],
      ] as const),
      ...([
        [40, this.long(high)],
        [1, words],
        [72, 1],
        [73, 2],
      ] as const),
    ])
  }

  insert(layer: Layer, block: string, x: number, y: number): void {
    const scale = 1 / this.#look.unitMm
    this.#add('INSERT', layer, [
      [2, block],
      [10, this.x(x)],
      [20, this.y(y)],
      [41, scale],
      [42, scale],
    ])
  }

  /** A leaf and its swing. */
  door({ box, along, hinge, swing }: TrueOpening): void {
    const wide = along === 'x' ? box.x1 - box.x0 : box.y1 - box.y0
    const face = along === 'x' ? (swing < 0 ? box.y0 : box.y1) : swing < 0 ? box.x0 : box.x1
    const at = along === 'x' ? (hinge ? box.x1 : box.x0) : hinge ? box.y1 : box.y0
    const point = (u: number, v: number) => (along === 'x' ? ([u, v] as const) : ([v, u] as const))
    const [hx, hy] = point(at, face)
    const [tx, ty] = point(at, face + swing * wide)
    const [ex, ey] = point(at + (hinge ? -wide : wide), face)
    this.line('门', hx, hy, tx, ty)
    const angle = (px: number, py: number) => (Math.atan2(-(py - hy), px - hx) * 180) / Math.PI
    const [a, b] = [angle(tx, ty), angle(ex, ey)]
    const [from, to] = (((b - a) % 360) + 360) % 360 < 180 ? [a, b] : [b, a]
    this.#add('ARC', '门', [
      ...([
        [10, this.x(hx)],
        [20, this.y(hy)],
        [40, this.long(wide)],
        [50, from],
        [51, to],
      ] as const),
    ])
  }

  window({ box, along }: TrueOpening): void {
    for (const share of [0, 1 / 3, 2 / 3, 1])
      if (along === 'x') {
        const y = box.y0 + share * (box.y1 - box.y0)
        this.line('WINDOW', box.x0, y, box.x1, y)
      } else {
        const x = box.x0 + share * (box.x1 - box.x0)
        this.line('WINDOW', x, box.y0, x, box.y1)
      }
  }

  leaf(x0: number, y0: number, x1: number, y1: number): void {
    this.#add('LWPOLYLINE', '门', [
      ...([
        [90, 4],
        [70, 1],
      ] as const),
      ...[
        [x0, y0],
        [x1, y0],
        [x1, y1],
        [x0, y1],
      ].flatMap(([x, y]): Group[] => [
        [10, this.x(x!)],
        [20, this.y(y!)],
      ]),
    ])
  }

  /** A chain of dimensions above, with ticks, and the axes that it measures. */
  chain(): void {
    const { rooms, height } = this.#flat
    const cells = rooms.filter(({ balcony, cell }) => !balcony && cell.y0 === 0).map(({ cell }) => cell)
    const xs = [...new Set(cells.flatMap(({ x0, x1 }) => [x0, x1]))].sort((a, b) => a - b)
    for (const [k, x] of xs.entries()) {
      if (this.#look.layers) this.line('DOTE', x, -1500, x, height + 300)
      this.line('尺寸标注', x, -300, x, -950)
      this.line('尺寸标注', x - 80, -720, x + 80, -880)
      const before = xs[k - 1]
      if (before === undefined) continue
      this.line('尺寸标注', before, -800, x, -800)
      this.text('尺寸标注', String(x - before), (x + before) / 2, -960, 230)
    }
  }
}

/** A bed with its pillows: a polyline with rounded corners, lines and an ellipse. */
const BED: readonly Group[] = [
  ...([
    [0, 'LWPOLYLINE'],
    [8, '0'],
    [90, 8],
    [70, 1],
  ] as const),
  ...(
    [
      [-750, 0, 0],
      [750, 0, 0],
      [750, 1900, 0.4142],
      [650, 2000, 0],
      [-650, 2000, 0.4142],
      [-750, 1900, 0],
    ] as const
  ).flatMap(([x, y, bulge]): Group[] => [
    [10, x],
    [20, y],
    [42, bulge],
  ]),
  ...([
    [0, 'LINE'],
    [8, '0'],
    [10, -750],
    [20, 1400],
    [11, 750],
    [21, 1400],
  ] as const),
  ...([
    [0, 'ELLIPSE'],
    [8, '0'],
    [10, -350],
    [20, 1700],
    [11, 250],
    [21, 0],
    [40, 0.5],
    [41, 0],
    [42, 6.2831853],
  ] as const),
]

/**
 * A flat as an office in China would save it: walls as two lines, doors with their arcs, windows as lines in the wall,
 * a block of furniture, names, dimensions and axes, each on its layer.
 */
export function flatDxf(wanted: DxfLook): { text: string; flat: Layout } {
  const look: Required<DxfLook> = {
    ...{ insUnits: 4, unitMm: 1, origin: [0, 0] as const, layers: true, page: 'ANSI_936' },
    ...wanted,
  }
  const flat = layOut(look.seed)
  const writer = new FlatWriter(flat, look)
  const holes = flat.openings.map(({ box }) => box)
  for (const line of outlinesOf(wallsOf(flat), holes)) writer.line('WALL', ...line)
  for (const opening of flat.openings) {
    if (opening.kind === 'door') writer.door(opening)
    else if (opening.kind === 'window') writer.window(opening)
    else {
      const { x0, x1, y0, y1 } = opening.box
      const [middle, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
      writer.leaf(x0, y - 45, middle + 60, y)
      writer.leaf(middle - 60, y, x1, y + 45)
    }
  }
  for (const { name, box } of flat.rooms) {
    const [x, wide, high] = [(box.x0 + box.x1) / 2, box.x1 - box.x0, box.y1 - box.y0]
    if (name.includes('卧') && wide > 2200 && high > 3600) writer.insert('家具', '床', x, box.y1 - 60)
    writer.text('PUB_TEXT', name, x, box.y0 + 0.3 * high, 250)
  }
  writer.chain()
  const header: Group[] = [
    [9, '$ACADVER'],
    [1, 'AC1015'],
    [9, '$DWGCODEPAGE'],
    [3, look.page],
  ]
  const units: Group[] =
    look.insUnits > 0
      ? [
          [9, '$INSUNITS'],
          [70, look.insUnits],
        ]
      : []
  return { text: dxfFile(writer.groups, { 床: BED }, [...header, ...units]), flat }
}
