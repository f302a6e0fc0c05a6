import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import { median } from '#kernels/median.ts'
import { patchesOf } from '#kernels/raster/patches.ts'
import type { Ink } from './ink.ts'
import { axisOf, type Corners } from './quads.ts'
import { findRuns } from './rooms.ts'
import { type SeenWalls, SHORTEST } from './seen-walls.ts'
import { turnedWalls } from './turned.ts'
import type { Stretch } from './wall-odds.ts'
import {
  barsIn,
  columnIs,
  eachOf,
  endAtFaces,
  endOf,
  type Piece,
  piecesIn,
  usualWidth,
} from './wall-pieces.ts'
import { growIntoInk } from './walls.ts'

/** Holes in walls that are smaller than any room, in thicknesses squared. */
const HOLE = 6
/** Share of a piece that longer ones take from which it is none: a wall is seen in every direction that is near its own. */
const TAKEN = 0.6
/** Share of an opening's columns in a piece from which it belongs to it, and the longest bit of wall that is left out within one. */
const IN_PIECE = 0.5
const BIT = 1.2
/** What is no straight piece stays wall where it leads this far away from all pieces and is this large, in thicknesses and their square. */
const AWAY = 0.6
const LARGE = 0.6
/** Share of its edge that must be drawn for it to be more than a blur. */
const DRAWN = 0.5
/** A bit of a wall that is a rectangle is at least this wide, in thicknesses, and fills its box to this share. */
const NUB = 0.12
const NUB_FILLS = 0.8
/** What lies along a piece up to this far beside it is its ragged edge, px. */
const SEAM = 1.5
/** How near parts are that it joins, px. */
const BESIDE = 4

/** Share of a hole's columns that has wall along a side of it from which that is a wall's face. */
const FACED = 0.7

/** Whether some wall lies along both edges of a part of a piece. */
function isWalled(
  { frame, u0, upper, lower }: Piece,
  from: number,
  to: number,
  mask: Uint8Array,
  thick: number,
): boolean {
  const reach = Math.ceil(thick / 4)
  return [
    (k: number, n: number) => Math.round(upper[k]!) + n,
    (k: number, n: number) => Math.round(lower[k]!) - 1 - n,
  ].every((rowAt) => {
    let hits = 0
    for (let k = from; k < to; k++)
      for (let n = 0; n < reach; n++) {
        const i = frame.index(u0 + k, rowAt(k, n))
        if (i < 0 || !mask[i]) continue
        hits++
        break
      }
    return hits > FACED * (to - from)
  })
}

/** Pieces without those that longer ones take. @param size pixels of the plan */
function withoutTaken(pieces: readonly Piece[], size: number): Piece[] {
  const taken = new Uint8Array(size)
  return pieces
    .toSorted((a, b) => b.upper.length - a.upper.length)
    .filter((piece) => {
      let [hits, all] = [0, 0]
      eachOf(piece, piece.u0, endOf(piece), (i) => {
        all++
        if (taken[i]) hits++
      })
      if (hits > TAKEN * all) return false
      eachOf(piece, piece.u0, endOf(piece), (i) => {
        taken[i] = 1
      })
      return true
    })
}

/** The edges of a part of a piece as two lines. */
function rowsOf({ upper, lower, u0, slope }: Piece, from: number, to: number) {
  const mid = (from + to) / 2
  return [upper, lower].map((rows) => {
    const row = median(rows.slice(from - u0, to - u0 + 1).map((at, k) => at - slope * (from + k - mid)))
    return (u: number) => row + slope * (u - mid)
  }) as [(u: number) => number, (u: number) => number]
}

/** The part of a piece that an opening takes. */
function cornersOf(piece: Piece, from: number, to: number): Corners {
  const [top, bottom] = rowsOf(piece, from, to)
  const corner = (u: number, edge: (u: number) => number) => piece.frame.point(u, edge(u) - 0.5)
  return [
    corner(from - 0.5, top),
    corner(to + 0.5, top),
    corner(to + 0.5, bottom),
    corner(from - 0.5, bottom),
  ]
}

/** A mask with the free places in it filled that are no larger than this, px². */
function withoutHoles(
  mask: Uint8Array,
  map: Uint8Array,
  { width, height }: Pick<Ink, 'width' | 'height'>,
  most: number,
): Uint8Array {
  const out = Uint8Array.from(mask)
  const free = mask.map((wall, i) => (wall || map[i] ? 0 : 1))
  const { starts, ends, parts, count } = findRuns(free, width, height)
  const areas = new Int32Array(count)
  for (let run = 0; run < starts.length; run++) areas[parts[run]!]! += ends[run]! - starts[run]!
  for (let run = 0; run < starts.length; run++)
    if (areas[parts[run]!]! < most) out.fill(1, starts[run]!, ends[run]!)
  return out
}

/** Numbers of the parts of a mask that hang together, from 1. */
function partsOf(mask: Uint8Array, width: number, height: number): Uint16Array {
  const out = new Uint16Array(mask.length)
  const { starts, ends, parts } = findRuns(mask, width, height)
  for (let run = 0; run < starts.length; run++) out.fill(parts[run]! + 1, starts[run]!, ends[run]!)
  return out
}

/** Share of the edge of some pixels of a mask that lies at lines. */
function edgeDrawn(
  pixels: readonly number[],
  mask: Uint8Array,
  { dark, width }: Pick<Ink, 'dark' | 'width'>,
): number {
  let [drawn, edge] = [0, 0]
  for (const i of pixels)
    for (const step of [1, -1, width, -width]) {
      if (mask[i + step]) continue
      edge++
      if ([-1, 0, 1, 2].some((n) => dark[i + n * step])) drawn++
    }
  return edge > 0 ? drawn / edge : 0
}

/** Whether pixels lie at two parts or more. */
function joinsParts(pixels: readonly number[], parts: Uint16Array, width: number): boolean {
  let first = 0
  for (const i of pixels)
    for (const step of [1, -1, width, -width])
      for (let n = 1; n <= BESIDE; n++) {
        const part = parts[i + n * step] ?? 0
        if (part > 0 && first === 0) first = part
        if (part > 0 && part !== first) return true
      }
  return false
}

/** Where an opening lies in a piece, columns. */
interface Place {
  piece: Piece
  from: number
  to: number
  count: number
}

/** Walls as straight pieces, and the stretches of these without openings. */
export interface StraightWalls extends Pick<SeenWalls, 'walls' | 'openings' | 'map'> {
  stretches: Stretch[]
}

/** The stretches of a piece that are wall and longer than a bit. @param kind what each of its columns is: 0 for wall */
function stretchesOf(piece: Piece, kind: readonly number[], thick: number): Stretch[] {
  const stretches: Stretch[] = []
  for (let k = 0; k < kind.length; k++) {
    const first = k
    while (k < kind.length && kind[k] === 0) k++
    if (k - first >= BIT * thick) stretches.push({ piece, from: piece.u0 + first, to: piece.u0 + k - 1 })
  }
  return stretches
}

/**
 * Walls as straight pieces with square ends, as most are built: edges are fitted to what is seen of a wall, blurred as it is, and to the
 * lines that are drawn at it. Openings take the width of the wall that they lie in. Bits that are no piece of a wall go.
 */
export function straightWalls(
  { walls, openings, map }: Pick<SeenWalls, 'walls' | 'openings' | 'map'>,
  ink: Ink,
): StraightWalls {
  const mask = withoutHoles(walls.mask, map, ink, HOLE * walls.thickness ** 2)
  const { width, height } = ink
  const solid = mask.map((wall, i) => (wall || map[i] ? 1 : 0))
  const turned = turnedWalls(solid, ink, walls.thickness, null)
  // A ragged edge is long: the thickness by area and edge is too small.
  const thick = Math.max(
    walls.thickness,
    usualWidth(turned.slice(0, 2).flatMap((one) => barsIn(one, walls.thickness))),
  )
  const byFrame = turned.map((one) => piecesIn(barsIn(one, thick), one, ink, { mask, map, thick }))
  // Frames come in pairs, one across the other.
  for (const [n, pieces] of byFrame.entries())
    for (const piece of pieces) endAtFaces(piece, byFrame[n ^ 1]!, thick)
  const pieces = withoutTaken(byFrame.flat(), mask.length)
  const kinds = pieces.map((piece) =>
    piece.upper.map((top, k) => columnIs(piece, piece.u0 + k, top, piece.lower[k]!, mask, map)),
  )
  const places = new Map<number, Place>()
  for (const [n, piece] of pieces.entries()) {
    const found = new Map<number, Place>()
    for (const [k, what] of kinds[n]!.entries()) {
      if (what <= 0) continue
      const u = piece.u0 + k
      const place = found.get(what) ?? { piece, from: u, to: u, count: 0 }
      found.set(what, { ...place, to: u, count: place.count + 1 })
    }
    for (const [what, place] of found)
      if (place.count > (places.get(what)?.count ?? IN_PIECE * openings[what - 1]!.width))
        places.set(what, place)
  }
  const straight = new Uint8Array(mask.length)
  const open = new Uint8Array(mask.length)
  const within = new Uint8Array(mask.length)
  const stretches: Stretch[] = []
  for (const [n, piece] of pieces.entries()) {
    const kind = kinds[n]!
    const mine = [...places].filter(([, place]) => place.piece === piece)
    for (const [what, { from, to }] of mine) {
      const [top, bottom] = rowsOf(piece, from, to)
      for (let u = from; u <= to; u++) {
        piece.upper[u - piece.u0] = top(u)
        piece.lower[u - piece.u0] = bottom(u)
      }
      for (let k = from - piece.u0; k <= to - piece.u0; k++) {
        let end = k
        while (end < kind.length && kind[end] !== what) end++
        if (end - k < BIT * thick) for (; k < end; k++) kind[k] = what
        else k = end
      }
    }
    // What is seen there lies in a piece across this one.
    const isElse = (what: number) => what < 0 || (what > 0 && places.get(what)?.piece !== piece)
    for (let k = 0; k < kind.length; k++) {
      let end = k
      while (end < kind.length && isElse(kind[end]!)) end++
      // A hole in it, that is shorter than any opening or has wall along both of its sides.
      const isHole = end - k < SHORTEST * thick || isWalled(piece, k, end, mask, thick)
      if (isHole) kind.fill(0, k, end)
      k = Math.max(k, end)
    }
    stretches.push(...stretchesOf(piece, kind, thick))
    for (const [k, what] of kind.entries()) {
      if (what < 0) continue
      const u = piece.u0 + k
      eachOf(piece, u, u + (piece.isOblique ? 0.5 : 0), (i) => {
        within[i] = 1
        if (what === 0) straight[i] = 1
        else if (places.get(what)?.piece === piece) open[i] = what
      })
    }
  }
  const away = distanceInside(
    within.map((value) => 1 - value),
    width,
    height,
  )
  const rest = mask.map((wall, i) => (wall && away[i]! > SEAM ? 1 : 0))
  const parts = partsOf(
    straight.map((wall, i) => (wall || open[i] || (map[i] && !places.has(map[i]!)) ? 1 : 0)),
    width,
    height,
  )
  for (const { pixels, left, right, top, bottom } of patchesOf(rest, width)) {
    const [w, h] = [right - left + 1, bottom - top + 1]
    const isNub = Math.min(w, h) > NUB * thick && pixels.length > NUB_FILLS * w * h
    const isLarge = pixels.length > LARGE * thick ** 2 && pixels.some((i) => away[i]! > AWAY * thick)
    const isDrawn = (isNub || isLarge) && edgeDrawn(pixels, rest, ink) > DRAWN
    if (!isDrawn && !joinsParts(pixels, parts, width)) continue
    for (const i of pixels) straight[i] = 1
    growIntoInk(straight, mask, width, Math.ceil(SEAM), pixels)
  }
  for (let i = 0; i < open.length; i++) {
    if (straight[i]) open[i] = 0
    else if (!open[i] && map[i] && !places.has(map[i]!)) open[i] = map[i]!
  }
  return {
    walls: { ...walls, mask: straight, thickness: thick },
    openings: openings.map((opening, k) => {
      const place = places.get(k + 1)
      if (!place) return opening
      const corners = cornersOf(place.piece, place.from, place.to)
      return { ...opening, corners, width: axisOf(corners).long }
    }),
    map: open,
    stretches,
  }
}
