/**
 * Colours of a subject and of the ground behind it, where a pixel shows a share of each: T. Germer, T. Uelwer,
 * S. Conrad and S. Harmeling, "Fast Multi-Level Foreground Estimation", ICPR 2020. Both are found together, from
 * coarse to fine; on the finer levels only mixed pixels are looked at. Where the shares are in doubt themselves,
 * shares and colours are found from one another in turn.
 */

import type { Doubts } from './doubts.ts'
import type { Picture } from './picture.ts'

/** Interleaved RGB of both, 0..255, at the picture's size. */
interface Colours {
  readonly own: Float32Array
  readonly ground: Float32Array
}

interface Level {
  readonly width: number
  readonly height: number
  /** Interleaved. */
  readonly rgb: Uint8Array
  /** Of the subject, 0..1. */
  readonly shares: Float32Array
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
/** How often shares and colours are found in turn. */
const TURNS = 12
/** How much a share that was given holds against what it has become meanwhile. */
const HOLD = 0.2
/** Distance in colour, 0..255, at which subject and ground can be told apart by half. */
const APART = 40
/** Error of colour, 0..255, at which a pair explains a pixel only by a third. */
const MISFIT = 80
/** Share below which a colour's noise is taken for the subject's trace, and above 1 minus which for a hole. */
const TRACE = 0.04

const bounded = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value)

/** One pixel of each square of four, in turns another one: means would mix colours of other shares. */
function halve({ width, height, rgb, shares }: Level): Level {
  const [w, h] = [(width + 1) >> 1, (height + 1) >> 1]
  const out = { width: w, height: h, rgb: new Uint8Array(3 * w * h), shares: new Float32Array(w * h) }
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const u = Math.min(width - 1, 2 * x + (y & 1))
      const at = Math.min(height - 1, 2 * y + (x & 1)) * width + u
      out.shares[i] = shares[at]!
      for (let c = 0; c < 3; c++) out.rgb[3 * i + c] = rgb[3 * at + c]!
    }
  }
  return out
}

/** From fine to coarse; the first one shares `shares`. */
function levelsOf({ width, height, data }: Picture, shares: Float32Array): Level[] {
  const rgb = new Uint8Array(3 * shares.length)
  for (let i = 0; i < shares.length; i++) {
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = data[4 * i + c]!
  }
  const finest = { width, height, rgb, shares }
  const levels: Level[] = [finest]
  for (let last: Level = finest; Math.max(last.width, last.height) > 2; levels.push(last)) last = halve(last)
  return levels
}

/** The colours of a level as far as the next coarser one and its plain pixels tell them. */
function begin(level: Level, coarser: (Colours & { width: number }) | null): Colours {
  const { width, height, rgb, shares } = level
  const own = new Float32Array(rgb.length)
  const ground = new Float32Array(rgb.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const from = coarser ? 3 * ((y >> 1) * coarser.width + (x >> 1)) : 0
      for (let c = 0; c < 3; c++) {
        const seen = rgb[3 * i + c]!
        own[3 * i + c] = coarser && shares[i]! < 1 ? coarser.own[from + c]! : seen
        ground[3 * i + c] = coarser && shares[i]! > 0 ? coarser.ground[from + c]! : seen
      }
    }
  }
  return { own, ground }
}

/** The pixels of a level whose colours are looked for. */
function mixedOf({ width, height, shares }: Level): Int32Array {
  const isSmall = Math.max(width, height) <= SMALL
  const band = new Int32Array(shares.length)
  let count = 0
  for (let i = 0; i < shares.length; i++) {
    if (isSmall || (shares[i]! > 0 && shares[i]! < 1)) band[count++] = i
  }
  return band.slice(0, count)
}

/** The finest level's colours before its own pixels are looked at. */
function descend(levels: readonly Level[], explained: number): Colours {
  let coarser: (Colours & { width: number }) | null = null
  for (let n = levels.length - 1; n > 0; n--) {
    const level = levels[n]!
    const colours = begin(level, coarser)
    const isSmall = Math.max(level.width, level.height) <= SMALL
    relax(level, colours, mixedOf(level), isSmall ? ROUNDS_SMALL : ROUNDS, explained)
    coarser = { ...colours, width: level.width }
  }
  return begin(levels[0]!, coarser)
}

/** Brings the colours of some pixels nearer to what explains them and agrees with their neighbours. */
function relax(level: Level, colours: Colours, band: Int32Array, rounds: number, explained: number): void {
  for (let round = 0; round < rounds; round++) {
    // There and back, so that what is known comes from either side alike.
    for (let n = 0; n < band.length; n++) {
      solve(level, colours, band[round % 2 === 0 ? n : band.length - 1 - n]!, explained)
    }
  }
}

/**
 * Both colours of one pixel (a Gauss-Seidel step): the minimum of
 * explained · (I − share·F − (1 − share)·B)² + Σ weight · ((F − F')² + (B − B')²) over its four neighbours.
 */
function solve({ width, rgb, shares }: Level, { own, ground }: Colours, at: number, explained: number): void {
  const share = shares[at]!
  const x = at % width
  let total = 0
  let f0 = 0
  let f1 = 0
  let f2 = 0
  let b0 = 0
  let b1 = 0
  let b2 = 0
  for (let side = 0; side < 4; side++) {
    const step = side < 2 ? 2 * side - 1 : (2 * side - 5) * width
    let near = at + step
    if ((side === 0 && x === 0) || (side === 1 && x + 1 === width)) near = at
    if (near < 0 || near >= shares.length) near = at
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
  const p = 3 * at
  const r0 = gain * (rgb[p]! - (share * f0 + rest * b0) / total)
  const r1 = gain * (rgb[p + 1]! - (share * f1 + rest * b1) / total)
  const r2 = gain * (rgb[p + 2]! - (share * f2 + rest * b2) / total)
  own[p] = bounded(f0 / total + share * r0, 255)
  own[p + 1] = bounded(f1 / total + share * r1, 255)
  own[p + 2] = bounded(f2 / total + share * r2, 255)
  ground[p] = bounded(b0 / total + rest * r0, 255)
  ground[p + 1] = bounded(b1 / total + rest * r1, 255)
  ground[p + 2] = bounded(b2 / total + rest * r2, 255)
}

/** The share that a pixel's colours tell, as far as they tell it; the given one otherwise. */
function shareOf(
  rgb: Uint8Array,
  { own, ground }: Colours,
  at: number,
  share: number,
  free: number,
  spread: number,
): number {
  let dot = 0
  let length = 1e-3
  let miss = 0
  for (let p = 3 * at; p < 3 * at + 3; p++) {
    const way = own[p]! - ground[p]!
    dot += way * (rgb[p]! - ground[p]!)
    length += way * way
  }
  const part = bounded(dot / length, 1)
  for (let p = 3 * at; p < 3 * at + 3; p++) {
    miss += (rgb[p]! - part * own[p]! - (1 - part) * ground[p]!) ** 2
  }
  const sure = ((free * length) / (length + APART * APART + spread)) * Math.exp(-Math.sqrt(miss) / MISFIT)
  const told = bounded((part - TRACE) / (1 - 2 * TRACE), 1)
  return sure * told + (1 - sure) * share
}

/**
 * The colours of subject and ground of a picture whose shares are known.
 * @param mask the subject's share of each pixel, 0..255
 * @returns the subject's colours, right where the share is above 0, and the ground's, right where it is below 255
 */
export function estimateColours(picture: Picture, mask: Uint8Array): Colours {
  const shares = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) shares[i] = mask[i]! / 255
  const levels = levelsOf(picture, shares)
  const colours = descend(levels, TRUE)
  relax(levels[0]!, colours, mixedOf(levels[0]!), ROUNDS_LAST, TRUE)
  return colours
}

/**
 * Finds shares that are in doubt anew, in place: from colours that go on from what is plain around them.
 * @param shares of the subject, 0..1, one a pixel
 * @param doubts how far each share may be found anew
 * @param band places of those in doubt
 */
export function settleShares(
  picture: Picture,
  shares: Float32Array,
  { free, spread }: Doubts,
  band: Int32Array,
): void {
  const levels = levelsOf(picture, shares)
  const colours = descend(levels, DOUBTED)
  const given = shares.slice()
  for (let turn = 0; turn < TURNS; turn++) {
    relax(levels[0]!, colours, band, 1, DOUBTED)
    for (const at of band) {
      const usual = HOLD * given[at]! + (1 - HOLD) * shares[at]!
      shares[at] = shareOf(levels[0]!.rgb, colours, at, usual, free[at]!, spread[at]!)
    }
  }
}
