import { smoothStroke, straightenStroke } from './shape-strokes.ts'
import type { Stroke } from './trace.ts'

interface Point {
  x: number
  y: number
}

/** Unit direction from point i to point j of a stroke, and how straight the way between them is (chord / arc). */
function run(stroke: Stroke, i: number, j: number): { x: number; y: number; straight: number } {
  let arc = 0
  for (let k = i; k < j; k++) {
    arc += Math.hypot(stroke.x[k + 1]! - stroke.x[k]!, stroke.y[k + 1]! - stroke.y[k]!)
  }
  const dx = stroke.x[j]! - stroke.x[i]!
  const dy = stroke.y[j]! - stroke.y[i]!
  const chord = Math.hypot(dx, dy) || 1e-6
  return { x: dx / chord, y: dy / chord, straight: chord / Math.max(arc, 1e-6) }
}

/** Points where two fairly straight runs meet at 35° or more; a round bend has no straight runs and is left out. */
function findCorners(stroke: Stroke, gap: number, flank: number): number[] {
  const margin = gap + flank
  const turns = new Float32Array(stroke.x.length)
  for (let k = margin; k + margin < stroke.x.length; k++) {
    const before = run(stroke, k - margin, k - gap)
    const after = run(stroke, k + gap, k + margin)
    if (before.straight < 0.965 || after.straight < 0.965) continue
    const turn = Math.acos(Math.max(-1, Math.min(1, before.x * after.x + before.y * after.y)))
    if (turn > 0.6) turns[k] = turn * before.straight * after.straight
  }
  const corners: number[] = []
  for (let k = margin; k + margin < stroke.x.length; k++) {
    if (turns[k] === 0) continue
    let peak = true
    for (let m = k - margin; m <= k + margin; m++) {
      if (turns[m]! > turns[k]! || (turns[m] === turns[k] && m < k)) peak = false
    }
    if (peak) corners.push(k)
  }
  return corners
}

function slice(stroke: Stroke, from: number, to: number): Stroke {
  return {
    x: stroke.x.slice(from, to),
    y: stroke.y.slice(from, to),
    strength: stroke.strength.slice(from, to),
  }
}

/** Where the end of one run and the start of the next meet when drawn on, or null when they hardly converge. */
function crossing(before: Stroke, after: Stroke, reach: number): Point | null {
  const last = before.x.length - 1
  const a = run(before, Math.max(0, last - 6), last)
  const b = run(after, 0, Math.min(after.x.length - 1, 6))
  const cross = a.x * b.y - a.y * b.x
  if (Math.abs(cross) < 0.3) return null
  const dx = after.x[0]! - before.x[last]!
  const dy = after.y[0]! - before.y[last]!
  const s = (dx * b.y - dy * b.x) / cross
  const t = (dx * a.y - dy * a.x) / cross
  // Drawn on forwards from the first, backwards from the second; a little overlap is no harm.
  if (s < -2 || t > 2 || s > reach || t < -reach) return null
  return { x: before.x[last]! + s * a.x, y: before.y[last]! + s * a.y }
}

/**
 * Cleans a traced stroke: noise along it is smoothed, long straight parts are made exactly straight, and corners
 * that the flow filter has rounded are cut out and drawn sharp where their two sides meet. `unit` is the length
 * scale in working pixels (1 for a 1024 px picture). Returns a new stroke.
 */
export function cleanStroke(stroke: Stroke, unit: number): Stroke {
  const gap = Math.round(3 * unit)
  const corners = findCorners(stroke, gap, Math.round(6 * unit))
  const cuts = [-gap, ...corners, stroke.x.length - 1 + gap]
  const out: Stroke = { x: [], y: [], strength: [] }
  let previous: Stroke | null = null
  for (let c = 1; c < cuts.length; c++) {
    const raw = slice(stroke, Math.max(0, cuts[c - 1]! + gap), Math.min(stroke.x.length, cuts[c]! - gap + 1))
    if (raw.x.length < 2) continue
    const straight = straightenStroke(smoothStroke(raw, 1.7 * unit), 0.4 * unit, 30 * unit)
    // A second pass rounds the small steps between the straight parts and leaves the parts themselves straight.
    const piece = smoothStroke(straight, 2.5 * unit)
    const corner = previous && crossing(previous, piece, 4 * gap)
    if (corner) {
      out.x.push(corner.x)
      out.y.push(corner.y)
      out.strength.push(piece.strength[0]!)
    } else if (previous) {
      // No clean crossing: keep the bend as it was traced.
      const bend = smoothStroke(slice(stroke, cuts[c - 1]! - gap + 1, cuts[c - 1]! + gap), unit)
      out.x.push(...bend.x)
      out.y.push(...bend.y)
      out.strength.push(...bend.strength)
    }
    for (let k = 0; k < piece.x.length; k++) {
      out.x.push(piece.x[k]!)
      out.y.push(piece.y[k]!)
      out.strength.push(piece.strength[k]!)
    }
    previous = piece
  }
  return out.x.length > 1 ? out : stroke
}
