import { randomFrom } from '#contracts/random.ts'
import type { Raster } from '#kernels/raster.ts'
import { blendSeams } from './blend.ts'
import { BLIND, CHANNELS, depthOf, HALF, halve, type Level, MISSING, makeLevel } from './level.ts'
import { improveMatches, type Matches, patchCost, refreshCosts, sourcesOf, targetPlaces } from './match.ts'
import { dominantOffsets } from './offsets.ts'
import { alignedOffsets } from './ring.ts'
import { joinPieces } from './shift-map.ts'
import { vote } from './vote.ts'

/** A picture that has no place to copy from: the hole leaves no whole patch. */
export class NothingToCopyError extends Error {}

const TEXTURE_WEIGHT = 6
/** Patches compared with each pixel of the smallest level, at most, and with all of them together about. */
const MOST_COMPARED = 3000
const COMPARISONS = 2_000_000

/** Pixels of the largest level whose pieces are joined by cuts. */
const MOST_JOINED = 20_000
/** Offsets tried that continue all of the hole's border, half as many for each side; and that repeat around it. */
const MOST_ALIGNED = 20
const MOST_DOMINANT = 60
/**
 * Mean change of a colour value from turn to turn under which a level is done: textures keep half their distance from OpenCV's at
 * 0.1 (`npm run bench -- engine inpaint`), and lose more at 0.2.
 */
const STILL = 0.1
/** How much longer a pixel takes to be joined than to be matched. */
const JOINING = 2

/** Mean |∂x| and |∂y| of the luma around each pixel, weighted: what texture it is, whatever its phase. */
function addTexture(width: number, height: number, data: Float32Array, hole: Uint8Array): void {
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++) {
    const t = i * CHANNELS
    luma[i] = 0.299 * (data[t] as number) + 0.587 * (data[t + 1] as number) + 0.114 * (data[t + 2] as number)
  }
  const gx = new Float32Array(luma.length)
  const gy = new Float32Array(luma.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const [right, below] = [x + 1 < width ? i + 1 : i, y + 1 < height ? i + width : i]
      if (hole[i]) continue
      if (!hole[right]) gx[i] = Math.abs((luma[right] as number) - (luma[i] as number))
      if (!hole[below]) gy[i] = Math.abs((luma[below] as number) - (luma[i] as number))
    }
  }
  boxMean(gx, width, height, 6)
  boxMean(gy, width, height, 6)
  for (let i = 0; i < luma.length; i++) {
    data[i * CHANNELS + 3] = TEXTURE_WEIGHT * (gx[i] as number)
    data[i * CHANNELS + 4] = TEXTURE_WEIGHT * (gy[i] as number)
  }
}

function boxMean(plane: Float32Array, width: number, height: number, radius: number): void {
  const line = new Float64Array(Math.max(width, height) + 1)
  const pass = (start: number, step: number, length: number) => {
    for (let i = 0; i < length; i++) line[i + 1] = (line[i] as number) + (plane[start + i * step] as number)
    for (let i = 0; i < length; i++) {
      const [a, b] = [Math.max(0, i - radius), Math.min(length, i + radius + 1)]
      plane[start + i * step] = ((line[b] as number) - (line[a] as number)) / (b - a)
    }
  }
  for (let y = 0; y < height; y++) pass(y * width, 1, width)
  for (let x = 0; x < width; x++) pass(x, width, height)
}

function firstLevel(
  picture: Raster,
  mask: Uint8Array,
  upright: number,
  blind: Uint8Array | undefined,
): Level {
  const { width, height } = picture
  const data = new Float32Array(width * height * CHANNELS)
  const hole = new Uint8Array(width * height)
  for (let i = 0; i < hole.length; i++) {
    if ((mask[i] as number) > 127) hole[i] = MISSING
    else if (blind?.[i]) hole[i] = BLIND
    for (let c = 0; c < 3; c++) data[i * CHANNELS + c] = picture.data[4 * i + c] as number
  }
  addTexture(width, height, data, hole)
  return makeLevel({ width, height, upright }, data, hole)
}

/** The picture in sizes, largest first, down to one where a patch nearly spans the hole. */
function pyramid(first: Level): Level[] {
  const levels = [first]
  for (let level = first; ; ) {
    const deepest = depthOf(level).reduce((most, value) => Math.max(most, value), 0)
    if (deepest <= 2 * HALF || Math.min(level.width, level.height) < 12 * HALF) return levels
    level = halve(level)
    if (!level.source.includes(1)) return levels
    levels.push(level)
  }
}

/** Fills the smallest level from its border inwards, each pixel from the patch that fits what is known. */
function peel(level: Level, places: Int32Array, random: () => number): Matches {
  const { hole, targets, data } = level
  const sources = sourcesOf(level)
  const depth = depthOf(level)
  const order = [...targets].sort((a, b) => (depth[a] as number) - (depth[b] as number) || a - b)
  const unknown = hole.slice()
  const matches: Matches = { at: new Int32Array(targets.length), cost: new Float32Array(targets.length) }
  const compared = Math.min(MOST_COMPARED, COMPARISONS / targets.length)
  const stride = Math.max(1, sources.length / compared)
  for (const pixel of order) {
    let least = Number.POSITIVE_INFINITY
    let best = sources[0] as number
    for (let s = random() * stride; s < sources.length; s += stride) {
      const from = sources[Math.floor(s)] as number
      const cost = patchCost(level, pixel, from, least, unknown)
      if (cost < least) {
        least = cost
        best = from
      }
    }
    matches.at[places[pixel] as number] = best
    if (hole[pixel] !== MISSING) continue
    for (let c = 0; c < CHANNELS; c++) data[pixel * CHANNELS + c] = data[best * CHANNELS + c] as number
    unknown[pixel] = 0
  }
  return matches
}

/** The matches of a smaller level, for the next larger one. */
function enlarge(
  small: Level,
  matches: Matches,
  smallPlaces: Int32Array,
  level: Level,
  random: () => number,
): Matches {
  const { targets, width, source } = level
  const sources = sourcesOf(level)
  const at = new Int32Array(targets.length)
  for (let k = 0; k < targets.length; k++) {
    const pixel = targets[k] as number
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const [sx, sy] = [Math.min(x >> 1, small.width - 1), Math.min(y >> 1, small.height - 1)]
    const place = smallPlaces[sy * small.width + sx] as number
    let found = -1
    if (place >= 0) {
      const from = matches.at[place] as number
      const fx = 2 * (from % small.width) + (x & 1)
      const fy = 2 * Math.floor(from / small.width) + (y & 1)
      found = fy * width + fx
    }
    at[k] = source[found] ? found : (sources[Math.floor(random() * sources.length)] as number)
  }
  return { at, cost: new Float32Array(targets.length) }
}

/** Takes what the patch around each pixel says of it alone, so that nothing is blurred by the mean. */
function copyBest(level: Level, matches: Matches): void {
  const { data, hole, targets } = level
  for (let k = 0; k < targets.length; k++) {
    const pixel = targets[k] as number
    if (hole[pixel] !== MISSING) continue
    const from = (matches.at[k] as number) * CHANNELS
    for (let c = 0; c < CHANNELS; c++) data[pixel * CHANNELS + c] = data[from + c] as number
  }
}

/** Puts the pieces of a level together from the offsets that suit its hole. */
function joinLevel(
  level: Level,
  matches: Matches,
  places: Int32Array,
  random: () => number,
  report: (done: number) => void,
): void {
  const offsets = [
    ...alignedOffsets(level, MOST_ALIGNED, MOST_ALIGNED / 2),
    ...dominantOffsets(level, MOST_DOMINANT, random),
  ]
  joinPieces(level, matches, places, offsets, report)
  copyBest(level, matches)
}

/** How much work each level gets: much where it is cheap, little where the larger ones only refine. */
function effort(level: Level, isFinest: boolean): { most: number; rounds: number; reach: number } {
  const work = level.targets.length
  const span = Math.max(level.width, level.height)
  if (work < 6000) return { most: 40, rounds: 5, reach: span }
  if (work < 12_000) return { most: 15, rounds: 4, reach: span }
  if (work < 40_000) return { most: 5, rounds: 3, reach: span / 4 }
  return { most: isFinest ? 1 : 4, rounds: 2, reach: work > 300_000 ? 16 : span / 16 }
}

/**
 * Fills holes with what fits, copied from elsewhere in the picture: multi-scale patch-based completion
 * (Wexler, Shechtman, Irani 2007) with PatchMatch (Barnes et al. 2009), texture features in the distance
 * and filling from the border inwards at the smallest size (Newson, Almansa, Fradet, Gousseau, Pérez: Video
 * Inpainting of Complex Scenes, SIAM J. Imaging Sciences 2014). Bars, joints and edges that such patches lose are
 * then carried on in large pieces, by cuts among the offsets at which the picture repeats itself (see joinPieces);
 * seams are joined as Poisson image editing does.
 * @param mask width·height values; above 127 is the hole
 * @param report called with 0..1 after each step of the work
 * @param upright see Level: more than 1 keeps sky above and ground below where little tells them apart
 * @param blind other than 0 where the picture shows nothing of use: it is not filled, compared or copied
 * @returns a new picture; every pixel outside the hole is as it was, and alpha is kept
 * @throws NothingToCopyError when no whole patch is known
 */
export function complete(
  picture: Raster,
  mask: Uint8Array,
  report: (done: number) => void = () => {},
  upright = 1,
  blind?: Uint8Array,
): Raster {
  const random = randomFrom(7)
  const levels = pyramid(firstLevel(picture, mask, upright, blind))
  const finest = levels[0] as Level
  const out: Raster = { ...picture, data: picture.data.slice() }
  if (finest.targets.length === 0) return out
  if (!finest.source.includes(1)) throw new NothingToCopyError('no whole patch is known')
  const joined = levels.find((level) => level.targets.length <= MOST_JOINED)
  const workOf = (level: Level) => (level === joined ? 1 + JOINING : 1) * level.targets.length
  const total = levels.reduce((sum, level) => sum + workOf(level), 0)
  let done = 0
  let last: { level: Level; matches: Matches; places: Int32Array } | undefined
  for (const level of [...levels].reverse()) {
    const places = targetPlaces(level)
    const depth = depthOf(level)
    const matches = last
      ? enlarge(last.level, last.matches, last.places, level, random)
      : peel(level, places, random)
    if (last) copyBest(level, matches)
    const { most, rounds, reach } = effort(level, level === finest)
    for (let turn = 0; turn < most; turn++) {
      refreshCosts(level, matches)
      improveMatches(level, matches, { rounds, reach, places, random })
      // What the last turn of all would vote is not asked for: pixels are copied from their matches.
      const change = level === finest && turn === most - 1 ? 0 : vote(level, matches, places, depth)
      report((0.99 * (done + (level.targets.length * (turn + 1)) / most)) / total)
      if (change < STILL) break
    }
    done += level.targets.length
    if (level === joined) {
      const tell = (part: number) => report((0.99 * (done + part * JOINING * level.targets.length)) / total)
      joinLevel(level, matches, places, random, tell)
      done += JOINING * level.targets.length
    }
    last = { level, matches, places }
  }
  if (last) {
    copyBest(finest, last.matches)
    blendSeams(finest, last.matches, last.places)
  }
  for (let i = 0; i < finest.hole.length; i++) {
    if (finest.hole[i] !== MISSING) continue
    for (let c = 0; c < 3; c++) out.data[4 * i + c] = finest.data[i * CHANNELS + c] as number
  }
  report(1)
  return out
}
