import { boxBlur, gaussianBlur, guidedSmooth } from './smooth.ts'

/** Lightness of the picture with texture flattened and edges kept: what an artist squints to see. L, 0..100. */
export function squint(l: Float32Array, width: number, height: number, unit: number): Float32Array {
  const tone = l.slice()
  guidedSmooth(tone, width, height, Math.max(1, Math.round(3 * unit)), 9)
  return tone
}

/** Value below which `share` of the plane lies, for values 0..100. */
export function quantile(plane: Float32Array, share: number): number {
  const bins = new Uint32Array(1001)
  for (let i = 0; i < plane.length; i++) {
    const v = plane[i]!
    const bin = v <= 0 ? 0 : v >= 100 ? 1000 : Math.round(v * 10)
    bins[bin] = bins[bin]! + 1
  }
  let seen = 0
  let bin = 0
  while (bin < 1000 && seen + bins[bin]! < share * plane.length) seen += bins[bin++]!
  return bin / 10
}

/** Flips connected areas (4-neighbourhood) of `value` smaller than `smallest` pixels, in place. */
function dropSpecks(mask: Uint8Array, width: number, height: number, value: 0 | 1, smallest: number): void {
  const seen = new Uint8Array(mask.length)
  const queue = new Int32Array(mask.length)
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] !== value || seen[start] === 1) continue
    let size = 0
    let head = 0
    queue[size++] = start
    seen[start] = 1
    while (head < size) {
      const i = queue[head++]!
      const x = i % width
      if (x > 0 && mask[i - 1] === value && seen[i - 1] === 0) {
        seen[i - 1] = 1
        queue[size++] = i - 1
      }
      if (x < width - 1 && mask[i + 1] === value && seen[i + 1] === 0) {
        seen[i + 1] = 1
        queue[size++] = i + 1
      }
      if (i >= width && mask[i - width] === value && seen[i - width] === 0) {
        seen[i - width] = 1
        queue[size++] = i - width
      }
      if (i < width * (height - 1) && mask[i + width] === value && seen[i + width] === 0) {
        seen[i + width] = 1
        queue[size++] = i + width
      }
    }
    if (size < smallest) for (let k = 0; k < size; k++) mask[queue[k]!] = 1 - value
  }
}

/**
 * Level of a lightness plane whose outline lies on real edges: of the levels around the wanted one, that with the
 * steepest mean gradient along it, so that a smooth sky is filled as a whole or not at all. Levels that would fill
 * more than two fifths of the picture are left out. 0 when none is worth drawing.
 */
function crispLevel(plane: Float32Array, width: number, height: number, weight: number): number {
  const counts = new Float64Array(51)
  const slopes = new Float64Array(51)
  let below = 0
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const i = y * width + x
      const v = plane[i]!
      if (v >= 50) continue
      const bin = v < 0 ? 0 : (v | 0) + 1
      counts[bin] = counts[bin]! + 1
      slopes[bin] = slopes[bin]! + Math.abs(plane[i + 1]! - v) + Math.abs(plane[i + width]! - v)
    }
  }
  const darkest = Math.min(40, quantile(plane, 0.02 + 0.05 * weight))
  const wanted = Math.max(14 + 16 * weight, darkest)
  let best = 0
  let bestScore = 0
  for (let level = 0; level <= 48; level++) {
    below += counts[level]!
    if (below > 0.4 * plane.length) break
    const near = counts[level]! + counts[level + 1]! + counts[level + 2]!
    const slope = (slopes[level]! + slopes[level + 1]! + slopes[level + 2]!) / Math.max(1, near)
    const score = (0.2 + slope) * Math.exp(-(((level - wanted) / 9) ** 2))
    if (score > bestScore) {
      bestScore = score
      best = level
    }
  }
  return best
}

/**
 * Where an ink drawing is filled with black: a plane 0..1 whose 0.5 level is the outline. Local contrast is raised
 * before the threshold as in XDoG (Winnemöller, Kyprianidis, Olsen 2012, eq. 7) with a wide surround, so that shapes
 * stay apart in a dark picture; the threshold follows the picture's darkest parts and its edges.
 * `weight` 0..1 raises it. Specks and pinholes are removed.
 */
export function solidBlacks(
  tone: Float32Array,
  width: number,
  height: number,
  unit: number,
  weight: number,
): Float32Array {
  const count = width * height
  const spare = new Float32Array(count)
  const surround = tone.slice()
  boxBlur(surround, width, height, Math.round(24 * unit), spare)
  for (let i = 0; i < count; i++) surround[i] = tone[i]! + 0.35 * (tone[i]! - surround[i]!)
  const threshold = crispLevel(surround, width, height, weight)
  const mask = new Uint8Array(count)
  for (let i = 0; i < count; i++) mask[i] = surround[i]! < threshold ? 1 : 0
  dropSpecks(mask, width, height, 1, 90 * unit * unit)
  dropSpecks(mask, width, height, 0, 40 * unit * unit)
  for (let i = 0; i < count; i++) surround[i] = mask[i]!
  gaussianBlur(surround, width, height, 1.1 * unit, spare)
  return surround
}

/** Greatest slope, per pixel, of a step blurred by a Gaussian of `sigma`: turns a blurred mask into distances. */
export function stepSlope(sigma: number): number {
  return 1 / (sigma * Math.sqrt(2 * Math.PI))
}
