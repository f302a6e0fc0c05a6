/**
 * Colours of a subject and of the ground behind it, where a pixel shows a share of each: T. Germer, T. Uelwer,
 * S. Conrad and S. Harmeling, "Fast Multi-Level Foreground Estimation", ICPR 2020. Both are found together, from
 * coarse to fine; on the finer levels only mixed pixels are looked at. Where the shares are in doubt themselves,
 * shares and colours are found from one another in turn.
 */

import type { Picture } from './picture.ts'

/** Colours of the pixels of a picture that matter, which are numbered from 0 on. */
interface Colours {
  /** One more than the number of the pixel at each place; 0 for those that do not matter. */
  readonly numbers: Int32Array
  /** Interleaved RGB of both by numbers, 0..255. */
  readonly own: Float32Array
  readonly ground: Float32Array
}

/** A picture, of which alpha is not looked at, with the subject's share of each pixel, 0..1. */
interface Level extends Picture {
  readonly shares: Float32Array
}

/**
 * The pixels of a level that matter: first those whose colours are looked for, then their neighbours and those that
 * finer levels begin with. All by their numbers, so that little memory is walked through.
 */
interface Patch extends Colours {
  /** Width of its level. */
  readonly width: number
  readonly places: Int32Array
  readonly rgb: Uint8Array
  readonly shares: Float32Array
  /** Four for each pixel that is looked for: its neighbours to the left and right, above and below; beyond the border itself. */
  readonly around: Int32Array
}

/** How much neighbours are wanted alike, and how much more so where the share changes between them. */
const ALIKE = 0.01
const ALIKE_AT_EDGES = 0.1
/** How much a pixel's colours are to explain it, if its share is true and if it is in doubt. */
const TRUE = 1
const DOUBTED = 0.04
/** Longest side up to which all pixels of a level are looked at, px. */
const SMALL = 32
/** Rounds on small levels, on large ones and on the finest. */
const ROUNDS_SMALL = 10
const ROUNDS = 3
const ROUNDS_LAST = 4
/** How far each step goes of the way to the best value: successive over-relaxation, which needs fewer rounds. */
const OVER = 1.7
/** How often shares and colours are found in turn. */
const TURNS = 8
/** How much a share that was given counts as far as colours do not tell it. */
const HOLD = 0.1
/** Distance in colour, 0..255, at which subject and ground can be told apart by half. */
const APART = 40
/** Error of colour, 0..255, at which a pair explains a pixel only by a third. */
const MISFIT = 80
/** Share below which a colour's noise is taken for the subject's trace, and above 1 minus which for a hole. */
const TRACE = 0.02

const bounded = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value)

/** A colour on its way to its best value. */
const stepped = (from: number, best: number) => bounded(from + OVER * (best - from), 255)

/** One pixel of each square of four, in turns another one: means would mix colours of other shares. */
function halve({ width, height, data, shares }: Level): Level {
  const [w, h] = [(width + 1) >> 1, (height + 1) >> 1]
  const out = { width: w, height: h, data: new Uint8Array(4 * w * h), shares: new Float32Array(w * h) }
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const u = Math.min(width - 1, 2 * x + (y & 1))
      const at = Math.min(height - 1, 2 * y + (x & 1)) * width + u
      out.shares[i] = shares[at]!
      out.data[4 * i] = data[4 * at]!
      out.data[4 * i + 1] = data[4 * at + 1]!
      out.data[4 * i + 2] = data[4 * at + 2]!
    }
  }
  return out
}

const isSmall = ({ width, height }: Picture) => Math.max(width, height) <= SMALL

/**
 * Places of the pixels that are neither the subject's nor the ground's alone.
 * @param shares of the subject, 0..whole
 */
export function mixedOf(shares: Float32Array | Uint8Array, whole: number): Int32Array {
  let count = 0
  for (let i = 0; i < shares.length; i++) if (shares[i]! > 0 && shares[i]! < whole) count++
  const places = new Int32Array(count)
  for (let i = 0, n = 0; n < count; i++) if (shares[i]! > 0 && shares[i]! < whole) places[n++] = i
  return places
}

/** Places whose colours are looked for: of small levels all. */
function bandOf(level: Picture, shares: Float32Array | Uint8Array, whole: number): Int32Array {
  return isSmall(level) ? Int32Array.from(shares.keys()) : mixedOf(shares, whole)
}

/** Places of the neighbours of each pixel as Patch.around has them. */
function neighboursOf(places: Int32Array, { width, shares }: Level): Int32Array {
  const around = new Int32Array(4 * places.length)
  for (let n = 0; n < places.length; n++) {
    const at = places[n]!
    const x = at % width
    around[4 * n] = x > 0 ? at - 1 : at
    around[4 * n + 1] = x + 1 < width ? at + 1 : at
    around[4 * n + 2] = at >= width ? at - width : at
    around[4 * n + 3] = at + width < shares.length ? at + width : at
  }
  return around
}

/**
 * Numbers the pixels of a level that matter; their colours are 0 as yet.
 * @param band places whose colours are looked for
 * @param more other places that are wanted
 */
function patchOf(level: Level, band: Int32Array, more: Int32Array): Patch {
  const around = neighboursOf(band, level)
  const numbers = new Int32Array(level.shares.length)
  const listed = new Int32Array(5 * band.length + more.length)
  let count = 0
  for (const list of [band, around, more]) {
    for (let n = 0; n < list.length; n++) {
      const at = list[n]!
      if (numbers[at] !== 0) continue
      listed[count++] = at
      numbers[at] = count
    }
  }
  for (let n = 0; n < around.length; n++) around[n] = numbers[around[n]!]! - 1
  const places = listed.slice(0, count)
  const rgb = new Uint8Array(3 * count)
  const shares = new Float32Array(count)
  for (let n = 0; n < count; n++) {
    const at = places[n]!
    shares[n] = level.shares[at]!
    rgb[3 * n] = level.data[4 * at]!
    rgb[3 * n + 1] = level.data[4 * at + 1]!
    rgb[3 * n + 2] = level.data[4 * at + 2]!
  }
  const [own, ground] = [new Float32Array(3 * count), new Float32Array(3 * count)]
  return { width: level.width, places, numbers, rgb, shares, around, own, ground }
}

/** Places on the next coarser level, `across` px wide, that a patch begins with. */
function parentsOf({ places, width }: Patch, across: number): Int32Array {
  const parents = new Int32Array(places.length)
  for (let n = 0; n < places.length; n++) {
    const x = places[n]! % width
    parents[n] = (((places[n]! - x) / width) >> 1) * across + (x >> 1)
  }
  return parents
}

/**
 * Begins a patch with its own colours where they are plain, and those of the next coarser level elsewhere.
 * @param parents numbers there, one for each pixel
 */
function begin({ rgb, shares, own, ground }: Patch, coarser: Colours, parents: Int32Array): void {
  for (let n = 0; n < shares.length; n++) {
    const share = shares[n]!
    const q = 3 * (coarser.numbers[parents[n]!]! - 1)
    for (let c = 0, p = 3 * n; c < 3; c++, p++) {
      own[p] = share < 1 ? coarser.own[q + c]! : rgb[p]!
      ground[p] = share > 0 ? coarser.ground[q + c]! : rgb[p]!
    }
  }
}

/**
 * The finest level's colours before its own pixels are looked at.
 * @param band places whose colours are looked for
 * @param more other places whose colours are wanted
 */
function descend(level: Level, band: Int32Array, more: Int32Array, explained: number): Patch {
  const patch = patchOf(level, band, more)
  if (Math.max(level.width, level.height) <= 2) {
    patch.own.set(patch.rgb)
    patch.ground.set(patch.rgb)
    return patch
  }
  const half = halve(level)
  const parents = parentsOf(patch, half.width)
  const coarser = descend(half, bandOf(half, half.shares, 1), parents, explained)
  relax(coarser, isSmall(half) ? ROUNDS_SMALL : ROUNDS, explained)
  begin(patch, coarser, parents)
  return patch
}

/**
 * Brings colours nearer to what explains them and agrees with their neighbours, pixel by pixel (successive
 * over-relaxation): to the minimum of explained · (I − share·F − (1 − share)·B)² + Σ weight · ((F − F')² + (B − B')²)
 * over its four neighbours.
 */
function relax({ rgb, shares, around, own, ground }: Patch, rounds: number, explained: number): void {
  const count = around.length / 4
  for (let step = 0; step < rounds * count; step++) {
    // There and back, so that what is known comes from either side alike.
    const done = step % (2 * count)
    const n = done < count ? done : 2 * count - 1 - done
    const share = shares[n]!
    let total = 0
    let f0 = 0
    let f1 = 0
    let f2 = 0
    let b0 = 0
    let b1 = 0
    let b2 = 0
    for (let side = 4 * n; side < 4 * n + 4; side++) {
      const near = around[side]!
      const weight = ALIKE + ALIKE_AT_EDGES * Math.abs(shares[near]! - share)
      const q = 3 * near
      total += weight
      f0 += weight * own[q]!
      f1 += weight * own[q + 1]!
      f2 += weight * own[q + 2]!
      b0 += weight * ground[q]!
      b1 += weight * ground[q + 1]!
      b2 += weight * ground[q + 2]!
    }
    const rest = 1 - share
    const gain = explained / (total + explained * (share * share + rest * rest))
    const p = 3 * n
    const r0 = gain * (rgb[p]! - (share * f0 + rest * b0) / total)
    const r1 = gain * (rgb[p + 1]! - (share * f1 + rest * b1) / total)
    const r2 = gain * (rgb[p + 2]! - (share * f2 + rest * b2) / total)
    own[p] = stepped(own[p]!, f0 / total + share * r0)
    own[p + 1] = stepped(own[p + 1]!, f1 / total + share * r1)
    own[p + 2] = stepped(own[p + 2]!, f2 / total + share * r2)
    ground[p] = stepped(ground[p]!, b0 / total + rest * r0)
    ground[p + 1] = stepped(ground[p + 1]!, b1 / total + rest * r1)
    ground[p + 2] = stepped(ground[p + 2]!, b2 / total + rest * r2)
  }
}

/**
 * Makes shares what their pixels' colours tell, as far as they tell it, and what was given as far as not.
 * @param free how far each share may be found anew, 0..1
 */
function tellShares({ rgb, shares, own, ground }: Patch, given: Float32Array, free: Float32Array): void {
  for (let n = 0; n < given.length; n++) {
    const p = 3 * n
    let dot = 0
    let length = 1e-3
    for (let i = p; i < p + 3; i++) {
      const way = own[i]! - ground[i]!
      dot += way * (rgb[i]! - ground[i]!)
      length += way * way
    }
    const part = bounded(dot / length, 1)
    let miss = 0
    for (let i = p; i < p + 3; i++) {
      const left = rgb[i]! - part * own[i]! - (1 - part) * ground[i]!
      miss += left * left
    }
    const sure = ((free[n]! * length) / (length + APART * APART)) * Math.exp(-Math.sqrt(miss) / MISFIT)
    const told = bounded((part - TRACE) / (1 - 2 * TRACE), 1)
    const held = HOLD * (1 - sure)
    shares[n] = (sure * told + held * given[n]!) / (sure + held)
  }
}

const NONE = new Int32Array(0)

/** Shares of a mask's values. */
const SHARES = Float32Array.from({ length: 256 }, (_, value) => value / 255)

/**
 * The colours of subject and ground of a picture whose shares are known, at its mixed pixels.
 * @param mask the subject's share of each pixel, 0..255
 * @param more places of other pixels whose colours are wanted: what is next to them tells the colours there
 * @returns the subject's colours, right where the share is above 0, and the ground's, right where it is below 255
 */
export function estimateColours(picture: Picture, mask: Uint8Array, more: Int32Array = NONE): Colours {
  const shares = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) shares[i] = SHARES[mask[i]!]!
  const level = { width: picture.width, height: picture.height, data: picture.data, shares }
  const patch = descend(level, bandOf(level, mask, 255), more, TRUE)
  relax(patch, ROUNDS_LAST, TRUE)
  return patch
}

/**
 * Finds shares that are in doubt anew, in place: from colours that go on from what is plain around them.
 * @param shares of the subject, 0..1, one a pixel
 * @param free how far the share of each place of the band may be found anew, 0..1
 * @param band places of those in doubt
 */
export function settleShares(
  picture: Picture,
  shares: Float32Array,
  free: Float32Array,
  band: Int32Array,
): void {
  const { width, height, data } = picture
  const patch = descend({ width, height, data, shares }, band, NONE, DOUBTED)
  const given = patch.shares.slice(0, band.length)
  for (let turn = 0; turn < TURNS; turn++) {
    relax(patch, 1, DOUBTED)
    tellShares(patch, given, free)
  }
  for (let n = 0; n < band.length; n++) shares[band[n]!] = patch.shares[n]!
}
