import {
  LINES_SIDE,
  type Line,
  linesOf,
  type Piece,
  piecesOf,
  straightEdgesOf,
} from '#kernels/lines/picture-lines.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Evidence, likeness, REACH, readEvidence, traceAt, unrestOf } from './evidence.ts'

/** A line with what became of each of its pieces. */
export interface ComparedLine {
  pieces: Line
  /** 1 for a piece that is still there, 2 for one that the source itself shows too faintly to judge. */
  kept: Uint8Array
}

/** How the lines of a source are found again in what was made of it. */
export interface Structure {
  /** Working size that places belong to: the source's, at most 1024 px in its longer side. */
  width: number
  height: number
  /** Part of the length of the source's lines that is kept, 0..1; 1 for a source without lines. */
  share: number
  lines: readonly ComparedLine[]
  /** The source and the result as lines were looked for in them. */
  here: Evidence
  there: Evidence
}

/** Least step, levels a px, of an edge that can be seen. */
const FAINT = 0.7
/** How far a step stands out of the unrest around it. */
const STANDS_OUT = 2
/** Among close parallels no step stands out: under this in the source, their whole pattern has to be as alike. */
const CROWDED = { standsOut: 3.6, alike: 0.62 } as const
/** Elsewhere it has to be more so: what is lit from elsewhere keeps its pattern where its steps are faint. */
const ALIKE = 0.75
/** Pieces to both sides that decide with a piece, so that a chance hit keeps no line and a small gap cuts none. */
const NEIGHBOURS = 6
/** Shortest invented edge, part of the longer side; parallels within a reach that make a texture of it. */
const INVENTED = { length: 0.045, reach: 0.07, parallels: 3, cosine: 0.985 } as const

export const [LOST, KEPT, UNCLEAR] = [0, 1, 2] as const

/** Each piece as most of those around it are. */
function agreed(found: Uint8Array): Uint8Array {
  return found.map((own, k) => {
    if (own === UNCLEAR) return own
    let [kept, lost] = [0, 0]
    for (const one of found.subarray(Math.max(0, k - NEIGHBOURS), k + NEIGHBOURS + 1)) {
      if (one === KEPT) kept++
      else if (one === LOST) lost++
    }
    return kept >= lost ? KEPT : LOST
  })
}

/** A place of one picture in another of a different size. */
const moved = ({ x, y, dx, dy }: Piece, from: Evidence, to: Evidence): Piece => ({
  x: (x * to.width) / from.width,
  y: (y * to.height) / from.height,
  dx,
  dy,
})

/** Which pieces of a line of `here` have an edge in `there`. */
function compareLine(line: Line, here: Evidence, there: Evidence): Uint8Array {
  const found = Uint8Array.from(line, (piece) => {
    const before = traceAt(here, piece, REACH)
    if (before.step < FAINT) return UNCLEAR
    const after = traceAt(there, moved(piece, here, there), REACH)
    if (after.step < FAINT) return LOST
    if (after.step >= STANDS_OUT * unrestOf(after)) return KEPT
    const isCrowded = before.step < CROWDED.standsOut * unrestOf(before)
    return likeness(before, after, REACH) > (isCrowded ? CROWDED.alike : ALIKE) ? KEPT : LOST
  })
  return agreed(found)
}

/** How many pieces are kept, and how many are lost. */
function countOf(found: Uint8Array): [kept: number, lost: number] {
  const counts: [number, number] = [0, 0]
  for (const one of found) if (one !== UNCLEAR) counts[one === KEPT ? 0 : 1]++
  return counts
}

/** Whether an edge is one of several like it beside each other: joints, boards, courses. */
function isTexture(line: Line, all: readonly Line[], reach: number): boolean {
  const own = line[line.length >> 1]!
  let alike = 0
  for (const other of all) {
    if (other === line) continue
    const one = other[other.length >> 1]!
    const [x, y] = [one.x - own.x, one.y - own.y]
    // What lies in its own direction is the same edge going on.
    const isBeside = Math.hypot(x, y) < reach && Math.abs(own.dx * y - own.dy * x) > 2 * REACH
    if (isBeside && Math.abs(one.dx * own.dx + one.dy * own.dy) > INVENTED.cosine) alike++
  }
  return alike >= INVENTED.parallels
}

/**
 * Long edges of a result that the source has nothing of; shadows and seams of materials are among them.
 * @returns px of the working size
 */
export function findInvented(result: Raster, { here, there }: Structure): Line[] {
  const { plane, segments } = straightEdgesOf(result)
  const least = INVENTED.length * Math.max(plane.width, plane.height)
  const scale = there.width / plane.width
  const fresh = segments
    .filter(({ x1, y1, x2, y2 }) => Math.hypot(x2 - x1, y2 - y1) >= least)
    .map((one) =>
      piecesOf({ ...one, x1: scale * one.x1, y1: scale * one.y1, x2: scale * one.x2, y2: scale * one.y2 }),
    )
    .filter((line) => {
      const [kept, lost] = countOf(compareLine(line, there, here))
      return kept < 0.3 * (kept + lost)
    })
  const reach = INVENTED.reach * Math.max(here.width, here.height)
  return fresh
    .filter((line) => !isTexture(line, fresh, reach))
    .map((line) => line.map((piece) => moved(piece, there, here)))
}

/**
 * Finds the lines of a picture again in what was made of it: a piece of a line is kept where the result has an edge
 * of the same direction within 2 px, of whatever contrast and colour, that stands out of the texture around it.
 * Sizes may differ; the sides' ratio should not.
 * @returns places in px of the working size
 */
export function compareStructure(source: Raster, result: Raster): Structure {
  const { width, height, lines: own } = linesOf(source)
  const here = readEvidence(source, LINES_SIDE)
  const there = readEvidence(result, Math.max(width, height))
  const lines = own.map((pieces) => ({ pieces, kept: compareLine(pieces, here, there) }))
  let [kept, lost] = [0, 0]
  for (const line of lines) {
    const counts = countOf(line.kept)
    kept += counts[0]
    lost += counts[1]
  }
  const share = kept + lost > 0 ? kept / (kept + lost) : 1
  return { width, height, share, lines, here, there }
}
