const BINS = 512
/** Rotations; each moves the cloud most of the way along three axes. */
const ROUNDS = 36
/** Part of the way that one round goes: small steps stay close to the shortest way. */
const STEP = 0.6

/** Three axes at right angles to each other, drawn evenly from all turns (a random unit quaternion's matrix). */
function randomAxes(random: () => number): number[] {
  const [u, v, w] = [random(), 2 * Math.PI * random(), 2 * Math.PI * random()]
  const [s, t] = [Math.sqrt(1 - u), Math.sqrt(u)]
  const [x, y, z, q] = [s * Math.sin(v), s * Math.cos(v), t * Math.sin(w), t * Math.cos(w)]
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * q),
    2 * (x * z + y * q),
    2 * (x * y + z * q),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * q),
    2 * (x * z - y * q),
    2 * (y * z + x * q),
    1 - 2 * (x * x + y * y),
  ]
}

function project(cloud: Float32Array, axes: readonly number[], axis: number, out: Float32Array): void {
  const [x, y, z] = [axes[3 * axis]!, axes[3 * axis + 1]!, axes[3 * axis + 2]!]
  for (let i = 0, p = 0; i < out.length; i++, p += 3)
    out[i] = x * cloud[p]! + y * cloud[p + 1]! + z * cloud[p + 2]!
}

/** Shares of values up to each bin's right edge. */
function cumulate(values: Float32Array, low: number, scale: number): Float64Array {
  const sums = new Float64Array(BINS + 1)
  for (const value of values) sums[Math.min(BINS, 1 + (((value - low) * scale) | 0))]!++
  for (let i = 1; i <= BINS; i++) sums[i] = sums[i]! + sums[i - 1]!
  for (let i = 0; i <= BINS; i++) sums[i] = sums[i]! / values.length
  return sums
}

/** Where the edge of each bin has to go so that one distribution becomes the other. */
function matchEdges(from: Float64Array, to: Float64Array, low: number, scale: number): Float64Array {
  const edges = new Float64Array(BINS + 1)
  let bin = 0
  for (let i = 0; i <= BINS; i++) {
    const share = from[i]!
    while (bin < BINS - 1 && to[bin + 1]! < share) bin++
    const inside = to[bin + 1]! - to[bin]!
    const part = inside > 0 ? Math.min(1, Math.max(0, (share - to[bin]!) / inside)) : 0
    edges[i] = low + (bin + part) / scale
  }
  return edges
}

/**
 * Moves a cloud of points until it is distributed as another: sliced optimal transport (F. Pitié, A. Kokaram,
 * R. Dahyot: Automated colour grading using colour distribution transfer, CVIU 2007; N. Bonneel, J. Rabin, G. Peyré,
 * H. Pfister: Sliced and Radon Wasserstein barycenters of measures, JMIV 2015).
 * @param source, target three values a point
 * @param random 0..1
 * @returns where each point of the source goes
 */
export function transport(source: Float32Array, target: Float32Array, random: () => number): Float32Array {
  const moved = source.slice()
  const own = new Float32Array(source.length / 3)
  const theirs = new Float32Array(target.length / 3)
  const shift = new Float32Array(source.length)
  for (let round = 0; round < ROUNDS; round++) {
    const axes = round === 0 ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : randomAxes(random)
    shift.fill(0)
    for (let axis = 0; axis < 3; axis++) {
      project(moved, axes, axis, own)
      project(target, axes, axis, theirs)
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (const values of [own, theirs]) {
        for (const value of values) {
          if (value < low) low = value
          if (value > high) high = value
        }
      }
      if (!(high > low)) continue
      const scale = BINS / (high - low)
      const edges = matchEdges(cumulate(own, low, scale), cumulate(theirs, low, scale), low, scale)
      for (let i = 0, p = 0; i < own.length; i++, p += 3) {
        const place = (own[i]! - low) * scale
        const bin = Math.min(BINS - 1, place | 0)
        const go = STEP * (edges[bin]! + (place - bin) * (edges[bin + 1]! - edges[bin]!) - own[i]!)
        for (let c = 0; c < 3; c++) shift[p + c] = shift[p + c]! + go * axes[3 * axis + c]!
      }
    }
    for (let i = 0; i < moved.length; i++) moved[i] = moved[i]! + shift[i]!
  }
  return moved
}

/**
 * Sliced Wasserstein distance of order one between two clouds of three values a point, in their unit.
 * @param slices directions that are averaged over, three at a time
 */
export function slicedDistance(
  source: Float32Array,
  target: Float32Array,
  random: () => number,
  slices = 16,
): number {
  const own = new Float32Array(source.length / 3)
  const theirs = new Float32Array(target.length / 3)
  let sum = 0
  for (let slice = 0; slice < slices; slice++) {
    const axes = randomAxes(random)
    for (let axis = 0; axis < 3; axis++) {
      project(source, axes, axis, own)
      project(target, axes, axis, theirs)
      own.sort()
      theirs.sort()
      const points = 1000
      for (let i = 0; i < points; i++) {
        const share = (i + 0.5) / points
        const a = own[Math.floor(share * own.length)]!
        const b = theirs[Math.floor(share * theirs.length)]!
        sum += Math.abs(a - b) / points
      }
    }
  }
  return sum / (3 * slices)
}
