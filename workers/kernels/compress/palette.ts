import type { ColourBins } from './colour-bins.ts'

/** A range of the order array whose points form one box. */
interface Box {
  start: number
  end: number
  /** Weighted sum of squared distances from the box's mean. */
  error: number
}

/** Weighted squared error of points order[start..end), and the axis on which most of it lies. */
function measure(bins: ColourBins, order: Uint32Array, start: number, end: number) {
  const sum = [0, 0, 0, 0]
  const square = [0, 0, 0, 0]
  let total = 0
  for (let i = start; i < end; i++) {
    const k = order[i] ?? 0
    const w = bins.weight[k] ?? 0
    total += w
    for (let c = 0; c < 4; c++) {
      const v = bins.at[4 * k + c] ?? 0
      sum[c] = (sum[c] ?? 0) + w * v
      square[c] = (square[c] ?? 0) + w * v * v
    }
  }
  let error = 0
  let axis = 0
  let widest = -1
  for (let c = 0; c < 4; c++) {
    const own = Math.max(0, (square[c] ?? 0) - ((sum[c] ?? 0) * (sum[c] ?? 0)) / total)
    error += own
    if (own > widest) {
      widest = own
      axis = c
    }
  }
  return { error, axis, total }
}

/** Cut of a sorted box that leaves the least squared error on the axis: maximises Σ of sum²/weight (Wu 1991). */
function bestCut(bins: ColourBins, order: Uint32Array, { start, end }: Box, axis: number): number {
  let all = 0
  let total = 0
  for (let i = start; i < end; i++) {
    const k = order[i] ?? 0
    total += bins.weight[k] ?? 0
    all += (bins.weight[k] ?? 0) * (bins.at[4 * k + axis] ?? 0)
  }
  let left = 0
  let leftWeight = 0
  let best = -1
  let cut = start + 1
  for (let i = start; i < end - 1; i++) {
    const k = order[i] ?? 0
    const w = bins.weight[k] ?? 0
    leftWeight += w
    left += w * (bins.at[4 * k + axis] ?? 0)
    const gain = (left * left) / leftWeight + ((all - left) * (all - left)) / (total - leftWeight)
    if (gain > best) {
      best = gain
      cut = i + 1
    }
  }
  return cut
}

function splitBox(bins: ColourBins, order: Uint32Array, box: Box): [Box, Box] {
  const { axis } = measure(bins, order, box.start, box.end)
  const part = order.subarray(box.start, box.end)
  part.sort((a, b) => (bins.at[4 * a + axis] ?? 0) - (bins.at[4 * b + axis] ?? 0))
  const cut = bestCut(bins, order, box, axis)
  const make = (start: number, end: number): Box => ({
    start,
    end,
    error: measure(bins, order, start, end).error,
  })
  return [make(box.start, cut), make(cut, box.end)]
}

/**
 * Splits the box with the greatest error until the whole error is small enough or `most` boxes are there:
 * variance-based cutting after Xiaolin Wu, "Efficient statistical computations for optimal color
 * quantization", Graphics Gems II, 1991, over the sorted points of a box instead of a 3D table.
 * @returns for each bin the box that it fell into, and the number of boxes
 */
export function cutBoxes(
  bins: ColourBins,
  most: number,
  meanSquare: number,
): { owner: Uint16Array; boxes: number } {
  const order = Uint32Array.from({ length: bins.count }, (_, i) => i)
  const first = measure(bins, order, 0, bins.count)
  const boxes: Box[] = [{ start: 0, end: bins.count, error: first.error }]
  let error = first.error
  while (boxes.length < most && error > meanSquare * first.total) {
    let worst = -1
    for (let i = 0; i < boxes.length; i++) {
      const box = boxes[i]!
      if (box.end - box.start > 1 && (worst < 0 || box.error > boxes[worst]!.error)) worst = i
    }
    if (worst < 0) break
    const box = boxes[worst]!
    const [a, b] = splitBox(bins, order, box)
    error += a.error + b.error - box.error
    boxes[worst] = a
    boxes.push(b)
  }
  const owner = new Uint16Array(bins.count)
  boxes.forEach((box, index) => {
    for (let i = box.start; i < box.end; i++) owner[order[i] ?? 0] = index
  })
  return { owner, boxes: boxes.length }
}

/** Weighted means of the points of each owner; `points` in the bins' space, `rgba` 0..255. */
function means(bins: ColourBins, owner: Uint16Array, size: number) {
  const points = new Float32Array(4 * size)
  const rgba = new Float64Array(4 * size)
  const sum = new Float64Array(4 * size)
  const total = new Float64Array(size)
  const cover = new Float64Array(size)
  for (let k = 0; k < bins.count; k++) {
    const j = owner[k] ?? 0
    const w = bins.weight[k] ?? 0
    // Colour counts as much as it covers, so that a transparent pixel does not darken an edge.
    const wa = w * (bins.rgba[4 * k + 3] ?? 0)
    total[j] = (total[j] ?? 0) + w
    cover[j] = (cover[j] ?? 0) + wa
    for (let c = 0; c < 4; c++) {
      sum[4 * j + c] = (sum[4 * j + c] ?? 0) + w * (bins.at[4 * k + c] ?? 0)
      rgba[4 * j + c] = (rgba[4 * j + c] ?? 0) + (c < 3 ? wa : w) * (bins.rgba[4 * k + c] ?? 0)
    }
  }
  for (let j = 0; j < size; j++) {
    for (let c = 0; c < 4; c++) {
      points[4 * j + c] = (sum[4 * j + c] ?? 0) / (total[j] || 1)
      rgba[4 * j + c] = (rgba[4 * j + c] ?? 0) / ((c < 3 ? cover[j] : total[j]) || 1)
    }
  }
  return { points, rgba, total }
}

/** Index of the point (4 numbers each) nearest to `at[o..o+4)`. */
export function nearest(points: Float32Array, size: number, at: Float32Array, o: number): number {
  const p0 = at[o] ?? 0
  const p1 = at[o + 1] ?? 0
  const p2 = at[o + 2] ?? 0
  const p3 = at[o + 3] ?? 0
  let best = Number.POSITIVE_INFINITY
  let index = 0
  for (let j = 0; j < size; j++) {
    const d0 = p0 - (points[4 * j] ?? 0)
    let d = d0 * d0
    if (d >= best) continue
    const d1 = p1 - (points[4 * j + 1] ?? 0)
    const d2 = p2 - (points[4 * j + 2] ?? 0)
    const d3 = p3 - (points[4 * j + 3] ?? 0)
    d += d1 * d1 + d2 * d2 + d3 * d3
    if (d < best) {
      best = d
      index = j
    }
  }
  return index
}

/** Lloyd's iteration over the bins: each colour moves to the mean of the bins nearest to it. */
export function refine(bins: ColourBins, first: Uint16Array, size: number, rounds: number) {
  let owner = first
  let state = means(bins, owner, size)
  for (let round = 0; round < rounds; round++) {
    const next = new Uint16Array(bins.count)
    let moved = 0
    for (let k = 0; k < bins.count; k++) {
      const j = nearest(state.points, size, bins.at, 4 * k)
      next[k] = j
      if (j !== owner[k]) moved++
    }
    owner = next
    state = means(bins, owner, size)
    if (moved < bins.count / 200) break
  }
  return state
}
