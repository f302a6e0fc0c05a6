import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { SNIFF_BYTES, sniff } from '#kernels/sniff.ts'
import { drawingOffPage, type SvgBox } from './svg-extents.ts'

/** An SVG document with a size of its own. */
export interface SvgSource {
  svg: string
  width: number
  height: number
  /** The part of the document that is shown, in its user units. */
  page: SvgBox
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

const ENTITY = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g
/** Characters of an entity: enough for the namespaces that drawing programs declare. */
const LONGEST_ENTITY = 1000

/** Entities may only stand for plain text: with markup, references or other entities in them, they grow unseen. */
function refuseGrowth(svg: string): void {
  if (!svg.includes('<!ENTITY')) return
  if (/<!ENTITY\s+(%|[\w:.-]+\s+(SYSTEM|PUBLIC))/.test(svg)) throw tooComplex()
  const sizes = new Map<string, number>()
  for (const [, name, double, single] of svg.matchAll(ENTITY)) {
    const text = double ?? single ?? ''
    const isAddress = /^https?:/.test(text)
    if (text.length > LONGEST_ENTITY || /[<&(]/.test(text) || (text.includes('#') && !isAddress))
      throw tooComplex()
    sizes.set(name!, text.length)
  }
  let total = 0
  for (const [, name] of svg.matchAll(/&([A-Za-z_][\w:.-]*);/g)) total += sizes.get(name!) ?? 0
  if (total > MOST_GROWN) throw tooComplex()
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** An attribute's or a style's text as a renderer reads it: character references and CSS escapes are resolved. */
function resolveEscapes(text: string): string {
  if (!/[&\\]/.test(text)) return text
  return text
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));?/gi, (_, hex, decimal, name) =>
      name ? NAMED[name.toLowerCase()]! : characterOf(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, hex) => characterOf(Number.parseInt(hex, 16)))
}

/** What an element with an id draws: elements within it, and ids that these refer to. */
interface Part {
  elements: number
  refers: string[]
}

const REFERENCE = /(?:xlink:)?href\s*=\s*["']\s*#([^"']+)["']|url\(\s*["']?\s*#([^"')]+)/g

const referencesIn = (text: string): string[] =>
  [...resolveEscapes(text).matchAll(REFERENCE)].map(([, a, b]) => (a ?? b!).trim())

/** References of the document's style sheets, by the class that takes them; those of any other selector under ''. */
function styleReferences(svg: string): Map<string, string[]> {
  const byClass = new Map<string, string[]>()
  for (const [, sheet] of svg.matchAll(/<style[^>]*>([\s\S]*?)<\/style\s*>/gi)) {
    const plain = resolveEscapes(sheet!.replace(/\/\*[\s\S]*?\*\//g, ''))
    for (const [, selectors, rules] of plain.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      const refers = referencesIn(rules!)
      if (refers.length === 0) continue
      for (const selector of selectors!.split(',')) {
        const name = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? ''
        byClass.set(name, [...(byClass.get(name) ?? []), ...refers])
      }
    }
  }
  return byClass
}

/** Steps of filters, each of which works on the whole picture. */
const FILTER_STEP = /^fe[A-Z]/
/** An element counts as many as one step of a filter, or one embedded picture, takes time. */
const FILTER_WEIGHT = MOST_ELEMENTS / 60

/** Counts what a document draws when everything that it repeats is repeated. */
function refuseRepeats(svg: string): void {
  const byClass = styleReferences(svg)
  const forAll = byClass.get('') ?? []
  const parts = new Map<string, Part>()
  const root: Part = { elements: 0, refers: [] }
  const open: (Part | null)[] = []
  let count = 0
  for (const [tag, closing, name, selfClosing] of svg.matchAll(
    /<(\/?)([A-Za-z][\w:.-]*)(?:"[^"]*"|'[^']*'|[^>"'])*?(\/?)>/g,
  )) {
    if (closing) {
      open.pop()
      continue
    }
    const id = attribute(tag, 'id')
    const part: Part | null = id === undefined ? null : { elements: 0, refers: [] }
    if (part && id !== undefined) parts.set(resolveEscapes(id), part)
    const classes = (attribute(tag, 'class') ?? '').split(/\s+/).filter(Boolean)
    const styled = classes.flatMap((one) => byClass.get(one) ?? [])
    const refers = [...referencesIn(tag), ...styled, ...forAll]
    const weight = FILTER_STEP.test(name!) ? FILTER_WEIGHT : 1
    for (const holder of [root, part, ...open]) {
      if (!holder) continue
      holder.elements += holder === root && weight > 1 ? 1 : weight
      for (const one of refers) holder.refers.push(one)
    }
    count += 1 + refers.length
    if (count > MOST_ELEMENTS || open.length > 500) throw tooComplex()
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
 * Refuses embedded pictures that are too large once they are decoded, and SVG within SVG, whose content nobody counted.
 */
function refuseEmbedded(svg: string): void {
  let pixels = 0
  for (const [, double, single] of svg.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)) {
    const address = resolveEscapes(double ?? single ?? '').trim()
    if (!/^data:/i.test(address)) continue
    const [head, body] = splitData(address)
    if (!/^data:image\/(png|jpe?g|gif|webp)\s*;\s*base64$/i.test(head)) throw tooComplex()
    const start = body.replace(/\s+/g, '').slice(0, 4 * Math.ceil(SNIFF_BYTES / 3))
    const { width, height } = sniff(bytesOf(start), body.length)
    pixels += width * height
    // A header that does not tell its size would be decoded blindly.
    if (width * height === 0 || pixels > LIMITS.pixels) throw tooComplex()
  }
}

function splitData(address: string): [head: string, body: string] {
  const comma = address.indexOf(',')
  return [address.slice(0, comma).trim(), address.slice(comma + 1)]
}

// Browsers and Node have it; the types of neither are at hand here.
declare const atob: (base64: string) => string

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64.slice(0, base64.length & ~3)), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
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
  refuseEmbedded(text)
  const [tag] = start
  const box =
    attribute(tag, 'viewBox')
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? []
  const isBox = box.length === 4 && box.every(Number.isFinite) && box[2]! > 0 && box[3]! > 0
  const [left, top, wide, high] = isBox
    ? box
    : [0, 0, lengthOf(attribute(tag, 'width')), lengthOf(attribute(tag, 'height'))]
  if (!(wide! > 0 && high! > 0)) throw new AppError('FILE_SVG', 'SVG 没有尺寸，不知道画多大')
  const rest = text.slice(start.index + tag.length)
  const shown = { x: left!, y: top!, width: wide!, height: high! }
  const page = drawingOffPage(rest, shown) ?? shown
  const scale = SIDE / Math.max(page.width, page.height)
  const size = {
    width: Math.max(LEAST_SIDE, Math.round(page.width * scale)),
    height: Math.max(LEAST_SIDE, Math.round(page.height * scale)),
  }
  const bare = ['width', 'height', 'viewBox', 'preserveAspectRatio'].reduce(withoutAttribute, tag)
  const viewBox = `viewBox="${page.x} ${page.y} ${page.width} ${page.height}"`
  const sized = bare.replace(/^<svg/, `<svg width="${size.width}" height="${size.height}" ${viewBox}`)
  const body = rest
    .replace(/<script[\s>][\s\S]*?<\/script\s*>|<script[^>]*\/>/gi, '')
    .replace(/<foreignObject[\s>][\s\S]*?<\/foreignObject\s*>/gi, '')
    .replace(/@import[^;]*;/gi, '')
  // Style sheets from elsewhere stand before the root.
  const head = text.slice(0, start.index).replace(/<\?xml-stylesheet[\s\S]*?\?>/g, '')
  return { svg: head + sized + body, ...size, page }
}
