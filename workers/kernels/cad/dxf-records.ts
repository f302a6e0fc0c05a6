import { AppError } from '#contracts/errors.ts'

/** An entity, a block's head or a row of a table: its type and its groups in their order. */
export interface DxfRecord {
  type: string
  codes: number[]
  values: string[]
}

/** A layer as far as it decides what is drawn. */
interface DxfLayer {
  /** Off, frozen, or not to be plotted. */
  hidden: boolean
  /** Of AutoCAD's index. */
  colour: number
  /** True colour, 0xrrggbb; -1 without one. */
  rgb: number
}

/** A block: what an INSERT of its name draws. */
export interface DxfBlock {
  x: number
  y: number
  records: DxfRecord[]
  /** Address of the file that holds it, for an external reference; '' for a block of this file. */
  file: string
}

/** A drawing file as it is written. */
export interface Dxf {
  /** First value of each variable of the header. */
  header: Map<string, string>
  /** By their names in upper case. */
  layers: Map<string, DxfLayer>
  blocks: Map<string, DxfBlock>
  entities: DxfRecord[]
}

/** Most groups that are read: some 2 million entities, far beyond what one plan holds. */
const MOST_GROUPS = 30_000_000

/** The first value of a group in a record; '' where it has none. */
export function textOf({ codes, values }: DxfRecord, code: number): string {
  const k = codes.indexOf(code)
  return k < 0 ? '' : values[k]!
}

/** The first value of a group as a number; `otherwise` where there is none, or none that is finite. */
export function numberOf(record: DxfRecord, code: number, otherwise = 0): number {
  const text = textOf(record, code).trim()
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : otherwise
}

/** Names of layers and blocks are the same in any case. */
export const nameKey = (name: string): string => name.trim().toUpperCase()

/** Pairs of lines: a code and a value. A line that is no code is passed over, as blank lines at the end are. */
class Groups {
  readonly #text: string
  #at = 0
  #count = 0
  code = 0
  value = ''

  constructor(text: string) {
    this.#text = text
  }

  #line(): string | null {
    if (this.#at >= this.#text.length) return null
    const end = this.#text.indexOf('\n', this.#at)
    const stop = end < 0 ? this.#text.length : end
    const line = this.#text.slice(this.#at, this.#text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop)
    this.#at = stop + 1
    return line
  }

  next(): boolean {
    for (;;) {
      const head = this.#line()
      if (head === null) return false
      const code = Number.parseInt(head, 10)
      if (Number.isNaN(code)) continue
      const value = this.#line()
      if (value === null) return false
      if (++this.#count > MOST_GROUPS) throw new AppError('DRAWING_TOO_COMPLEX')
      this.code = code
      this.value = value
      return true
    }
  }
}

/** The records of a section, up to its end: each begins with a group 0. */
function readRecords(groups: Groups): DxfRecord[] {
  const records: DxfRecord[] = []
  let record: DxfRecord | null = null
  while (groups.next()) {
    if (groups.code === 0) {
      const type = groups.value.trim().toUpperCase()
      if (type === 'ENDSEC' || type === 'EOF') return records
      record = { type, codes: [], values: [] }
      records.push(record)
    } else if (record && groups.code < 1000) {
      record.codes.push(groups.code)
      record.values.push(groups.value)
    }
  }
  return records
}

function readHeader(groups: Groups): Map<string, string> {
  const header = new Map<string, string>()
  let name = ''
  while (groups.next()) {
    if (groups.code === 0) return header
    if (groups.code === 9) name = groups.value.trim()
    else if (name && !header.has(name)) header.set(name, groups.value.trim())
  }
  return header
}

function layersOf(records: readonly DxfRecord[]): Dxf['layers'] {
  const layers: Dxf['layers'] = new Map()
  for (const record of records) {
    if (record.type !== 'LAYER') continue
    const hidden =
      (numberOf(record, 70) & 1) === 1 || numberOf(record, 62, 7) < 0 || numberOf(record, 290, 1) === 0
    const colour = Math.abs(numberOf(record, 62, 7))
    layers.set(nameKey(textOf(record, 2)), { hidden, colour, rgb: numberOf(record, 420, -1) })
  }
  return layers
}

/** Flags of a block that is an external reference, or one laid over. */
const ELSEWHERE = 4 | 8

function blocksOf(records: readonly DxfRecord[]): Dxf['blocks'] {
  const blocks: Dxf['blocks'] = new Map()
  let block: DxfBlock | null = null
  for (const record of records) {
    if (record.type === 'BLOCK') {
      const name = textOf(record, 2)
      const isElsewhere = (numberOf(record, 70) & ELSEWHERE) !== 0
      const file = isElsewhere ? textOf(record, 1).trim() || name : ''
      block = { x: numberOf(record, 10), y: numberOf(record, 20), records: [], file }
      blocks.set(nameKey(name), block)
    } else if (record.type === 'ENDBLK') block = null
    else block?.records.push(record)
  }
  return blocks
}

/**
 * Reads a drawing in the ASCII form of DXF (R12 and later). What is cut off or not known is left out, so that a file
 * which other programs find fault with is read as far as it goes.
 * @throws AppError DRAWING_TOO_COMPLEX for a file without an end
 */
export function readDxf(text: string): Dxf {
  const dxf: Dxf = { header: new Map(), layers: new Map(), blocks: new Map(), entities: [] }
  const groups = new Groups(text)
  while (groups.next()) {
    if (groups.code !== 0 || groups.value.trim().toUpperCase() !== 'SECTION') continue
    if (!groups.next()) break
    const section = groups.value.trim().toUpperCase()
    if (section === 'HEADER') dxf.header = readHeader(groups)
    else if (section === 'TABLES') dxf.layers = layersOf(readRecords(groups))
    else if (section === 'BLOCKS') dxf.blocks = blocksOf(readRecords(groups))
    else if (section === 'ENTITIES') dxf.entities = readRecords(groups)
  }
  return dxf
}
