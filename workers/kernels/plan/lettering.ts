import { GLYPHS } from './glyphs.ts'

interface Glyph {
  advance: number
  /** Commands as in SVG: letters M, L, C and Z, each with its numbers. */
  path: string
}

let table: Map<string, Glyph> | null = null

function glyphOf(character: string): Glyph | undefined {
  if (!table) {
    table = new Map()
    for (const line of GLYPHS.split('\n')) {
      const [character, rest] = [line.charAt(0), line.slice(2)]
      const space = rest.indexOf(' ')
      const advance = Number(space < 0 ? rest : rest.slice(0, space))
      table.set(character, { advance, path: space < 0 ? '' : rest.slice(space + 1) })
    }
  }
  return table.get(character)
}

const EM = 1000
/** Of the em, from its top: where the optical middle of a line is. */
const MIDDLE = 0.5

/** Whether every character of a text can be drawn. */
export function canLetter(text: string): boolean {
  return [...text].every((character) => glyphOf(character) !== undefined)
}

/** Width of a line of text, px. @param size of the letters, px an em */
export function widthOfText(text: string, size: number): number {
  return ([...text].reduce((sum, one) => sum + (glyphOf(one)?.advance ?? 0), 0) * size) / EM
}

/** A step of an outline in px. */
type Step = readonly [command: string, ...numbers: number[]]

/** Outline of a line of text about its middle (x, y); characters that are not known are left out. */
function outlineOfText(text: string, x: number, y: number, size: number): Step[] {
  const steps: Step[] = []
  let at = x - widthOfText(text, size) / 2
  const scale = size / EM
  for (const character of text) {
    const glyph = glyphOf(character)
    if (!glyph) continue
    for (const [, command, numbers] of glyph.path.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
      const values = numbers!.trim().split(/\s+/).filter(Boolean).map(Number)
      const placed = values.map((v, k) => (k % 2 === 0 ? at + v * scale : y + (v - MIDDLE * EM) * scale))
      steps.push([command!, ...placed])
    }
    at += glyph.advance * scale
  }
  return steps
}

/** The same as the path of an SVG document. */
export function svgOfText(text: string, x: number, y: number, size: number): string {
  return outlineOfText(text, x, y, size)
    .map(([command, ...numbers]) => command + numbers.map((v) => Math.round(v * 10) / 10).join(' '))
    .join('')
}

const CURVE = 6

function flatten(steps: readonly Step[]): number[][] {
  const rings: number[][] = []
  let ring: number[] = []
  for (const [command, ...n] of steps) {
    if (command === 'M') {
      ring = [n[0]!, n[1]!]
      rings.push(ring)
    } else if (command === 'L') ring.push(n[0]!, n[1]!)
    else if (command === 'C') {
      const [x, y] = [ring.at(-2)!, ring.at(-1)!]
      for (let k = 1; k <= CURVE; k++) {
        const [t, s] = [k / CURVE, 1 - k / CURVE]
        const at = (a: number, b: number, c: number, d: number) =>
          s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
        ring.push(at(x, n[0]!, n[2]!, n[4]!), at(y, n[1]!, n[3]!, n[5]!))
      }
    }
  }
  return rings
}

const ROWS = 4

/**
 * Draws a line of text as coverage.
 * @returns 0..255 a pixel of a box about the text, and where that box lies
 */
export function drawText(text: string, x: number, y: number, size: number) {
  const rings = flatten(outlineOfText(text, x, y, size))
  const margin = Math.ceil(size * 0.4)
  const half = widthOfText(text, size) / 2
  const [left, top] = [Math.floor(x - half) - margin, Math.floor(y - size * 0.7) - margin]
  const [width, height] = [Math.ceil(2 * half) + 2 * margin, Math.ceil(1.4 * size) + 2 * margin]
  const cover = new Float32Array(width * height)
  for (let row = 0; row < height * ROWS; row++) {
    const v = top + (row + 0.5) / ROWS
    const crossings: { at: number; turn: number }[] = []
    for (const ring of rings)
      for (let k = 0; k < ring.length; k += 2) {
        const [x0, y0] = [ring[k]!, ring[k + 1]!]
        const [x1, y1] = [ring[(k + 2) % ring.length]!, ring[(k + 3) % ring.length]!]
        if (y0 <= v === y1 <= v) continue
        crossings.push({ at: x0 + ((v - y0) / (y1 - y0)) * (x1 - x0) - left, turn: y1 > y0 ? 1 : -1 })
      }
    crossings.sort((a, b) => a.at - b.at)
    let winding = 0
    for (let k = 0; k + 1 < crossings.length; k++) {
      winding += crossings[k]!.turn
      if (winding !== 0)
        addSpan(cover, Math.floor(row / ROWS) * width, crossings[k]!.at, crossings[k + 1]!.at, width)
    }
  }
  return { left, top, width, height, cover: Uint8Array.from(cover, (v) => Math.min(255, v)) }
}

/** Adds the part of each pixel of a row that lies between two places. */
function addSpan(cover: Float32Array, row: number, from: number, to: number, width: number): void {
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(width, Math.ceil(to)); x++)
    cover[row + x]! += (255 / ROWS) * Math.max(0, Math.min(to, x + 1) - Math.max(from, x))
}
