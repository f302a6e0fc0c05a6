import { type Affine, SAME, times } from './affine.ts'

/** A rectangle in user units of the document. */
export interface SvgBox {
  x: number
  y: number
  width: number
  height: number
}

/** The box of an element's shapes by its corners, and the element's weight in the drawing, in points of its paths. */
interface Drawn {
  corners: readonly (readonly [x: number, y: number])[]
  weight: number
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi
const numbersIn = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number)

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined)

const number = (tag: string, name: string): number => {
  const value = Number.parseFloat(attribute(tag, name) ?? '')
  return Number.isFinite(value) ? value : 0
}

/** A transform attribute as one matrix; steps that are not known change nothing. */
function matrixOf(text: string | undefined): Affine {
  let matrix = SAME
  for (const [, name, list] of (text ?? '').matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const [a = 0, b, c, d, e, f] = numbersIn(list!)
    const [turnX, turnY] = [b ?? 0, c ?? 0]
    const angle = (a * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const step: Affine | null =
      name === 'matrix'
        ? [a, b ?? 0, c ?? 0, d ?? 0, e ?? 0, f ?? 0]
        : name === 'translate'
          ? [1, 0, 0, 1, a, b ?? 0]
          : name === 'scale'
            ? [a, 0, 0, b ?? a, 0, 0]
            : name === 'rotate'
              ? times(times([1, 0, 0, 1, turnX, turnY], [cos, sin, -sin, cos, 0, 0]), [
                  1,
                  0,
                  0,
                  1,
                  -turnX,
                  -turnY,
                ])
              : name === 'skewX'
                ? [1, 0, Math.tan(angle), 1, 0, 0]
                : name === 'skewY'
                  ? [1, Math.tan(angle), 0, 1, 0, 0]
                  : null
    if (step) matrix = times(matrix, step)
  }
  return matrix
}

/** Numbers that each command of a path takes, and where its last point stands among them. */
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/** The box about a path's points, those that steer its curves among them, and their number. */
function pathBox(d: string): Drawn | null {
  let [x, y, startX, startY, count] = [0, 0, 0, 0, 0]
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const take = (px: number, py: number) => {
    left = Math.min(left, px)
    right = Math.max(right, px)
    top = Math.min(top, py)
    bottom = Math.max(bottom, py)
    count++
  }
  for (const [, command, list] of d.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const kind = command!.toUpperCase()
    const isRelative = command !== kind
    const values = numbersIn(list!)
    const step = TAKES[kind]!
    if (kind === 'Z') [x, y] = [startX, startY]
    for (let k = 0; step > 0 && k + step <= values.length; k += step) {
      const [ox, oy] = isRelative ? [x, y] : [0, 0]
      const at = values.slice(k, k + step)
      if (kind === 'H') x = ox + at[0]!
      else if (kind === 'V') y = oy + at[0]!
      else {
        if (kind !== 'A') for (let n = 0; n + 1 < step; n += 2) take(ox + at[n]!, oy + at[n + 1]!)
        ;[x, y] = [ox + at[step - 2]!, oy + at[step - 1]!]
      }
      if (kind === 'M' && k === 0) [startX, startY] = [x, y]
      take(x, y)
    }
  }
  return count > 0 ? { corners: cornersOf(left, top, right, bottom), weight: count } : null
}

const cornersOf = (x0: number, y0: number, x1: number, y1: number) =>
  [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const

/** Box and weight of an element's own shapes; null for elements without any, and for unknown ones. */
function drawnBy(name: string, tag: string): Drawn | null {
  const [x, y] = [number(tag, 'x'), number(tag, 'y')]
  if (name === 'path') return pathBox(attribute(tag, 'd') ?? '')
  if (name === 'rect' || name === 'image')
    return { corners: cornersOf(x, y, x + number(tag, 'width'), y + number(tag, 'height')), weight: 4 }
  if (name === 'circle' || name === 'ellipse') {
    const [cx, cy, r] = [number(tag, 'cx'), number(tag, 'cy'), number(tag, 'r')]
    const [rx, ry] = [r || number(tag, 'rx'), r || number(tag, 'ry')]
    return { corners: cornersOf(cx - rx, cy - ry, cx + rx, cy + ry), weight: 4 }
  }
  if (name === 'line') {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((one) => number(tag, one))
    return { corners: cornersOf(x1!, y1!, x2!, y2!), weight: 2 }
  }
  if (name === 'polyline' || name === 'polygon') return pathBox(`M${attribute(tag, 'points') ?? ''}`)
  return null
}

/** Elements whose content is drawn elsewhere, or not at all. */
const UNSEEN = new Set(['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'svg'])
const TAG = /<(\/?)([A-Za-z][\w:.-]*)(?:"[^"]*"|'[^']*'|[^>"'])*?(\/?)>/g

/** Boxes and weights of a document's elements, in its user units. Documents within it and references are left out. */
function drawnIn(body: string): Drawn[] {
  const found: Drawn[] = []
  const open: { matrix: Affine; hidden: boolean }[] = []
  for (const [tag, closing, name, selfClosing] of body.matchAll(TAG)) {
    if (closing) {
      open.pop()
      continue
    }
    const above = open.at(-1) ?? { matrix: SAME, hidden: false }
    const matrix = times(above.matrix, matrixOf(attribute(tag, 'transform')))
    const hidden = above.hidden || UNSEEN.has(name!) || /display\s*[:=]\s*["']?\s*none/.test(tag)
    const drawn = hidden ? null : drawnBy(name!, tag)
    if (drawn) {
      const corners = drawn.corners.map(
        ([x, y]) =>
          [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]] as const,
      )
      if (corners.flat().every(Number.isFinite)) found.push({ ...drawn, corners })
    }
    if (!selfClosing) open.push({ matrix, hidden })
  }
  return found
}

/** Share of what is drawn that must lie on the page, by its middles, for the page to be what is meant. */
const ON_PAGE = 0.5
/** White around what is drawn off the page, in parts of its longer side. */
const MARGIN = 0.04

/**
 * The box of a document's drawing where most of it lies off its page, as programs leave it that draw on a boundless
 * sheet; null where the page shows most of it.
 * @param body the document behind the start of its root
 */
export function drawingOffPage(body: string, page: SvgBox): SvgBox | null {
  let [on, all] = [0, 0]
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { corners, weight } of drawnIn(body)) {
    const [x, y] = [0, 1].map((k) => corners.reduce((sum, at) => sum + at[k]! / 4, 0)) as [number, number]
    all += weight
    if (x >= page.x && x <= page.x + page.width && y >= page.y && y <= page.y + page.height) on += weight
    for (const [px, py] of corners) {
      left = Math.min(left, px)
      right = Math.max(right, px)
      top = Math.min(top, py)
      bottom = Math.max(bottom, py)
    }
  }
  const long = Math.max(right - left, bottom - top)
  if (all === 0 || on >= ON_PAGE * all || !(long > 0)) return null
  const margin = MARGIN * long
  return {
    ...{ x: left - margin, y: top - margin },
    ...{ width: right - left + 2 * margin, height: bottom - top + 2 * margin },
  }
}
