import { BLIND, CHANNELS, HALF, type Level } from './level.ts'

/** For each target (by its place in `level.targets`): the pixel that its patch resembles, and how much. */
export interface Matches {
  /** Index of the centre of the source patch. */
  at: Int32Array
  /** Sum of squared differences over the pixels compared, divided by their number. */
  cost: Float32Array
}

/** Side of a patch, px. */
const SIDE = 2 * HALF + 1
/** Cost of a source that lies as far away as the picture is large. */
const AWAY = 60

/**
 * Mean squared difference of two patches, over the target's pixels that lie in the picture and are not BLIND.
 * @param most gives up (Infinity) as soon as the result would be larger
 * @param known when given, only pixels of the target where it is 0 are compared
 */
export function patchCost(
  level: Level,
  target: number,
  from: number,
  most: number,
  known?: Uint8Array,
): number {
  const { width, height, data, hole } = level
  const tx = target % width
  const ty = (target - tx) / width
  const left = tx < HALF ? tx : HALF
  const right = width - 1 - tx < HALF ? width - 1 - tx : HALF
  const top = ty < HALF ? ty : HALF
  const bottom = height - 1 - ty < HALF ? height - 1 - ty : HALF
  const whole = (left + right + 1) * (top + bottom + 1)
  const fx = from % width
  const away =
    ((fx - tx) ** 2 + (level.upright * ((from - fx) / width - ty)) ** 2) / (width * width + height * height)
  const far = AWAY * Math.sqrt(away)
  const limit = (most - far) * whole
  if (limit <= 0) return Number.POSITIVE_INFINITY
  let sum = 0
  let count = 0
  for (let dy = -top; dy <= bottom; dy++) {
    let p = target + dy * width - left
    let q = (from + dy * width - left) * CHANNELS
    for (let dx = -left; dx <= right; dx++, p++, q += CHANNELS) {
      if (known?.[p] || hole[p] === BLIND) continue
      const t = p * CHANNELS
      const r = (data[t] as number) - (data[q] as number)
      const g = (data[t + 1] as number) - (data[q + 1] as number)
      const b = (data[t + 2] as number) - (data[q + 2] as number)
      const h = (data[t + 3] as number) - (data[q + 3] as number)
      const v = (data[t + 4] as number) - (data[q + 4] as number)
      sum += r * r + g * g + b * b + h * h + v * v
      count++
    }
    // Where some are left out, fewer pixels share the sum, so that the result is larger still.
    if (sum > limit) return Number.POSITIVE_INFINITY
  }
  return count === 0 ? Number.POSITIVE_INFINITY : sum / count + far
}

/** Every pixel that may be copied from. */
export function sourcesOf(level: Level): Int32Array {
  let count = 0
  for (const value of level.source) count += value
  const sources = new Int32Array(count)
  for (let i = 0, n = 0; i < level.source.length; i++) if (level.source[i]) sources[n++] = i
  return sources
}

/** Place of each pixel in `level.targets`, or -1. */
export function targetPlaces(level: Level): Int32Array {
  const places = new Int32Array(level.hole.length).fill(-1)
  level.targets.forEach((pixel, place) => {
    places[pixel] = place
  })
  return places
}

/** Sum of squared differences of SIDE pixels below each other. */
function columnCost({ width, data }: Level, target: number, from: number): number {
  let sum = 0
  let t = (target - HALF * width) * CHANNELS
  const shift = (from - target) * CHANNELS
  for (let row = 0; row < SIDE; row++, t += width * CHANNELS) {
    const q = t + shift
    for (let c = 0; c < CHANNELS; c++) {
      const difference = (data[t + c] as number) - (data[q + c] as number)
      sum += difference * difference
    }
  }
  return sum
}

/** Computes the costs anew, after the pixels have changed. */
export function refreshCosts(level: Level, { at, cost }: Matches): void {
  const { width, height, targets, whole, upright } = level
  const area = width * width + height * height
  // Sum over the patch of the target before, as long as targets lie side by side and so do their sources.
  let sum = 0
  let last = -1
  for (let k = 0; k < targets.length; k++) {
    const [pixel, from] = [targets[k] as number, at[k] as number]
    if (!whole[pixel]) {
      cost[k] = patchCost(level, pixel, from, Number.POSITIVE_INFINITY)
      continue
    }
    const isNext = last === k - 1 && targets[last] === pixel - 1 && at[last] === from - 1
    if (isNext) sum -= columnCost(level, pixel - HALF - 1, from - HALF - 1)
    else sum = 0
    for (let dx = isNext ? HALF : -HALF; dx <= HALF; dx++) sum += columnCost(level, pixel + dx, from + dx)
    last = k
    const [x, fx] = [pixel % width, from % width]
    const away = ((fx - x) ** 2 + (upright * ((from - fx - pixel + x) / width)) ** 2) / area
    cost[k] = Math.max(0, sum) / SIDE ** 2 + AWAY * Math.sqrt(away)
  }
}

/**
 * Improves the matches by propagation and random search (Barnes, Shechtman, Finkelstein, Goldman:
 * PatchMatch, SIGGRAPH 2009).
 * @param reach first radius of the random search, px
 */
export function improveMatches(
  level: Level,
  matches: Matches,
  options: {
    rounds: number
    reach: number
    places: Int32Array
    random: () => number
  },
): void {
  const { width, height, source, targets, data, whole, upright } = level
  const { at, cost } = matches
  const { places, random } = options
  const area = width * width + height * height
  const pixels = SIDE * SIDE
  const nextRow = (width - SIDE) * CHANNELS
  // The loop of patchCost once more, for whole patches: most of the time goes here.
  const attempt = (k: number, pixel: number, x: number, y: number, cx: number, cy: number) => {
    const candidate = cy * width + cx
    if (candidate === at[k] || !source[candidate]) return
    const worst = cost[k] as number
    let value = Number.POSITIVE_INFINITY
    if (!whole[pixel]) {
      value = patchCost(level, pixel, candidate, worst)
    } else {
      const far = AWAY * Math.sqrt(((cx - x) ** 2 + (upright * (cy - y)) ** 2) / area)
      const limit = (worst - far) * pixels
      if (limit <= 0) return
      const shift = (candidate - pixel) * CHANNELS
      let t = (pixel - HALF * width - HALF) * CHANNELS
      let sum = 0
      for (let row = 0; row < SIDE; row++, t += nextRow) {
        for (const end = t + SIDE * CHANNELS; t < end; t += CHANNELS) {
          const q = t + shift
          const r = (data[t] as number) - (data[q] as number)
          const g = (data[t + 1] as number) - (data[q + 1] as number)
          const b = (data[t + 2] as number) - (data[q + 2] as number)
          const h = (data[t + 3] as number) - (data[q + 3] as number)
          const v = (data[t + 4] as number) - (data[q + 4] as number)
          sum += r * r + g * g + b * b + h * h + v * v
          if (sum > limit) return
        }
      }
      value = sum / pixels + far
    }
    if (value >= worst) return
    cost[k] = value
    at[k] = candidate
  }
  for (let round = 0; round < options.rounds; round++) {
    const back = round % 2 === 1
    const step = back ? 1 : -1
    for (let n = 0; n < targets.length; n++) {
      const k = back ? targets.length - 1 - n : n
      const pixel = targets[k] as number
      const x = pixel % width
      const y = (pixel - x) / width
      if (x + step >= 0 && x + step < width) {
        const place = places[pixel + step] as number
        if (place >= 0) {
          const theirs = at[place] as number
          const cx = theirs % width
          attempt(k, pixel, x, y, cx - step, (theirs - cx) / width)
        }
      }
      if (y + step >= 0 && y + step < height) {
        const place = places[pixel + step * width] as number
        if (place >= 0) {
          const theirs = at[place] as number
          const cx = theirs % width
          attempt(k, pixel, x, y, cx, (theirs - cx) / width - step)
        }
      }
      let best = at[k] as number
      let bx = best % width
      let by = (best - bx) / width
      for (let radius = options.reach; radius >= 1; radius /= 2) {
        const rx = Math.round(bx + (2 * random() - 1) * radius)
        const ry = Math.round(by + (2 * random() - 1) * radius)
        if (rx < 0 || ry < 0 || rx >= width || ry >= height) continue
        attempt(k, pixel, x, y, rx, ry)
        if (at[k] === best) continue
        best = at[k] as number
        bx = rx
        by = ry
      }
    }
  }
}
