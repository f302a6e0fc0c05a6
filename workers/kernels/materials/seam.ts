/**
 * The line along which two overlapping strips differ least (A. Efros, W. Freeman: Image Quilting, 2001).
 * @param cost difference of the strips: `length` rows of `band` values
 * @param closed whether the line has to end where it began, as on a picture that already repeats along it
 * @returns for each row the place in the band, 0..band−1
 */
export function cutSeam(cost: Float32Array, length: number, band: number, closed: boolean): Int32Array {
  const free = trace(cost, length, band, null)
  if (!closed || free[0] === free[length - 1]) return free
  // A closed line runs through the best place of the middle, where both ends of the free line have settled.
  const half = Math.floor(length / 2)
  const turned = new Float32Array(cost.length)
  for (let row = 0; row < length; row++) {
    const from = ((row + half) % length) * band
    turned.set(cost.subarray(from, from + band), row * band)
  }
  const line = trace(turned, length, band, free[half]!)
  const back = new Int32Array(length)
  for (let row = 0; row < length; row++) back[(row + half) % length] = line[row]!
  return back
}

function trace(cost: Float32Array, length: number, band: number, pinned: number | null): Int32Array {
  const sum = new Float64Array(length * band)
  for (let k = 0; k < band; k++)
    sum[k] = pinned === null || pinned === k ? cost[k]! : Number.POSITIVE_INFINITY
  for (let row = 1; row < length; row++)
    for (let k = 0; k < band; k++) {
      const above = (row - 1) * band
      let least = sum[above + k]!
      if (k > 0) least = Math.min(least, sum[above + k - 1]!)
      if (k < band - 1) least = Math.min(least, sum[above + k + 1]!)
      sum[row * band + k] = least + cost[row * band + k]!
    }
  const line = new Int32Array(length)
  let at = pinned ?? 0
  if (pinned === null)
    for (let k = 1; k < band; k++) if (sum[(length - 1) * band + k]! < sum[(length - 1) * band + at]!) at = k
  line[length - 1] = at
  for (let row = length - 2; row >= 0; row--) {
    let next = at
    for (const k of [at - 1, at + 1])
      if (k >= 0 && k < band && sum[row * band + k]! < sum[row * band + next]!) next = k
    at = next
    line[row] = at
  }
  return line
}
