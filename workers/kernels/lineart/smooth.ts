/** Normalised half of a Gaussian: index 0 is the centre, the whole kernel sums to 1. Sigma in pixels. */
export function gaussianHalf(sigma: number): Float32Array {
  const radius = Math.max(1, Math.ceil(2.6 * sigma))
  const half = new Float32Array(radius + 1)
  let sum = 0
  for (let i = 0; i <= radius; i++) {
    half[i] = Math.exp((-i * i) / (2 * sigma * sigma))
    sum += i === 0 ? half[i]! : 2 * half[i]!
  }
  for (let i = 0; i <= radius; i++) half[i] = half[i]! / sum
  return half
}

/** Gaussian blur in place, borders repeated; `spare` is a buffer of the same size that is overwritten. */
export function gaussianBlur(
  plane: Float32Array,
  width: number,
  height: number,
  sigma: number,
  spare: Float32Array,
): void {
  const half = gaussianHalf(sigma)
  const radius = half.length - 1
  if (radius <= 3) {
    blurBySeven(plane, width, height, half, spare)
    return
  }
  const line = new Float32Array(width + 2 * radius)
  for (let y = 0; y < height; y++) {
    const row = y * width
    line.fill(plane[row]!, 0, radius)
    line.set(plane.subarray(row, row + width), radius)
    line.fill(plane[row + width - 1]!, radius + width)
    for (let x = 0; x < width; x++) {
      const c = x + radius
      let sum = half[0]! * line[c]!
      for (let k = 1; k <= radius; k++) sum += half[k]! * (line[c - k]! + line[c + k]!)
      spare[row + x] = sum
    }
  }
  for (let y = 0; y < height; y++) {
    const out = plane.subarray(y * width, (y + 1) * width)
    const centre = y * width
    for (let x = 0; x < width; x++) out[x] = half[0]! * spare[centre + x]!
    for (let k = 1; k <= radius; k++) {
      const up = Math.max(0, y - k) * width
      const down = Math.min(height - 1, y + k) * width
      const weight = half[k]!
      for (let x = 0; x < width; x++) out[x] = out[x]! + weight * (spare[up + x]! + spare[down + x]!)
    }
  }
}

/** The same by at most seven taps, which are by far the most usual. @param half the middle one and up to three to a side */
function blurBySeven(
  plane: Float32Array,
  width: number,
  height: number,
  half: Float32Array,
  spare: Float32Array,
): void {
  const [a, b, c = 0, d = 0] = half as unknown as [number, number, number?, number?]
  const line = new Float32Array(width + 6)
  for (let y = 0; y < height; y++) {
    const row = y * width
    line.fill(plane[row]!, 0, 3)
    line.set(plane.subarray(row, row + width), 3)
    line.fill(plane[row + width - 1]!, width + 3)
    for (let x = 0; x < width; x++)
      spare[row + x] =
        a * line[x + 3]! +
        b * (line[x + 2]! + line[x + 4]!) +
        c * (line[x + 1]! + line[x + 5]!) +
        d * (line[x]! + line[x + 6]!)
  }
  for (let y = 0; y < height; y++) {
    const row = y * width
    const rowAt = (at: number) => Math.max(0, Math.min(height - 1, at)) * width
    const [o, p, q, r, s, t] = [
      rowAt(y - 3),
      rowAt(y - 2),
      rowAt(y - 1),
      rowAt(y + 1),
      rowAt(y + 2),
      rowAt(y + 3),
    ]
    for (let x = 0; x < width; x++)
      plane[row + x] =
        a * spare[row + x]! +
        b * (spare[q + x]! + spare[r + x]!) +
        c * (spare[p + x]! + spare[s + x]!) +
        d * (spare[o + x]! + spare[t + x]!)
  }
}

/** Running mean over a (2r+1)² window in place, borders repeated; O(1) a pixel. `spare` is overwritten. */
export function boxBlur(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  spare: Float32Array,
): void {
  const scale = 1 / (2 * radius + 1)
  const window = 2 * radius + 1
  const line = new Float32Array(width + window)
  for (let y = 0; y < height; y++) {
    const row = y * width
    line.fill(plane[row]!, 0, radius)
    line.set(plane.subarray(row, row + width), radius)
    line.fill(plane[row + width - 1]!, radius + width)
    let sum = 0
    for (let k = 0; k < window; k++) sum += line[k]!
    for (let x = 0; x < width; x++) {
      spare[row + x] = sum * scale
      sum += line[x + window]! - line[x]!
    }
  }
  const sums = new Float64Array(width)
  for (let x = 0; x < width; x++) sums[x] = spare[x]! * radius
  for (let y = 0; y <= radius; y++) {
    const row = Math.min(height - 1, y) * width
    for (let x = 0; x < width; x++) sums[x] = sums[x]! + spare[row + x]!
  }
  for (let y = 0; y < height; y++) {
    const row = y * width
    const add = Math.min(height - 1, y + radius + 1) * width
    const drop = Math.max(0, y - radius) * width
    for (let x = 0; x < width; x++) {
      plane[row + x] = sums[x]! * scale
      sums[x] = sums[x]! + spare[add + x]! - spare[drop + x]!
    }
  }
}

/**
 * Self-guided filter (He, Sun, Tang 2010, "Guided image filtering"), in place: flattens variation whose standard
 * deviation in the window is below `strength` (the plane's own unit) and keeps stronger edges where they are.
 */
export function guidedSmooth(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  strength: number,
): void {
  const count = width * height
  const epsilon = strength * strength
  const spare = new Float32Array(count)
  const mean = plane.slice()
  const slope = new Float32Array(count)
  for (let i = 0; i < count; i++) slope[i] = plane[i]! * plane[i]!
  boxBlur(mean, width, height, radius, spare)
  boxBlur(slope, width, height, radius, spare)
  for (let i = 0; i < count; i++) {
    const m = mean[i]!
    const variance = Math.max(0, slope[i]! - m * m)
    const gain = variance / (variance + epsilon)
    slope[i] = gain
    mean[i] = m * (1 - gain)
  }
  boxBlur(mean, width, height, radius, spare)
  boxBlur(slope, width, height, radius, spare)
  for (let i = 0; i < count; i++) plane[i] = slope[i]! * plane[i]! + mean[i]!
}

/** Share of the picture, and of a normal distribution's |z|, at which the noise is read: |z| < 0.3186 in 25 %. */
const QUIET_SHARE = 0.25
const QUIET_Z = 0.3186

/**
 * Standard deviation of the noise in a plane, in its own unit, from Immerkær's 1996 Laplacian-difference mask
 * ("Fast noise variance estimation"), which straight edges do not excite. The lower quartile of its response is
 * read, not the mean, so that up to half of the picture may be brickwork or leaves.
 */
export function noiseLevel(plane: Float32Array, width: number, height: number): number {
  if (width < 3 || height < 3) return 0
  const bins = new Uint32Array(1024)
  const binsPerUnit = 16
  let count = 0
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x += 2) {
      const i = y * width + x
      const cross = plane[i - 1]! + plane[i + 1]! + plane[i - width]! + plane[i + width]!
      const corners =
        plane[i - width - 1]! + plane[i - width + 1]! + plane[i + width - 1]! + plane[i + width + 1]!
      const response = Math.abs(4 * plane[i]! - 2 * cross + corners)
      const bin = Math.min(1023, (response * binsPerUnit) | 0)
      bins[bin] = bins[bin]! + 1
      count++
    }
  }
  const wanted = count * QUIET_SHARE
  let seen = 0
  let bin = 0
  while (bin < 1023 && seen + bins[bin]! < wanted) seen += bins[bin++]!
  // A flat picture falls into the first bin as a whole: that is no noise, not a share of a bin.
  const inside = bin > 0 ? (wanted - seen) / bins[bin]! : 0
  return (bin + inside) / binsPerUnit / (6 * QUIET_Z)
}
