import type { Raster } from './raster.ts'

/** True when a pixel is not opaque. */
export function hasAlpha({ data }: Raster): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return true
  return false
}

/** The picture over white, opaque; a new raster only where there is something to cover. */
export function flatten(raster: Raster): Raster {
  if (!hasAlpha(raster)) return raster
  const data = new Uint8ClampedArray(raster.data)
  for (let i = 0; i < data.length; i += 4) {
    const a = (data[i + 3] ?? 0) / 255
    for (let c = 0; c < 3; c++) data[i + c] = (data[i + c] ?? 0) * a + 255 * (1 - a)
    data[i + 3] = 255
  }
  return { width: raster.width, height: raster.height, data }
}

/** Less than this is hardly there: its colour has been rounded to a few values, or was never looked at. */
const LEAST_SEEN = 8
/** Steps to a neighbour beside and across; whole numbers near 1 and √2 (Borgefors 1986). */
const BESIDE = 3
const ACROSS = 4

/**
 * One pass of a distance transform: each pixel looks at the four neighbours that were visited before it.
 * @param by 1 from the first pixel to the last, -1 the other way
 */
function carry(away: Int32Array, from: Int32Array, width: number, height: number, by: 1 | -1): void {
  const [firstX, lastX] = by > 0 ? [0, width - 1] : [width - 1, 0]
  const firstY = by > 0 ? 0 : height - 1
  for (let row = 0, y = firstY; row < height; row++, y += by) {
    for (let column = 0, x = firstX; column < width; column++, x += by) {
      const i = y * width + x
      let best = away[i]!
      if (best === 0) continue
      let source = i
      const above = i - by * width
      if (column > 0) {
        const way = away[i - by]! + BESIDE
        if (way < best) {
          best = way
          source = i - by
        }
      }
      if (row > 0) {
        const way = away[above]! + BESIDE
        if (way < best) {
          best = way
          source = above
        }
      }
      if (row > 0 && column > 0) {
        const way = away[above - by]! + ACROSS
        if (way < best) {
          best = way
          source = above - by
        }
      }
      if (row > 0 && x !== lastX) {
        const way = away[above + by]! + ACROSS
        if (way < best) {
          best = way
          source = above + by
        }
      }
      away[i] = best
      from[i] = from[source]!
    }
  }
}

/**
 * The picture with the colours of its visible pixels carried on under those that are not: each takes the colour of the
 * nearest one. Filters that look around a pixel find no foreign colour beside an edge, and nothing hidden is left.
 * @returns the same raster where everything is visible, else a new one with the same alpha; white where nothing is
 */
export function spreadColours(raster: Raster): Raster {
  if (!hasAlpha(raster)) return raster
  const { width, height } = raster
  const data = new Uint8ClampedArray(raster.data)
  const count = width * height
  const far = BESIDE * (width + height)
  const away = new Int32Array(count)
  /** The visible pixel whose colour each takes. */
  const from = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    const isSeen = (data[4 * i + 3] ?? 0) >= LEAST_SEEN
    away[i] = isSeen ? 0 : far
    from[i] = isSeen ? i : -1
  }
  carry(away, from, width, height, 1)
  carry(away, from, width, height, -1)
  for (let i = 0; i < count; i++) {
    const source = from[i] ?? -1
    if (source === i) continue
    for (let c = 0; c < 3; c++) data[4 * i + c] = source < 0 ? 255 : (raster.data[4 * source + c] ?? 0)
  }
  return { width, height, data }
}

/** Multiplies the colours of RGBA pixels by their alpha, or takes that back, in place. */
export function scaleAlpha(data: Uint8ClampedArray, how: 'multiply' | 'divide'): void {
  for (let i = 0; i < data.length; i += 4) {
    const a = data[i + 3] ?? 0
    if (a === 255) continue
    const factor = how === 'multiply' ? a / 255 : a ? 255 / a : 0
    for (let c = 0; c < 3; c++) data[i + c] = (data[i + c] ?? 0) * factor
  }
}
