import { boxBlur } from '#kernels/lineart/smooth.ts'

/** Local lines `slope · guide + offset` that stand for a smoothed plane; they scale up without losing edges. */
export interface GuidedMap {
  width: number
  height: number
  slope: Float32Array
  offset: Float32Array
}

/**
 * Guided filter (He, Sun, Tang 2010) of `input` by `guide`, left as its coefficients, to be applied to the guide of
 * a larger copy as in the fast guided filter (He & Sun 2015).
 * @param strength variation of the guide, in its own unit, below which the result is flat
 */
export function guidedMap(
  guide: Float32Array,
  input: Float32Array,
  width: number,
  height: number,
  radius: number,
  strength: number,
): GuidedMap {
  const count = width * height
  const spare = new Float32Array(count)
  const meanI = guide.slice()
  const meanP = input.slice()
  const slope = new Float32Array(count)
  const square = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    slope[i] = guide[i]! * input[i]!
    square[i] = guide[i]! * guide[i]!
  }
  for (const plane of [meanI, meanP, slope, square]) boxBlur(plane, width, height, radius, spare)
  const epsilon = strength * strength
  for (let i = 0; i < count; i++) {
    const variance = Math.max(0, square[i]! - meanI[i]! * meanI[i]!)
    const a = (slope[i]! - meanI[i]! * meanP[i]!) / (variance + epsilon)
    slope[i] = a
    meanP[i] = meanP[i]! - a * meanI[i]!
  }
  boxBlur(slope, width, height, radius, spare)
  boxBlur(meanP, width, height, radius, spare)
  return { width, height, slope, offset: meanP }
}
