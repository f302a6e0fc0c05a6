import type { Raster } from '#kernels/raster.ts'

/** Longer side of the grid on which parts are told apart, cells. */
const CELLS = 256
/** Alpha from which a pixel joins its part, 0..255. */
const FAINT = 8
/** Mass of a part against the largest one's below which it is a crumb. */
const CRUMB = 0.01

interface Grid {
  across: number
  down: number
  side: number
  /** Sum of alpha in each cell. */
  mass: Float64Array
}

function gridOf({ width, height, data }: Raster): Grid {
  const side = Math.max(1, Math.ceil(Math.max(width, height) / CELLS))
  const across = Math.ceil(width / side)
  const down = Math.ceil(height / side)
  const mass = new Float64Array(across * down)
  for (let y = 0, at = 3; y < height; y++) {
    const row = Math.floor(y / side) * across
    for (let x = 0; x < width; x++, at += 4) {
      const alpha = data[at]!
      if (alpha < FAINT) continue
      const cell = row + Math.floor(x / side)
      mass[cell] = mass[cell]! + alpha
    }
  }
  return { across, down, side, mass }
}

/** Number of its part for each cell, from 1; 0 where there is nothing. And the mass of each part. */
function findParts({ across, down, mass }: Grid): { parts: Int32Array; masses: number[] } {
  const parts = new Int32Array(mass.length)
  const masses = [0]
  const stack: number[] = []
  for (let start = 0; start < mass.length; start++) {
    if (mass[start] === 0 || parts[start] !== 0) continue
    const part = masses.length
    let sum = 0
    parts[start] = part
    stack.push(start)
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      sum += mass[cell]!
      const x = cell % across
      const y = (cell - x) / across
      for (let v = Math.max(0, y - 1); v <= Math.min(down - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(across - 1, x + 1); u++) {
          const next = v * across + u
          if (mass[next] === 0 || parts[next] !== 0) continue
          parts[next] = part
          stack.push(next)
        }
      }
    }
    masses.push(sum)
  }
  return { parts, masses }
}

/**
 * Clears crumbs of a cut-out, in place: parts that are far smaller than the subject and lie by themselves. On the old
 * ground nobody saw them; on a new one they are dirt, and the subject's bounds would reach out to them.
 */
export function dropCrumbs(cut: Raster): void {
  const grid = gridOf(cut)
  const { parts, masses } = findParts(grid)
  const least = CRUMB * Math.max(...masses)
  if (masses.every((mass, part) => part === 0 || mass >= least)) return
  const { width, height, data } = cut
  for (let y = 0, at = 3; y < height; y++) {
    const row = Math.floor(y / grid.side) * grid.across
    for (let x = 0; x < width; x++, at += 4) {
      if (data[at] === 0) continue
      const part = parts[row + Math.floor(x / grid.side)]!
      if (masses[part]! < least) data[at] = 0
    }
  }
}
