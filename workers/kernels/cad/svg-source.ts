import { AppError } from '#contracts/errors.ts'

/** An SVG document with a size of its own. */
export interface SvgSource {
  svg: string
  width: number
  height: number
}

/** Longer side at which an SVG is drawn, px. */
const SIDE = 3000
const LEAST_SIDE = 64
const MOST_BYTES = 30 * 1024 * 1024
/** Elements that a document may draw, those that `use` and patterns repeat counted each time. */
const MOST_ELEMENTS = 300_000
/** Characters that entities may grow to. */
const MOST_GROWN = 200_000

const PX: Record<string, number> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }

function lengthOf(text: string | undefined): number {
  const [, value, unit] = /^\s*([\d.eE+-]+)\s*(px|pt|pc|mm|cm|in)?\s*$/.exec(text ?? '') ?? []
  const px = Number(value) * (PX[unit ?? ''] ?? Number.NaN)
  return px > 0 && Number.isFinite(px) ? px : 0
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean)

const withoutAttribute = (tag: string, name: string): string =>
  tag.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')

const tooComplex = () => new AppError('DRAWING_TOO_COMPLEX', 'SVG 过于复杂')

const PLAIN = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])
const ENTITY = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g

/** Entities of a document grow when they are used, and may hold one another: only those that stand before them. */
function refuseGrowth(svg: string): void {
  if (!svg.includes('<!ENTITY')) return
  if (/<!ENTITY\s+(%|[\w:.-]+\s+(SYSTEM|PUBLIC))/.test(svg)) throw tooComplex()
  const sizes = new Map<string, number>()
  for (const [, name, double, single] of svg.matchAll(ENTITY)) {
    const text = double ?? single ?? ''
    let size = text.length
    for (const [, held] of text.matchAll(/&([A-Za-z_][\w:.-]*);/g)) {
      const grown = PLAIN.has(held!) ? 1 : sizes.get(held!)
      if (grown === undefined) throw tooComplex()
      size += grown
    }
    if (size > MOST_GROWN) throw tooComplex()
    sizes.set(name!, size)
  }
  let total = 0
  for (const [, name] of svg.matchAll(/&([A-Za-z_][\w:.-]*);/g)) total += sizes.get(name!) ?? 0
  if (total > 10 * MOST_GROWN) throw tooComplex()
}

/** What an element with an id draws: elements within it, and ids that these refer to. */
interface Part {
  elements: number
  refers: string[]
}

const REFERENCE = /(?:xlink:)?href\s*=\s*["']#([^"']+)["']|url\(\s*["']?#([^"')]+)/g

/** Counts what a document draws when everything that it repeats is repeated. */
function refuseRepeats(svg: string): void {
  const parts = new Map<string, Part>()
  const root: Part = { elements: 0, refers: [] }
  const open: (Part | null)[] = []
  for (const [tag, closing, , selfClosing] of svg.matchAll(
    /<(\/?)([A-Za-z][\w:.-]*)(?:"[^"]*"|'[^']*'|[^>"'])*?(\/?)>/g,
  )) {
    if (closing) {
      open.pop()
      continue
    }
    const id = attribute(tag, 'id')
    const part: Part | null = id === undefined ? null : { elements: 0, refers: [] }
    if (part && id !== undefined) parts.set(id, part)
    const refers = [...tag.matchAll(REFERENCE)].map(([, a, b]) => a ?? b!)
    for (const holder of [root, part, ...open]) {
      if (!holder) continue
      holder.elements += 1
      if (refers.length > 0) holder.refers.push(...refers)
    }
    if (root.elements > MOST_ELEMENTS || open.length > 500) throw tooComplex()
    if (!selfClosing) open.push(part)
  }
  const known = new Map<string, number>()
  const weigh = ({ elements, refers }: Part, within: readonly string[]): number => {
    let sum = elements
    for (const id of refers) {
      const part = parts.get(id)
      // A circle of references draws nothing; depth alone can be of harm as well.
      if (!part || within.includes(id)) continue
      if (within.length > 60) throw tooComplex()
      const weight = known.get(id) ?? weigh(part, [...within, id])
      known.set(id, weight)
      sum += weight
      if (sum > MOST_ELEMENTS) throw tooComplex()
    }
    return sum
  }
  weigh(root, [])
}

/**
 * Makes an SVG document ready to be drawn as a picture: with a size in px of its own, without scripts, foreign content
 * and style sheets from elsewhere. Those who draw it must not let it load anything.
 * @throws AppError FILE_SVG for one without a size, FILE_DAMAGED, DRAWING_TOO_COMPLEX for one that grows without end
 */
export function svgSource(text: string): SvgSource {
  if (text.length > MOST_BYTES) throw tooComplex()
  const start = /<svg(?=[\s>/])(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(text)
  if (!start || !/<\/svg\s*>|^<svg[^>]*\/>/.test(text.slice(start.index)))
    throw new AppError('FILE_DAMAGED', 'SVG 不完整')
  refuseGrowth(text)
  refuseRepeats(text)
  const [tag] = start
  const box =
    attribute(tag, 'viewBox')
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? []
  const [, , boxWidth = 0, boxHeight = 0] = box.length === 4 && box.every(Number.isFinite) ? box : []
  const hasBox = boxWidth > 0 && boxHeight > 0
  const width = hasBox ? boxWidth : lengthOf(attribute(tag, 'width'))
  const height = hasBox ? boxHeight : lengthOf(attribute(tag, 'height'))
  if (!(width > 0 && height > 0)) throw new AppError('FILE_SVG', 'SVG 没有尺寸，不知道画多大')
  const scale = SIDE / Math.max(width, height)
  const size = {
    width: Math.max(LEAST_SIDE, Math.round(width * scale)),
    height: Math.max(LEAST_SIDE, Math.round(height * scale)),
  }
  const bare = ['width', 'height', 'preserveAspectRatio'].reduce(withoutAttribute, tag)
  const viewBox = hasBox ? '' : ` viewBox="0 0 ${width} ${height}"`
  const sized = bare.replace(/^<svg/, `<svg width="${size.width}" height="${size.height}"${viewBox}`)
  const body = text
    .slice(start.index + tag.length)
    .replace(/<script[\s>][\s\S]*?<\/script\s*>|<script[^>]*\/>/gi, '')
    .replace(/<foreignObject[\s>][\s\S]*?<\/foreignObject\s*>/gi, '')
    .replace(/@import[^;]*;/gi, '')
  // Style sheets from elsewhere stand before the root.
  const head = text.slice(0, start.index).replace(/<\?xml-stylesheet[\s\S]*?\?>/g, '')
  return { svg: head + sized + body, ...size }
}
