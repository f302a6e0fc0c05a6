import { restoreBlock, SIDE, transformBlock } from './dct.ts'

/** Times the noise below which a coefficient is taken for noise. */
const THRESHOLD = 2.7
const AREA = SIDE * SIDE

function read(plane: Float32Array, width: number, at: number, block: Float32Array): void {
  for (let y = 0; y < SIDE; y++) {
    const from = at + y * width
    for (let x = 0; x < SIDE; x++) block[y * SIDE + x] = plane[from + x]!
  }
}

/** Sums of what the blocks over each pixel say, and of their weights. */
interface Votes {
  sums: Float32Array
  weights: Float32Array
}

function add({ sums, weights }: Votes, width: number, at: number, block: Float32Array, weight: number): void {
  for (let y = 0; y < SIDE; y++) {
    const to = at + y * width
    for (let x = 0; x < SIDE; x++) {
      sums[to + x] = sums[to + x]! + weight * block[y * SIDE + x]!
      weights[to + x] = weights[to + x]! + weight
    }
  }
}

/** Starts of blocks along a side: every `step`, and the last one that fits. */
function startsOf(length: number, step: number): number[] {
  const starts: number[] = []
  for (let i = 0; i < length - SIDE; i += step) starts.push(i)
  return [...starts, length - SIDE]
}

/**
 * Takes noise out of a plane by shrinking overlapping blocks of its DCT (G. Yu, G. Sapiro: DCT image denoising, IPOL
 * 2011), twice: a first estimate by a hard threshold, then Wiener's filter with it (as K. Dabov et al. do in BM3D,
 * IEEE TIP 2007). Blocks that need few coefficients count more. Since blocks overlap, those of a JPEG go as well
 * (A. Nosratinia 2001).
 * @param noise standard deviation, in the plane's unit
 * @param step px between blocks, 1..8: small ones are slower and smoother
 * @returns a new plane; the given one where it is smaller than a block or there is no noise
 */
export function denoisePlane(
  plane: Float32Array,
  width: number,
  height: number,
  noise: number,
  step: number,
): Float32Array {
  if (width < SIDE || height < SIDE || noise <= 0) return plane
  const rows = startsOf(height, step)
  const columns = startsOf(width, step)
  const votes: Votes = { sums: new Float32Array(plane.length), weights: new Float32Array(plane.length) }
  const block = new Float32Array(AREA)
  const limit = THRESHOLD * noise
  for (const y of rows) {
    for (const x of columns) {
      const at = y * width + x
      read(plane, width, at, block)
      transformBlock(block)
      let kept = 1
      for (let i = 1; i < AREA; i++) {
        if (Math.abs(block[i]!) < limit) block[i] = 0
        else kept++
      }
      restoreBlock(block)
      add(votes, width, at, block, 1 / kept)
    }
  }
  const first = votes.sums.map((sum, i) => sum / votes.weights[i]!)
  votes.sums.fill(0)
  votes.weights.fill(0)
  const guess = new Float32Array(AREA)
  const power = noise * noise
  for (const y of rows) {
    for (const x of columns) {
      const at = y * width + x
      read(plane, width, at, block)
      read(first, width, at, guess)
      transformBlock(block)
      transformBlock(guess)
      let energy = 1
      for (let i = 1; i < AREA; i++) {
        const square = guess[i]! * guess[i]!
        const gain = square / (square + power)
        block[i] = gain * block[i]!
        energy += gain * gain
      }
      restoreBlock(block)
      add(votes, width, at, block, 1 / energy)
    }
  }
  return votes.sums.map((sum, i) => sum / votes.weights[i]!)
}
