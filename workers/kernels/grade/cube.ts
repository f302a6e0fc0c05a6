import { AppError } from '#contracts/errors.ts'

/** A colour table: `size` values a channel (1D) or size³ colours, red fastest (3D), as r, g, b of about 0..1. */
export interface Cube {
  title: string
  dimensions: 1 | 3
  size: number
  /** Colours for which the table's first and last entry stand. */
  low: readonly [number, number, number]
  high: readonly [number, number, number]
  table: Float32Array
}

/** Sizes that the Cube LUT specification 1.0 (Adobe, 2013) permits. */
const MOST_1D = 65_536
const MOST_3D = 256
/** Longest text that is read: a 3D table of 128 has some 60 MB. */
const MOST_TEXT = 64_000_000

const bad = (detail: string): AppError => new AppError('LUT_INVALID', detail)

function threeNumbers(parts: string[], line: number): [number, number, number] {
  const values = parts.map(Number)
  if (values.length !== 3 || values.some((v) => !Number.isFinite(v))) {
    throw bad(`LUT 文件第 ${line} 行应为三个数`)
  }
  return values as [number, number, number]
}

function readSize(part: string | undefined, most: number, line: number): number {
  const size = Number(part)
  if (!Number.isInteger(size) || size < 2) throw bad(`LUT 文件第 ${line} 行的尺寸不正确`)
  if (size > most) throw bad(`LUT 尺寸过大（${size}，上限 ${most}）`)
  return size
}

interface Header {
  title: string
  dimensions: 1 | 3 | null
  size: number
  low: [number, number, number]
  high: [number, number, number]
}

/** Reads one keyword line into the header; keywords of other vendors are passed over. */
function readKeyword(header: Header, keyword: string, parts: string[], line: number): void {
  switch (keyword) {
    case 'TITLE':
      header.title = parts.join(' ').replaceAll('"', '').slice(0, 120)
      return
    case 'LUT_1D_SIZE':
    case 'LUT_3D_SIZE':
      if (header.dimensions) throw bad('LUT 文件里有不止一张表')
      header.dimensions = keyword === 'LUT_1D_SIZE' ? 1 : 3
      header.size = readSize(parts[0], header.dimensions === 1 ? MOST_1D : MOST_3D, line)
      return
    case 'DOMAIN_MIN':
      header.low = threeNumbers(parts, line)
      return
    case 'DOMAIN_MAX':
      header.high = threeNumbers(parts, line)
      return
    case 'LUT_1D_INPUT_RANGE':
    case 'LUT_3D_INPUT_RANGE': {
      const [low, high] = parts.map(Number)
      if (!Number.isFinite(low) || !Number.isFinite(high)) throw bad(`LUT 文件第 ${line} 行的范围不正确`)
      header.low = [low!, low!, low!]
      header.high = [high!, high!, high!]
    }
  }
}

/**
 * Reads a .cube file (Cube LUT specification 1.0, and the input ranges that DaVinci Resolve writes).
 * @throws AppError LUT_INVALID, which says what is wrong and where
 */
export function parseCube(text: string): Cube {
  if (text.length > MOST_TEXT) throw bad('LUT 文件过大（上限 64 MB）')
  const header: Header = { title: '', dimensions: null, size: 0, low: [0, 0, 0], high: [1, 1, 1] }
  let table: Float32Array | null = null
  let filled = 0
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!.trim()
    if (line === '' || line.startsWith('#')) continue
    const parts = line.split(/\s+/)
    if (/^[A-Za-z_]/.test(line) && !/^(nan|inf)/i.test(line)) {
      readKeyword(header, parts[0]!, parts.slice(1), n + 1)
      continue
    }
    if (!header.dimensions) throw bad('LUT 文件缺少 LUT_3D_SIZE 或 LUT_1D_SIZE')
    table ??= new Float32Array(3 * header.size ** (header.dimensions === 3 ? 3 : 1))
    if (filled >= table.length) throw bad('LUT 文件的数据比声明的多')
    table.set(threeNumbers(parts, n + 1), filled)
    filled += 3
  }
  if (!header.dimensions) throw bad('LUT 文件缺少 LUT_3D_SIZE 或 LUT_1D_SIZE')
  if (!table || filled < table.length) throw bad('LUT 文件不完整，数据比声明的少')
  const { title, dimensions, size, low, high } = header
  if (low.some((v, c) => !(v < high[c]!))) throw bad('LUT 文件的 DOMAIN_MIN 不小于 DOMAIN_MAX')
  return { title, dimensions, size, low, high, table }
}
