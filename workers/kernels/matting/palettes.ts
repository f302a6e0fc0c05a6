import type { Picture } from './picture.ts'

/** Cells of a palette along each of red, green and blue. */
const STEPS = 32
const CELLS = STEPS ** 3
/** Share of a side below which a colour counts as hardly seen there. */
const FAINT = 1e-4
/** Sure pixels that count are so far apart, px: the others say the same. */
const SAMPLED = 3

/** Range of red, green and blue, 0..255, from which on a colour has a hue that tells: greys may be a side's own light. */
const COLOURED = 40
/** Parts of the circle of hues, and share of a side below which a hue counts as hardly seen there. */
const HUES = 48
const FAINT_HUE = 0.002

/** Agreement with the network from which on, and up to which, palettes are believed. */
const DOUBTFUL = 0.7
const RELIABLE = 0.9
/** How many times the sure subject the unknown pixels that lean to it may be. */
const ENOUGH = 4
/** The network's opinion for a side below which its colours do not count. */
const CONTRARY = 0.25

/** How often each colour is seen among some pixels. */
type Palette = Float32Array

const cellOf = (data: Picture['data'], i: number) =>
  ((data[4 * i]! >> 3) << 10) | ((data[4 * i + 1]! >> 3) << 5) | (data[4 * i + 2]! >> 3)

/** Counts as shares of their sum, each spread over its neighbours (1 2 1 along every axis): colours vary a little. */
function paletteOf(counts: Float32Array): Palette {
  let sum = 0
  for (const count of counts) sum += count
  let from: Palette = counts
  let to: Palette = new Float32Array(CELLS)
  for (const step of [1, STEPS, STEPS * STEPS]) {
    for (let i = 0; i < CELLS; i++) {
      const at = Math.floor(i / step) % STEPS
      const below = at > 0 ? from[i - step]! : 0
      const above = at < STEPS - 1 ? from[i + step]! : 0
      to[i] = (2 * from[i]! + below + above) / 4
    }
    ;[from, to] = [to, from]
  }
  return from.map((count) => count / Math.max(1, sum))
}

/**
 * How far palettes are to be believed, 0..1: as far as they and the network say the same where both say something,
 * and as far as the sure subject is large against the unknown pixels that the network rather takes for subject.
 */
function trustOf(sides: Float32Array, mask: Uint8Array, band: Int32Array, sureSubject: number): number {
  let same = 0
  let all = 1e-6
  let leaning = 1
  for (let n = 0; n < band.length; n++) {
    const opinion = mask[band[n]!]!
    const both = sides[n]! * ((2 * opinion) / 255 - 1)
    same += both
    all += Math.abs(both)
    if (opinion > 127) leaning++
  }
  const agreed = (same / all - DOUBTFUL) / (RELIABLE - DOUBTFUL)
  return Math.min(1, Math.max(0, agreed)) * Math.min(1, ENOUGH * (sureSubject / leaning))
}

/** How far colours count for a side that the network gives a share of `opinion`. */
const allowedBy = (opinion: number) => Math.min(1, Math.max(0, (opinion - CONTRARY) / (0.5 - CONTRARY)))

/** The part of the circle of hues that a pixel's lies in; −1 for greys. */
function hueOf(data: Picture['data'], i: number): number {
  const red = data[4 * i]!
  const green = data[4 * i + 1]!
  const blue = data[4 * i + 2]!
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (range < COLOURED) return -1
  const sixths =
    most === red
      ? 6 + (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range
  return Math.floor((sixths / 6) * HUES) % HUES
}

/** What hues say, from counts of both sides' sure pixels, and how many of each there are in all. */
function huesSay(
  counts: readonly [Float32Array, Float32Array],
  sure: readonly [number, number],
): Float32Array {
  const [subject, ground] = counts.map((all, side) =>
    all.map((own, k) => {
      const beside = all[(k + HUES - 1) % HUES]! + all[(k + 1) % HUES]!
      return (2 * own + beside) / 4 / Math.max(1, sure[side]!)
    }),
  ) as [Float32Array, Float32Array]
  return subject.map((part, k) => (part - ground[k]!) / (part + ground[k]! + FAINT_HUE))
}

/** What the colours of sure pixels say of others: −1 (surely ground) .. 1 (surely subject). */
export interface ColoursSay {
  /** Of a pixel, by its own colour alone. */
  readonly of: (at: number) => number
  /** By its hue, which a mixture with grey or with dark wood keeps; undefined for greys. */
  readonly ofHue: (at: number) => number | undefined
  /** About how many of the sure pixels are the subject's. */
  readonly sureSubject: number
}

/** @param isSure 1 for sure pixels of the subject, −1 for those of the ground, 0 for unknown ones */
export function coloursSay({ data }: Picture, isSure: Int8Array): ColoursSay {
  const subjectCounts = new Float32Array(CELLS)
  const groundCounts = new Float32Array(CELLS)
  const hues = [new Float32Array(HUES), new Float32Array(HUES)] as const
  const sure: [number, number] = [0, 0]
  for (let i = 0; i < isSure.length; i += SAMPLED) {
    if (isSure[i] === 0) continue
    const side = isSure[i] === 1 ? 0 : 1
    const counts = side === 0 ? subjectCounts : groundCounts
    const cell = cellOf(data, i)
    counts[cell] = counts[cell]! + 1
    const hue = hueOf(data, i)
    if (hue >= 0) hues[side][hue] = hues[side][hue]! + 1
    sure[side]++
  }
  const saidOfHues = huesSay(hues, sure)
  const subject = paletteOf(subjectCounts)
  const ground = paletteOf(groundCounts)
  const said = subject.map((part, cell) => (part - ground[cell]!) / (part + ground[cell]! + FAINT))
  return {
    of: (at) => said[cellOf(data, at)]!,
    ofHue: (at) => saidOfHues[hueOf(data, at)],
    sureSubject: SAMPLED * sure[0],
  }
}

/**
 * Tells from colours alone which side unknown pixels belong to: what is seen often among sure pixels of one side and
 * never among the other's is that side's. Colours of both sides, and mixtures that neither side shows, tell nothing.
 * A pixel counts only as far as its neighbours agree, since a mixture may look like the other side by chance; against
 * the network's clear opinion it does not count; and none does where palettes contradict the network often or the sure
 * pixels show little of the subject.
 * @param mask the network's opinion, 0..255, one a pixel
 * @param isSure as coloursSay has it
 * @param band places of the unknown pixels
 * @param near how far both sides are near each unknown pixel, 0..1: there what looks like ground is a gap in the subject,
 * whatever the network makes of it
 * @returns for each unknown pixel −1 (surely ground) .. 1 (surely subject), and how far colours are believed at all, 0..1
 */
export function sidesOf(
  { width, height }: Picture,
  colours: ColoursSay,
  mask: Uint8Array,
  isSure: Int8Array,
  band: Int32Array,
  near: Float32Array,
): { sides: Float32Array; trust: number } {
  const sides = new Float32Array(band.length)
  for (let n = 0; n < band.length; n++) {
    const i = band[n]!
    const x = i % width
    const y = (i - x) / width
    let sum = 0
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const at = v * width + u
        sum += isSure[at] === 0 ? colours.of(at) : isSure[at]!
      }
    }
    const around = sum / 9
    const own = colours.of(i)
    if (around * own > 0) sides[n] = Math.sign(around) * Math.min(Math.abs(around), Math.abs(own))
  }
  const trust = trustOf(sides, mask, band, colours.sureSubject)
  for (let n = 0; n < band.length; n++) {
    const share = mask[band[n]!]! / 255
    const allowed = sides[n]! > 0 ? allowedBy(share) : Math.max(near[n]!, allowedBy(1 - share))
    sides[n] = sides[n]! * trust * allowed
  }
  return { sides, trust }
}
