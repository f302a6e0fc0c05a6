import { median } from '#kernels/median.ts'
/** A strip that runs from left to right: for each column from x0 on, its first row and the row after its last. */
export interface Band {
  x0: number
  upper: number[]
  lower: number[]
  /** Thickness across, px. */
  thickness: number
  /** Rows a column. */
  slope: number
}

interface Growing {
  x0: number
  /** First row of the strip in its last column, and the row behind its last one. */
  top: number
  bottom: number
  upper: number[]
  lower: number[]
  missed: number
}

/** Columns that a strip may miss, where a speck or a line lies across it. */
const MOST_MISSED = 2

function finish({ x0, upper, lower, missed }: Growing): Band {
  if (missed > 0) {
    upper.length -= missed
    lower.length -= missed
  }
  const mid = (k: number) => (upper[k]! + lower[k]!) / 2
  const n = upper.length
  const part = Math.max(1, n >> 2)
  let [first, last] = [0, 0]
  for (let k = 0; k < part; k++) {
    first += mid(k) / part
    last += mid(n - 1 - k) / part
  }
  const slope = n > part ? (last - first) / (n - part) : 0
  const across = median(upper.map((u, k) => lower[k]! - u)) / Math.hypot(1, slope)
  return { x0, upper, lower, thickness: across, slope }
}

/** Whether a strip goes on in the run from a to b. */
function goesOn({ top, bottom }: Growing, a: number, b: number): boolean {
  const [before, now] = [bottom - top, b - a]
  const common = Math.min(bottom, b) - Math.max(top, a)
  return common >= 0.55 * Math.min(before, now) && Math.abs(now - before) <= 1.5 + 0.2 * before
}

/**
 * Finds strips of marked pixels between unmarked ones that run from left to right, at any slope up to about 50°.
 * @param columns the pixels, column after column from the left
 * @param longest greatest height of a strip in a column, px
 * @returns strips of at least two columns
 */
export function findBands(columns: Uint8Array, width: number, height: number, longest: number): Band[] {
  const bands: Band[] = []
  const end = (one: Growing) => {
    if (one.upper.length - Math.max(0, one.missed) >= 2) bands.push(finish(one))
  }
  let growing: Growing[] = []
  for (let x = 0; x < width; x++) {
    const next: Growing[] = []
    const first = x * height
    let k = 0
    for (let y = 0; y < height; ) {
      if (!columns[first + y]) {
        y++
        continue
      }
      const a = y
      while (y < height && columns[first + y]) y++
      if (a === 0 || y === height || y - a > longest) continue
      while (k < growing.length && growing[k]!.bottom <= a) next.push(growing[k++]!)
      // Of the strips that may go on here the one that did in the last column; one that missed it lies beside it.
      let best = -1
      for (let n = k; n < growing.length && growing[n]!.top < y; n++)
        if (goesOn(growing[n]!, a, y) && (best < 0 || growing[n]!.missed < growing[best]!.missed)) best = n
      if (best < 0) {
        next.push({ x0: x, top: a, bottom: y, upper: [a], lower: [y], missed: -1 })
        continue
      }
      for (; k < growing.length && (k <= best || growing[k]!.top < y); k++) {
        const one = growing[k]!
        if (k === best) {
          one.top = a
          one.bottom = y
          one.upper.push(a)
          one.lower.push(y)
          one.missed = -1
          next.push(one)
        } else if (one.missed > 0 && goesOn(one, a, y)) end(one)
        else if (k < best) next.push(one)
        else break
      }
    }
    while (k < growing.length) next.push(growing[k++]!)
    growing = []
    for (const one of next) {
      one.missed++
      if (one.missed > 0) {
        one.upper.push(one.top)
        one.lower.push(one.bottom)
      }
      if (one.missed <= MOST_MISSED) growing.push(one)
      else end(one)
    }
    growing.sort((a, b) => a.top - b.top)
  }
  for (const one of growing) end(one)
  return bands
}

/** Side of the tiles in which rows become columns, px: their lines stay in the cache. */
const TILE = 64

/** Rows become columns. */
export function transpose(mask: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(mask.length)
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < width; left += TILE) {
      const [bottom, right] = [Math.min(height, top + TILE), Math.min(width, left + TILE)]
      for (let x = left; x < right; x++)
        for (let y = top; y < bottom; y++) out[x * height + y] = mask[y * width + x]!
    }
  return out
}
