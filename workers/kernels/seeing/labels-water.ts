import type { Named } from './labels.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'
import { connected } from './regions-split.ts'
import type { View } from './scene.ts'
import { horizonAt } from './view.ts'

/** Ink, ΔE, from which a stroke bounds the paper beside it. */
const INK = 8
/** Parts of the picture that a leaf on water covers, its width in heights at least, and the part of its box it fills. */
const PAD = { least: 1.2e-5, most: 0.0012, wide: 1.6, filled: [0.6, 0.95] } as const
/** How many leaves a pond has at least, parts of the picture that it covers, and how much larger it is than a leaf. */
const POND = { pads: 4, least: 0.004, most: 0.12, larger: 15 } as const
/** How far beside a leaf the water is looked for, px. */
const BESIDE = 8
/** Part of a region that has to be pond, and how sure it then is. */
const [MOSTLY, SURE] = [0.6, 0.92] as const

/** Values of a pool's pixels and of those of the leaves on it. */
const [WATER, LEAF] = [1, 2] as const

/** A piece of bare paper. */
interface Piece {
  pixels: number
  left: number
  right: number
  top: number
  bottom: number
}

function piecesOf({ map, count }: { map: Int32Array; count: number }, width: number): Piece[] {
  const pieces = Array.from(
    { length: count },
    (): Piece => ({ pixels: 0, left: width, right: -1, top: Infinity, bottom: -1 }),
  )
  for (let i = 0; i < map.length; i++) {
    const piece = pieces[map[i]!]!
    const [x, y] = [i % width, Math.floor(i / width)]
    piece.pixels++
    piece.left = Math.min(piece.left, x)
    piece.right = Math.max(piece.right, x)
    piece.top = Math.min(piece.top, y)
    piece.bottom = y
  }
  return pieces
}

function isPad({ pixels, left, right, top, bottom }: Piece, all: number): boolean {
  const [w, h] = [right - left + 1, bottom - top + 1]
  const filled = pixels / (w * h)
  const isSmall = pixels > PAD.least * all && pixels < PAD.most * all
  return isSmall && w > PAD.wide * h && filled > PAD.filled[0] && filled < PAD.filled[1]
}

/** Whether a piece may be a pond: level under the horizon, with a rim all around but for one side of the picture. */
function isPool({ pixels, left, right, top, bottom }: Piece, { width, height }: Sight, view: View): boolean {
  if (pixels < POND.least * width * height || pixels > POND.most * width * height) return false
  if (bottom >= height - 1 || (left === 0 && right === width - 1)) return false
  return top > Math.max(horizonAt(view, left), horizonAt(view, right))
}

/** The pools of a drawing: pieces of paper under the horizon that several leaves swim on. */
function poolsOf(sight: Sight, view: View): Uint8Array {
  const { width, height, edge } = sight
  const found = connected(
    Int32Array.from(edge, (step) => (step > INK ? 1 : 0)),
    width,
  )
  const { map } = found
  const pieces = piecesOf(found, width)
  const isPaper = (i: number) => edge[i]! <= INK
  const swimming = new Map<number, number[]>()
  const first = new Map<number, number>()
  for (let i = 0; i < map.length; i++) if (isPaper(i) && !first.has(map[i]!)) first.set(map[i]!, i)
  for (const k of first.keys()) {
    const pad = pieces[k]!
    if (!isPad(pad, width * height)) continue
    const around = new Set<number>()
    const [x, y] = [Math.round((pad.left + pad.right) / 2), Math.round((pad.top + pad.bottom) / 2)]
    for (const [fromX, fromY, dx, dy] of [
      [pad.left, y, -1, 0],
      [pad.right, y, 1, 0],
      [x, pad.top, 0, -1],
      [x, pad.bottom, 0, 1],
    ] as const) {
      // The first large piece in each direction: beyond it there may be the rim.
      for (let n = 1; n <= BESIDE; n++) {
        const [px, py] = [fromX + n * dx, fromY + n * dy]
        if (px < 0 || py < 0 || px >= width || py >= height) break
        const i = py * width + px
        if (!isPaper(i) || pieces[map[i]!]!.pixels <= POND.larger * pad.pixels) continue
        around.add(map[i]!)
        break
      }
    }
    const [pool] = around
    if (around.size === 1 && pool !== undefined && isPool(pieces[pool]!, sight, view))
      swimming.set(pool, [...(swimming.get(pool) ?? []), k])
  }
  const value = new Map<number, number>()
  for (const [pool, pads] of swimming) {
    if (pads.length < POND.pads) continue
    value.set(pool, WATER)
    for (const k of pads) value.set(k, LEAF)
  }
  return Uint8Array.from(map, (k) => value.get(k) ?? 0)
}

/** Parts that others of a set are beside. */
function besides({ map }: Parts, width: number, isOne: readonly boolean[]): Set<number> {
  const found = new Set<number>()
  for (let i = 0; i < map.length; i++)
    for (const j of (i + 1) % width > 0 ? [i + 1, i + width] : [i + width]) {
      if (j >= map.length || map[i] === map[j]) continue
      if (isOne[map[i]!]) found.add(map[j]!)
      if (isOne[map[j]!]) found.add(map[i]!)
    }
  return found
}

/**
 * Names the ponds of a drawing by the leaves that swim on them: small closed ellipses in a level plane with a rim.
 * @param names of all parts
 * @returns the names with those of ponds changed
 */
export function namePonds(names: readonly Named[], parts: Parts, sight: Sight, view: View): Named[] {
  const pools = poolsOf(sight, view)
  const [paper, wet, leaves] = [0, 1, 2].map(() => new Float64Array(parts.count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let i = 0; i < pools.length; i++) {
    if (sight.edge[i]! > INK) continue
    const k = parts.map[i]!
    paper[k] = paper[k]! + 1
    if (pools[i]) wet[k] = wet[k]! + 1
    if (pools[i] === LEAF) leaves[k] = leaves[k]! + 1
  }
  const isWet = names.map((_, k) => wet[k]! > MOSTLY * Math.max(1, paper[k]!))
  if (!isWet.includes(true)) return [...names]
  // Where a rim has a gap, what lies beyond it has no leaves and is not beside what has.
  const near = besides(
    parts,
    sight.width,
    isWet.map((is, k) => is && leaves[k]! > 0),
  )
  return names.map((name, k) =>
    isWet[k] && (leaves[k]! > 0 || near.has(k))
      ? { label: 'water', sure: name.label === 'water' ? Math.max(name.sure, SURE) : SURE }
      : name,
  )
}
