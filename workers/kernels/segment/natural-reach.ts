/** Parts of the picture between which the size of a thing is looked for. */
const SMALLEST = 0.006
const LARGEST = 0.6
/** Growth of the area over which a slope is measured. */
const WINDOW = 1.5
/** Slope under which growth may have settled, and by how much it must rise again to say so. */
const SETTLED = 1.15
const STANDS_OUT = 1.8

/**
 * Distance at which what can be reached from the clicks hardly grows any more: its natural border. The slope
 * of area over distance, both as logarithms, has a minimum there; the first one that stands out is the thing,
 * later ones are what the thing is a part of.
 * @param pointed part of the picture that was pointed at, 0..1
 */
export function naturalReach(reach: Float32Array, pointed: number): number {
  const sorted = reach.slice().sort()
  const n = sorted.length
  const at = (part: number) => sorted[Math.min(n - 1, Math.floor(part * n))] as number
  let best = 0.05
  let least = Number.POSITIVE_INFINITY
  // What was pointed at itself is no growth yet.
  for (let part = Math.max(SMALLEST, 2 * pointed); part < LARGEST; part *= 1.12) {
    const slope = Math.log(WINDOW) / Math.log((at(part * WINDOW) + 1) / (at(part) + 1) + 1e-6)
    if (slope < least) {
      least = slope
      best = part * Math.sqrt(WINDOW)
    } else if (least < SETTLED && slope > STANDS_OUT * least) break
  }
  return at(best)
}
