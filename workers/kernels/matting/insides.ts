/**
 * Plain parts that a network is unsure of, a shirt or a table top: it was taught with sure masks, so half a share there
 * is doubt and no glass. What is sure, and what it leans to, goes on as far as the picture does and stops at its edges:
 * D. Min et al., "Fast Global Image Smoothing Based on Weighted Least Squares", IEEE TIP 2014.
 */
import type { Picture } from './picture.ts'
import { squareMiddles } from './thick-parts.ts'

/** Longest side of the copy on which shares are spread, px. */
const SIDE = 512
/** How far shares are spread where nothing stops them, squared px. */
const SPREAD = 10_000
/** Difference of neighbours in colour, 0..255, that lets a third through. */
const STEP = 8
const ROUNDS = 3
/** How much the network's leaning counts beside what it is sure of, at most. */
const LEANING = 0.1
/** From which opinion on, −1..1 either way, the network is sure. */
const SURE = 0.92
/** How plain all is within this many px of the copy, 0..1, before what arrives decides. */
const PLAIN = { least: 0.7, reach: 2 } as const
/** Share that the network gives to all within this many px of a pixel of the copy that is deep in the subject. */
const DEEP = { least: 0.75, reach: 12 } as const
/** Share that arrives from one side at least, before the part is that side's. */
const DECIDED = 0.85

/** How much each value of a mask has a say, 0..1. */
const SAY = Float32Array.from({ length: 256 }, (_, value) => {
  const opinion = (2 * value) / 255 - 1
  return Math.abs(opinion) > SURE ? 1 : LEANING * Math.abs(opinion)
})

/** What is known of a copy's pixels. */
interface Copy {
  readonly width: number
  readonly height: number
  /** Interleaved RGB, means, 0..255. */
  readonly rgb: Float32Array
  /** How much each pixel has a say, 0..1, and as much of it as speaks for the subject. */
  readonly say: Float32Array
  readonly subject: Float32Array
  /** Share of the subject that the network gives it, 0..1. */
  readonly given: Float32Array
}

function copyOf({ width, height, data }: Picture, mask: Uint8Array, step: number): Copy {
  const [w, h] = [Math.ceil(width / step), Math.ceil(height / step)]
  const [rgb, say, subject, given] = [3, 1, 1, 1].map((of) => new Float32Array(of * w * h)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  // Of large pictures every second pixel of every second row tells enough.
  const stride = step > 3 ? 2 : 1
  for (let to = 0; to < w * h; to++) {
    const left = (to % w) * step
    const top = Math.floor(to / w) * step
    const right = Math.min(width, left + step)
    const bottom = Math.min(height, top + step)
    let count = 0
    let red = 0
    let green = 0
    let blue = 0
    let all = 0
    let own = 0
    let shares = 0
    for (let y = top; y < bottom; y += stride) {
      for (let at = y * width + left, end = y * width + right; at < end; at += stride) {
        const value = mask[at]!
        count++
        red += data[4 * at]!
        green += data[4 * at + 1]!
        blue += data[4 * at + 2]!
        shares += value
        all += SAY[value]!
        if (value > 127) own += SAY[value]!
      }
    }
    rgb[3 * to] = red / count
    rgb[3 * to + 1] = green / count
    rgb[3 * to + 2] = blue / count
    say[to] = all / count
    subject[to] = own / count
    given[to] = shares / count / 255
  }
  return { width: w, height: h, rgb, say, subject, given }
}

/** How alike each pixel and the one `next` places on are, 0..1; 1 where there is none. */
function tiesOf({ rgb, width }: Copy, next: number): Float32Array {
  const ties = new Float32Array(rgb.length / 3).fill(1)
  for (let p = 0, q = 3 * next, i = 0; q < rgb.length; p += 3, q += 3, i++) {
    if (next === 1 && (i + 1) % width === 0) continue
    const red = Math.abs(rgb[p]! - rgb[q]!)
    const green = Math.abs(rgb[p + 1]! - rgb[q + 1]!)
    const blue = Math.abs(rgb[p + 2]! - rgb[q + 2]!)
    const most = Math.max(red, green, blue) / STEP
    ties[i] = Math.exp(-most * most)
  }
  return ties
}

/** A row or a column of a plane: where it begins, the way from pixel to pixel, and how many it has. */
interface Line {
  from: number
  step: number
  count: number
}

/** Solves (1 + reach · L) u = f along a line, in place, where L holds the ties: Thomas's algorithm. */
function spreadAlong(
  plane: Float32Array,
  ties: Float32Array,
  { from, step, count }: Line,
  reach: number,
  ratios: Float64Array,
): void {
  let before = 0
  let ratio = 0
  for (let k = 0, i = from; k < count; k++, i += step) {
    const after = k + 1 < count ? reach * ties[i]! : 0
    const pivot = 1 + before + after - before * ratio
    plane[i] = (plane[i]! + (k > 0 ? before * plane[i - step]! : 0)) / pivot
    ratio = after / pivot
    ratios[k] = ratio
    before = after
  }
  for (let k = count - 2, i = from + k * step; k >= 0; k--, i -= step)
    plane[i] = plane[i]! + ratios[k]! * plane[i + step]!
}

function spreadOut({ width, height, say, subject }: Copy, along: Float32Array, down: Float32Array): void {
  const ratios = new Float64Array(Math.max(width, height))
  for (let round = 1; round <= ROUNDS; round++) {
    const reach = (1.5 * SPREAD * 4 ** (ROUNDS - round)) / (4 ** ROUNDS - 1)
    for (const plane of [say, subject]) {
      for (let y = 0; y < height; y++)
        spreadAlong(plane, along, { from: y * width, step: 1, count: width }, reach, ratios)
      for (let x = 0; x < width; x++)
        spreadAlong(plane, down, { from: x, step: width, count: height }, reach, ratios)
    }
  }
}

/**
 * Decides what the network is unsure of though no outline is near, in place: plain parts by what is sure around them,
 * and what is deep in the subject.
 * @param mask the network's, 0..255, one a pixel
 */
export function decideInsides(picture: Picture, mask: Uint8Array): void {
  const { width, height } = picture
  // Who is sure of no subject leans to nothing either.
  if (!mask.some((value) => value > 127 && SAY[value] === 1)) return
  const step = Math.max(1, Math.ceil(Math.max(width, height) / SIDE))
  const copy = copyOf(picture, mask, step)
  const [along, down] = [tiesOf(copy, 1), tiesOf(copy, copy.width)]
  const isPlain = new Uint8Array(along.length)
  const isGiven = new Uint8Array(along.length)
  for (let i = 0; i < along.length; i++) {
    if (along[i]! > PLAIN.least && down[i]! > PLAIN.least) isPlain[i] = 1
    if (copy.given[i]! > DEEP.least) isGiven[i] = 1
  }
  const plain = squareMiddles(isPlain, copy.width, copy.height, PLAIN.reach)
  const deep = squareMiddles(isGiven, copy.width, copy.height, DEEP.reach)
  spreadOut(copy, along, down)
  for (let from = 0; from < plain.length; from++) {
    const isSure = copy.given[from] === 0 || copy.given[from] === 1
    if (isSure || (plain[from] === 0 && deep[from] === 0)) continue
    const arrived = copy.subject[from]! / Math.max(1e-9, copy.say[from]!)
    const isSubject = deep[from] === 1 || arrived > DECIDED
    if (!isSubject && arrived >= 1 - DECIDED) continue
    const [left, top] = [(from % copy.width) * step, Math.floor(from / copy.width) * step]
    const right = Math.min(width, left + step)
    for (let y = top; y < Math.min(height, top + step); y++)
      mask.fill(isSubject ? 255 : 0, y * width + left, y * width + right)
  }
}
