import { nameMap } from '#kernels/segmentation/name-parts.ts'
import { KINDS, NAMES } from '#kernels/segmentation/names.ts'
import type { Segmentation } from '#kernels/segmentation/segment.ts'
import type { Surrounded } from './region-facts.ts'
import type { Sight } from './regions-sight.ts'
import { LABELS, type Label, type Named, type Setting, type View } from './scene.ts'
import { horizonAt } from './view.ts'

/** A rectangle of a picture, px: `right` and `bottom` are outside of it. */
export interface Frame {
  left: number
  top: number
  right: number
  bottom: number
}

/** Share of a program's viewport from which a picture may have toolbars and panels. */
const VIEWPORT = 0.5
/** Step, ΔE, at a panel's border, and the part of the border that shows it. */
const [STEP, SHOWN] = [2.5, 0.92] as const
/** Part of the picture's side that a panel takes at most, and what is left of both sides at least. */
const [WIDEST, LEFT] = [0.45, 0.3] as const
/** Part of a strip that is named as what lies out of doors or under one's feet, at which it is no panel. */
const SCENE = 0.6

/** Names of what may lie beyond a straight level edge that is no panel's border. */
const BEYOND = new Set(['sky', 'ground', 'grass', 'floor', 'water'])

/** Part of a line of a frame, 0..1, across which the colour changes by a step. */
function stepAlong({ width, l, a, b }: Sight, frame: Frame, isUpright: boolean, at: number): number {
  const [from, to] = isUpright ? [frame.top, frame.bottom] : [frame.left, frame.right]
  let steps = 0
  for (let k = from; k < to; k++) {
    const i = isUpright ? k * width + at : at * width + k
    const j = i - (isUpright ? 1 : width)
    if (Math.abs(l[i]! - l[j]!) + Math.abs(a[i]! - a[j]!) + Math.abs(b[i]! - b[j]!) > STEP) steps++
  }
  return steps / Math.max(1, to - from)
}

/** The frame without what lies beyond a straight border, and that strip; the larger part is kept. */
function cutAt(frame: Frame, isUpright: boolean, at: number): { rest: Frame; strip: Frame } {
  const [from, to] = isUpright ? [frame.left, frame.right] : [frame.top, frame.bottom]
  const [low, high] = isUpright ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
  const [before, after] = [
    { ...frame, [high]: at },
    { ...frame, [low]: at },
  ]
  return at - from < to - at ? { rest: after, strip: before } : { rest: before, strip: after }
}

/** Whether a picture is a program's view of a model. */
export const isViewport = ({ kind }: Segmentation) => kind[KINDS.indexOf('viewport')]! >= VIEWPORT

/**
 * The part of a program's window that shows the scene: toolbars and panels end at straight borders that run through
 * the whole of what is left beside them.
 * @returns the whole picture where it is no viewport
 */
export function sceneFrame(sight: Sight, segmentation: Segmentation): Frame {
  const { width, height } = sight
  const whole: Frame = { left: 0, top: 0, right: width, bottom: height }
  if (!isViewport(segmentation)) return whole
  const names = nameMap(segmentation, 'outdoors', width, height)
  const isScene = NAMES.map(({ name }) => BEYOND.has(name))
  const isPanel = ({ left, top, right, bottom }: Frame) => {
    let scene = 0
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) if (isScene[names[y * width + x]!]) scene++
    return scene < SCENE * (right - left) * (bottom - top)
  }
  let frame = whole
  for (;;) {
    let best: { rest: Frame; strip: Frame; size: number } | null = null
    for (const isUpright of [true, false]) {
      const [from, to] = isUpright ? [frame.left, frame.right] : [frame.top, frame.bottom]
      const [side, most] = [isUpright ? width : height, WIDEST * (isUpright ? width : height)]
      for (let at = from + 1; at < to; at++) {
        const size = Math.min(at - from, to - at)
        if (size > most || to - from - size < LEFT * side || (best && best.size >= size / side)) continue
        if (stepAlong(sight, frame, isUpright, at) < SHOWN) continue
        const cut = cutAt(frame, isUpright, at)
        if (isPanel(cut.strip)) best = { ...cut, size: size / side }
      }
    }
    if (!best) return frame
    frame = best.rest
  }
}

/** Change from pixel to pixel, ΔE, up to which a backdrop goes on; faint lines of a grid on it, and their width, px. */
const [FLAT, FAINT, LINE] = [2, 10, 3] as const
/**
 * How fast the colour that a backdrop is compared with follows its own, a pixel: slowly, so that it goes on over a soft change and
 * less readily over a soft edge. Of the places of ten viewports 0.771 are named right with it, 0.766 at 1 and 0.735 at 0.1.
 */
const SLOW = 0.2
/** Part of the frame's border, of each of its sides, and of the frame, that a plain backdrop takes at least. */
const [AROUND, EACH, WIDE] = [0.4, 0.04, 0.12] as const

/** How far inside its frame a backdrop is looked for, px: a window's own border lies on the frame. */
const RIM = LINE + 1
/** How far from its row's mean the lightness of a backdrop is on average, at most. */
const EVEN = 2.5

/** Whether what is 1 has one lightness along each row, as walls in their own light have not. */
function isPlain(is: Uint8Array, l: Float32Array, width: number): boolean {
  let [off, all] = [0, 0]
  for (let row = 0; row < is.length; row += width) {
    let [sum, count] = [0, 0]
    for (let i = row; i < row + width; i++) {
      if (is[i] === 0) continue
      sum += l[i]!
      count++
    }
    all += count
    for (let i = row; i < row + width; i++) if (is[i] === 1) off += Math.abs(l[i]! - sum / count)
  }
  return off <= EVEN * all
}

/**
 * The plain backdrop of a model or drawing: what runs on around what it shows without a step, as blank
 * paper and a viewport's ground do.
 * @param frame what of the picture shows the scene
 * @returns 1 where it is; null where there is none
 */
export function backdropOf({ width, height, l, a, b, kind }: Sight, frame: Frame): Uint8Array | null {
  if (kind === 'photo') return null
  const { left, top, right, bottom } = frame
  // Grids are faint, and axes are coloured: neither is an outline.
  const isFaint = (i: number, j: number, most: number = FAINT, colour = 1) =>
    Math.abs(l[i]! - l[j]!) <= most + colour * (Math.abs(a[i]! - a[j]!) + Math.abs(b[i]! - b[j]!))
  // What is compared with each pixel's neighbours: the colour of the backdrop on the way to it, in the mean.
  const [ownL, ownA, ownB] = [l.slice(), a.slice(), b.slice()]
  const part = new Int32Array(width * height)
  const stack = new Int32Array(width * height)
  const spread = (start: number, id: number): number => {
    let [size, count] = [1, 0]
    stack[0] = start
    part[start] = id
    while (size > 0) {
      const i = stack[--size]!
      count++
      const x = i % width
      const y = (i - x) / width
      for (let side = 0; side < 4; side++) {
        const step = side === 0 ? -1 : side === 1 ? 1 : side === 2 ? -width : width
        const room =
          side === 0 ? x - left : side === 1 ? right - 1 - x : side === 2 ? y - top : bottom - 1 - y
        for (let k = 1; k <= Math.min(LINE + 1, room); k++) {
          const j = i + k * step
          const off = Math.abs(ownL[i]! - l[j]!) + Math.abs(ownA[i]! - a[j]!) + Math.abs(ownB[i]! - b[j]!)
          if (off <= FLAT) {
            if (part[j] === 0) {
              part[j] = id
              stack[size++] = j
              for (const own of [ownL, ownA, ownB]) own[j] = own[i]! + SLOW * (own[j]! - own[i]!)
            }
            break
          }
          if (!isFaint(i, j)) break
        }
      }
    }
    return count
  }
  const [across, down] = [right - left - 2 * RIM, bottom - top - 2 * RIM]
  if (across < 1 || down < 1) return null
  const at = (x: number, y: number) => (top + RIM + y) * width + left + RIM + x
  const sides = [
    Int32Array.from({ length: across }, (_, k) => at(k, 0)),
    Int32Array.from({ length: across }, (_, k) => at(k, down - 1)),
    Int32Array.from({ length: down }, (_, k) => at(0, k)),
    Int32Array.from({ length: down }, (_, k) => at(across - 1, k)),
  ]
  const sizes = [0]
  for (const side of sides) for (const i of side) if (part[i] === 0) sizes.push(spread(i, sizes.length))
  // How much of each side each part takes, px.
  const along = sizes.map(() => sides.map(() => 0))
  for (const [k, side] of sides.entries()) for (const i of side) along[part[i]!]![k]!++
  const best = along.findIndex((lengths, id) => {
    const all = lengths.reduce((sum, length) => sum + length, 0)
    // A floor ends below the upper side, a wall above the lower one; a panel may lie over one of the others.
    const [top, bottom, ...others] = lengths.map((length, k) => length >= EACH * sides[k]!.length)
    const isAround = top && bottom && others.some(Boolean)
    return isAround && all >= AROUND * 2 * (across + down) && sizes[id]! >= WIDE * across * down
  })
  if (best < 0) return null
  const out = new Uint8Array(part.length)
  for (let i = 0; i < part.length; i++) if (part[i] === best) out[i] = 1
  if (!isPlain(out, l, width)) return null
  // What compression leaves around lines is of it, where it has no colour, and then faint lines that it goes on across.
  for (const [reach, most, colour] of [
    [2 * RIM, 2 * FLAT, -1],
    [LINE, FAINT, 1],
  ] as const) {
    for (let y = top; y < bottom; y++)
      for (let x = left, i = y * width + left; x < right; x++, i++) {
        if (out[i] !== 0) continue
        const isBetween = (step: number, before: number, after: number) => {
          let [up, down] = [0, 0]
          for (let k = 1; k <= Math.min(reach, before) && !up; k++) if (out[i - k * step] === 1) up = k
          for (let k = 1; k <= Math.min(reach, after) && !down; k++) if (out[i + k * step] === 1) down = k
          return up > 0 && down > 0 && isFaint(i, i - up * step, most, colour)
        }
        if (isBetween(1, x - left, right - 1 - x) || isBetween(width, y - top, bottom - 1 - y)) out[i] = 2
      }
    for (let i = 0; i < out.length; i++) if (out[i] === 2) out[i] = 1
  }
  return out
}

/**
 * Mean share of the likeliest name from which what is plain in a room is its walls and its floor, and from above the ground: 0.73 to
 * 0.78 in rendered rooms that look plain and 0.82 in rendered gardens from above, 0.45 to 0.50 around rooms that are cut open and
 * 0.37 around a city. Out of doors sky and ground are what a backdrop becomes.
 */
const NAMED = 0.6

/** Whether the network knows a backdrop of this width for what a scene is made of. @param backdrop 1 where it is */
export function isNamed(
  backdrop: Uint8Array,
  width: number,
  { width: w, height: h, shares }: Segmentation,
): boolean {
  const height = backdrop.length / width
  let [sum, count] = [0, 0]
  for (let y = 0, k = 0; y < h; y++)
    for (let x = 0; x < w; x++, k++) {
      const row = Math.floor(((y + 0.5) * height) / h) * width
      if (backdrop[row + Math.floor(((x + 0.5) * width) / w)] === 0) continue
      let best = 0
      for (let at = k + w * h; at < shares.length; at += w * h) best = Math.max(best, shares[at]!)
      sum += best
      count++
    }
  return sum > NAMED * count
}

/** What is known of pixels without their names: nothing, that they are a program's own, or the label of a backdrop. */
const [NOTHING, PROGRAM, BACKDROP] = [0, 1, 2] as const

/**
 * Names what lies over the plain backdrop of a program's view and touches nothing else: icons, words, a cube of directions. It
 * lies over what the backdrop there is.
 * @param isOther which regions the network knows no name for @param facts how the regions lie beside each other
 */
export function nameOverlays(
  names: readonly Named[],
  isOther: readonly boolean[],
  facts: readonly Pick<Surrounded, 'around' | 'outline'>[],
): Named[] {
  const out = [...names]
  const isTaken = isOther.map((is, k) => !is || names[k]!.own !== undefined)
  for (const start of names.keys()) {
    if (isTaken[start]) continue
    const [parts, beside] = [new Set([start]), new Map<number, number>()]
    for (const k of parts)
      for (const [q, { part }] of facts[k]!.around)
        if (isOther[q] && !names[q]!.own) parts.add(q)
        else beside.set(q, (beside.get(q) ?? 0) + part * facts[k]!.outline)
    for (const k of parts) isTaken[k] = true
    const lies = [...beside].filter(([q]) => names[q]!.own === 'backdrop').sort((p, q) => q[1] - p[1])[0]
    if (lies && [...beside.keys()].every((q) => names[q]!.own))
      for (const k of parts) out[k] = { ...names[lies[0]]!, own: 'overlay' }
  }
  return out
}

/** Pixels that are no part of what a picture shows, and what they come to. */
export interface Surroundings {
  /** A number for each pixel, 0 where the scene is; pixels of one number are one thing. */
  of: Uint8Array
  /** How many numbers there are. */
  numbers: number
  /** The label of a number, and which surrounding it is; null for 0. */
  known: (number: number) => { label: Label; own: 'interface' | 'backdrop' } | null
}

/**
 * What surrounds the scene: toolbars, and a plain backdrop, which out of doors is sky above the horizon and ground
 * below it, and nothing that could be named around a cut-open room.
 */
export function surroundingsOf(
  frame: Frame,
  backdrop: Uint8Array | null,
  setting: Setting,
  view: View,
): Surroundings {
  const { width, height } = view
  const of = new Uint8Array(width * height)
  const numberOf = (label: Label) => BACKDROP + LABELS.indexOf(label)
  let foot = 0
  if (backdrop)
    for (let i = of.length - 1; i >= 0 && foot === 0; i--) {
      const [x, y] = [i % width, Math.floor(i / width)]
      const isScene = x >= frame.left && x < frame.right && y >= frame.top && y < frame.bottom && !backdrop[i]
      if (isScene) foot = y
    }
  for (let x = 0; x < width; x++) {
    const horizon = setting === 'above' ? 0 : Math.min(foot, horizonAt(view, x))
    for (let y = 0; y < height; y++) {
      const i = y * width + x
      const isInside = x >= frame.left && x < frame.right && y >= frame.top && y < frame.bottom
      if (!isInside) of[i] = PROGRAM
      else if (backdrop?.[i])
        of[i] = numberOf(setting === 'indoors' ? 'other' : y < horizon ? 'sky' : 'ground')
    }
  }
  return {
    of,
    numbers: BACKDROP + LABELS.length,
    known: (number) => {
      if (number === NOTHING) return null
      return number === PROGRAM
        ? { label: 'other', own: 'interface' }
        : { label: LABELS[number - BACKDROP]!, own: 'backdrop' }
    },
  }
}
