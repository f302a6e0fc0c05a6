import { AppError } from '#contracts/errors.ts'
import { type Affine, place, SAME, times } from './affine.ts'
import { type Dxf, type DxfRecord, nameKey, numberOf, textOf } from './dxf-records.ts'
import { hatchOutlines, polylineShape, type Shape, shapesOf, solidOutline } from './dxf-shapes.ts'
import { wordsOfMtext, wordsOfText } from './dxf-words.ts'
import { type LayerRole, roleOfLayer } from './layer-roles.ts'

/** A line of a drawing, units; y upwards. */
export interface CadLine extends Shape {
  role: LayerRole
}

/** A surface that is filled with one colour: its outlines, x and y in turn. */
export interface CadFill {
  outlines: number[][]
  role: LayerRole
}

/** A line of text about its middle. */
export interface CadWord {
  text: string
  x: number
  y: number
  /** Height of its letters. */
  high: number
  /** Against the x axis, radians, to the left. */
  angle: number
  role: LayerRole
}

/** A drawing without blocks. */
export interface CadDrawing {
  lines: CadLine[]
  fills: CadFill[]
  words: CadWord[]
  /** Entities that only other programs understand, surfaces in space, and what lies on paper. */
  foreign: { tch: number; faces: number; paper: number }
  /** Files that it refers to and whose content it lacks. */
  lacks: Set<string>
}

const MIRROR: Affine = [-1, 0, 0, 1, 0, 0]

const placeAll = (m: Affine, points: readonly number[]): number[] =>
  points.map((v, k) =>
    k % 2 === 0 ? m[0] * v + m[2] * points[k + 1]! + m[4] : m[1] * points[k - 1]! + m[3] * v + m[5],
  )

const sizeOf = (m: Affine): number => Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]))

/** Blocks in blocks, beyond which a drawing is broken or meant to do harm. */
const DEEPEST = 24
/** Most pieces and points of a drawing with its blocks set in. */
const MOST_PIECES = 1_500_000
const MOST_POINTS = 12_000_000
/** Most records that are read, those of a block each time that it is set in: what draws nothing takes time as well. */
const MOST_RECORDS = 4_000_000
const RADIANS = Math.PI / 180
/** Colours of AutoCAD's index that print black or grey: what is filled with them may be wall. */
const isInk = (colour: number): boolean => colour === 7 || colour === 8 || colour === 9 || colour >= 250
/** True colours that are dark and have no hue. */
function isDark(rgb: number): boolean {
  const [r, g, b] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255]
  return Math.max(r, g, b) < 140 && Math.max(r, g, b) - Math.min(r, g, b) < 30
}
/** Colours by the layer, and by the block. */
const BY_LAYER = 256

interface Scope {
  matrix: Affine
  /** Role and name of the layer that the insert lies on: what lies on layer 0 of a block takes them. */
  role: LayerRole
  /** Dimensions draw lightly whatever their layers are. */
  forced: LayerRole | null
  open: readonly string[]
}

class Flattener {
  readonly #dxf: Dxf
  readonly #roles = new Map<string, LayerRole>()
  readonly drawing: CadDrawing = {
    lines: [],
    fills: [],
    words: [],
    foreign: { tch: 0, faces: 0, paper: 0 },
    lacks: new Set(),
  }
  #pieces = 0
  #points = 0
  #records = 0

  constructor(dxf: Dxf) {
    this.#dxf = dxf
  }

  #count(points: number): void {
    this.#pieces += 1
    this.#points += points
    if (this.#pieces > MOST_PIECES || this.#points > MOST_POINTS) throw new AppError('DRAWING_TOO_COMPLEX')
  }

  #roleOf(record: DxfRecord, scope: Scope): LayerRole {
    if (numberOf(record, 60) === 1) return 'none'
    const name = nameKey(textOf(record, 8))
    let role = this.#roles.get(name)
    if (role === undefined) {
      role = this.#dxf.layers.get(name)?.hidden ? 'none' : roleOfLayer(name)
      this.#roles.set(name, role)
    }
    if (role === 'none') return role
    return scope.forced ?? (name === '0' && scope.open.length > 0 ? scope.role : role)
  }

  #addLines(shapes: readonly Shape[], role: LayerRole, matrix: Affine): void {
    for (const { points, closed, width } of shapes) {
      if (points.length < 4 || !points.every(Number.isFinite)) continue
      this.#count(points.length / 2)
      this.drawing.lines.push({
        points: placeAll(matrix, points),
        closed,
        width: width * sizeOf(matrix),
        role,
      })
    }
  }

  #addFill(outlines: readonly number[][], record: DxfRecord, role: LayerRole, matrix: Affine): void {
    const whole = outlines.filter((points) => points.length >= 6 && points.every(Number.isFinite))
    if (whole.length === 0 || role === 'thing' || (role === 'plain' && !this.#isInked(record))) return
    this.#count(whole.reduce((sum, { length }) => sum + length / 2, 0))
    this.drawing.fills.push({ outlines: whole.map((points) => placeAll(matrix, points)), role })
  }

  /** Whether a surface is filled with ink, by its own colour or its layer's. */
  #isInked(record: DxfRecord): boolean {
    const layer = this.#dxf.layers.get(nameKey(textOf(record, 8)))
    const own = numberOf(record, 62, BY_LAYER)
    const isOwn = own > 0 && own < BY_LAYER
    const rgb = numberOf(record, 420, isOwn ? -1 : (layer?.rgb ?? -1))
    return rgb >= 0 ? isDark(rgb) : isInk(isOwn ? own : (layer?.colour ?? 7))
  }

  #addWords(record: DxfRecord, role: LayerRole, matrix: Affine): void {
    const isMtext = record.type === 'MTEXT'
    const parts = record.codes.flatMap((code, k) => (code === 3 || code === 1 ? [record.values[k]!] : []))
    const lines = isMtext ? wordsOfMtext(parts.join('')) : wordsOfText(textOf(record, 1))
    const own = numberOf(record, 40)
    const high = own * sizeOf(matrix)
    if (!(high > 0) || lines.length === 0) return
    const [dx, dy] = isMtext ? [numberOf(record, 11, Number.NaN), numberOf(record, 21, 0)] : [Number.NaN, 0]
    const turned = Number.isNaN(dx) ? numberOf(record, 50) * RADIANS : Math.atan2(dy, dx)
    const [ox, oy] = place(matrix, 0, 0)
    const [ux, uy] = place(matrix, Math.cos(turned), Math.sin(turned))
    const angle = Math.atan2(uy - oy, ux - ox)
    const { x, y, from, down } = anchorOf(record, lines.length, own)
    lines.forEach((text, n) => {
      this.#count(text.length)
      const wide = widthInHeights(text) * own
      const [along, across] = [(0.5 - from) * wide, down - n * LEADING * own]
      const [c, s] = [Math.cos(turned), Math.sin(turned)]
      const [px, py] = place(matrix, x + along * c - across * s, y + along * s + across * c)
      if (Number.isFinite(px) && Number.isFinite(py))
        this.drawing.words.push({ text, x: px, y: py, high, angle, role })
    })
  }

  #insert(record: DxfRecord, role: LayerRole, scope: Scope): void {
    const name = nameKey(textOf(record, 2))
    const block = this.#dxf.blocks.get(name)
    if (block?.file && block.records.length === 0) this.drawing.lacks.add(fileNameOf(block.file))
    // A block that holds itself draws nothing more there.
    if (!block || scope.open.includes(name) || scope.open.length >= DEEPEST) return
    const isDimension = record.type === 'DIMENSION'
    const [sx, sy] = isDimension ? [1, 1] : [numberOf(record, 41, 1) || 1, numberOf(record, 42, 1) || 1]
    const angle = isDimension ? 0 : numberOf(record, 50) * RADIANS
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const at = (column: number, row: number): Affine => {
      const [u, v] = [column * numberOf(record, 44), row * numberOf(record, 45)]
      const x = isDimension ? 0 : numberOf(record, 10) + u * c - v * s
      const y = isDimension ? 0 : numberOf(record, 20) + u * s + v * c
      return times([c * sx, s * sx, -s * sy, c * sy, x, y], [1, 0, 0, 1, -block.x, -block.y])
    }
    const forced = isDimension ? 'pale' : scope.forced
    const open = [...scope.open, name]
    // Counts below one are taken for one, as CAD programs do.
    const [columns, rows] = isDimension
      ? [1, 1]
      : [Math.max(1, numberOf(record, 70, 1)), Math.max(1, numberOf(record, 71, 1))]
    this.#count(columns * rows)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        this.walk(block.records, { matrix: times(scope.matrix, at(column, row)), role, forced, open })
  }

  /** @returns the index of the last record that belongs to this one */
  #polyline(records: readonly DxfRecord[], k: number, role: LayerRole, matrix: Affine): number {
    let end = k + 1
    while (records[end]?.type === 'VERTEX') end++
    const shape = polylineShape(records[k]!, records.slice(k + 1, end))
    if (!shape) this.drawing.foreign.faces += 1
    else if (role !== 'none') this.#addLines([shape], role, matrix)
    return end - 1
  }

  walk(records: readonly DxfRecord[], scope: Scope): void {
    for (let k = 0; k < records.length; k++) {
      const record = records[k]!
      this.#records += 1
      if (this.#records > MOST_RECORDS) throw new AppError('DRAWING_TOO_COMPLEX')
      // Layouts on paper show the model again.
      if (numberOf(record, 67) === 1) {
        if (record.type !== 'VIEWPORT') this.drawing.foreign.paper += 1
        continue
      }
      const role = this.#roleOf(record, scope)
      const matrix = numberOf(record, 230, 1) < 0 ? times(scope.matrix, MIRROR) : scope.matrix
      switch (record.type) {
        case 'POLYLINE':
          k = this.#polyline(records, k, role, matrix)
          break
        case 'INSERT':
        case 'DIMENSION':
          if (role !== 'none') this.#insert(record, role, { ...scope, matrix })
          break
        case 'TEXT':
        case 'MTEXT':
        case 'ATTRIB':
          // An attribute that is not to be seen, such as a number in a list of doors.
          if (role !== 'none' && !(record.type === 'ATTRIB' && numberOf(record, 70) & 1))
            this.#addWords(record, role, matrix)
          break
        case 'SOLID':
        case 'TRACE':
          if (role !== 'none') this.#addFill([solidOutline(record)], record, role, matrix)
          break
        case 'HATCH':
          if (role !== 'none') this.#hatch(record, role, matrix)
          break
        case '3DFACE':
        case '3DSOLID':
        case 'MESH':
        case 'SURFACE':
          this.drawing.foreign.faces += 1
          break
        default:
          if (record.type.startsWith('TCH_') || record.type === 'ACAD_PROXY_ENTITY')
            this.drawing.foreign.tch += 1
          else if (role !== 'none') this.#addLines(shapesOf(record), role, matrix)
      }
    }
  }

  #hatch(record: DxfRecord, role: LayerRole, matrix: Affine): void {
    const isSolid = numberOf(record, 70) === 1
    // The pattern in a wall is the wall; any other one is a finish that the colouring lays anew.
    if (role === 'wall' || (isSolid && role !== 'pale'))
      this.#addFill(hatchOutlines(record), record, role, matrix)
  }
}

/** The name of a file in its address, of either system. */
const fileNameOf = (address: string): string => address.slice(address.search(/[^\\/]*$/)).slice(0, 60)

/** Layouts that are not on show are blocks. */
const isLayout = (name: string): boolean => name.startsWith('*PAPER_SPACE')

/** Distance of lines of an MTEXT, heights of its letters. */
const LEADING = 1.67

/** Width of a text against the height of its letters: Chinese characters are square. */
export function widthInHeights(text: string): number {
  let wide = 0
  for (const letter of text) wide += letter.charCodeAt(0) > 0x2e7f ? EM_IN_HEIGHTS : 0.6 * EM_IN_HEIGHTS
  return wide
}

/** Size of letters against the height that drawings give, which is that of a capital. */
export const EM_IN_HEIGHTS = 1.3

/** Where a text stands: the place that it is given, which part of its width lies left of it, and how far up its first line's middle is. */
function anchorOf(record: DxfRecord, lines: number, high: number) {
  const [x, y] = [numberOf(record, 10), numberOf(record, 20)]
  if (record.type === 'MTEXT') {
    const at = Math.min(9, Math.max(1, numberOf(record, 71, 1))) - 1
    const all = (lines - 1) * LEADING * high
    const down = [-0.5 * high, all / 2, all + 0.5 * high][Math.floor(at / 3)]!
    return { x, y, from: (at % 3) / 2, down }
  }
  const [level, upright] = [numberOf(record, 72), numberOf(record, record.type === 'ATTRIB' ? 74 : 73)]
  const down = [0.5 * high, 0.5 * high, 0, -0.5 * high][upright] ?? 0
  if (level === 0 && upright === 0) return { x, y, from: 0, down }
  const [ax, ay] = [numberOf(record, 11, x), numberOf(record, 21, y)]
  // 3 and 5 fit the text between two places.
  if (level === 3 || level === 5) return { x: (x + ax) / 2, y: (y + ay) / 2, from: 0.5, down }
  const middle = level === 4
  return { x: ax, y: ay, from: middle ? 0.5 : Math.min(2, level) / 2, down: middle ? 0 : down }
}

/**
 * Sets a drawing's blocks in and sorts what it draws: lines, filled surfaces and texts with the roles of their layers.
 * @throws AppError DRAWING_TOO_COMPLEX
 */
export function flattenDxf(dxf: Dxf): CadDrawing {
  const flattener = new Flattener(dxf)
  flattener.walk(dxf.entities, { matrix: SAME, role: 'plain', forced: null, open: [] })
  for (const [name, { records }] of dxf.blocks)
    if (isLayout(name))
      flattener.drawing.foreign.paper += records.filter(({ type }) => type !== 'VIEWPORT').length
  return flattener.drawing
}
