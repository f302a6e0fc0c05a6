/**
 * What colours around a band tell of its pixels: E. Gastal and M. Oliveira, "Shared Sampling for Real-Time Alpha
 * Matting", Eurographics 2010. Each pixel looks along rays for what is surely subject and surely ground, neighbours share
 * their best pairs, and the share of the subject follows from the pair's colours.
 */
import type { Picture } from './picture.ts'
import { SUBJECT, UNKNOWN } from './trimap.ts'

const RAYS = 4
/** Longest ray, as a share of the longer side. */
const REACH = 0.07
/** Neighbours that share their pairs, as steps in x and y that meet every direction of looking. */
const SHARED = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [2, 2],
  [-2, -2],
  [2, -2],
  [-2, 2],
  [4, 1],
  [-4, -1],
  [1, -4],
  [-1, 4],
] as const
const SHARED_X = Int8Array.from(SHARED, ([x]) => x)
const SHARED_Y = Int8Array.from(SHARED, ([, y]) => y)
/** How much the network is believed against the colours where it is quite sure. */
const TRUST = 0.6
/** Distance in colour, 0..255, at which subject and ground can be told apart by half. */
const APART = 20
/** Mean error of colour, 0..255, at which a pair explains a pixel only by a third. */
const MISFIT = 12

/** The pixels that a ray in one direction meets. */
interface Ray {
  /** Steps from the start, px. */
  readonly dx: Int32Array
  readonly dy: Int32Array
  /** Those at which the other side is given up that met the first sure pixel at each: what turns away seldom comes back. */
  readonly ends: Int32Array
}

/** @param angle of the ray, radians */
function makeRay(angle: number, reach: number): Ray {
  const steps: number[] = []
  // Far away fewer pixels tell enough.
  for (let step = 1; step < reach; step += step > 48 ? 4 : step > 24 ? 3 : step > 8 ? 2 : 1) steps.push(step)
  return {
    dx: Int32Array.from(steps, (step) => Math.round(Math.cos(angle) * step)),
    dy: Int32Array.from(steps, (step) => Math.round(Math.sin(angle) * step)),
    ends: Int32Array.from(steps, (step) => steps.filter((other) => other < 3 * step + 24).length),
  }
}

/** Rays of pixels in turn: neighbours look in other directions, so that what they share covers the whole round. */
function makeRays(reach: number): Ray[] {
  return Array.from({ length: 9 * RAYS }, (_, i) => {
    const angle = ((i % RAYS) + Math.floor(i / RAYS) / 9) * ((2 * Math.PI) / RAYS)
    return makeRay(angle, reach)
  })
}

/** How many steps a ray stays within the picture. */
function stepsWithin({ width, height }: Picture, x: number, y: number, { dx, dy }: Ray): number {
  let count = dx.length
  // A ray that ends inside has never left it.
  while (count > 0) {
    const u = x + dx[count - 1]!
    const v = y + dy[count - 1]!
    if (u >= 0 && v >= 0 && u < width && v < height) break
    count--
  }
  return count
}

/** Follows one ray; gives the places of the first sure pixels of the subject and of the ground, −1 where it met none. */
function follow(kinds: Int8Array, picture: Picture, x: number, y: number, ray: Ray, found: Int32Array): void {
  const { dx, dy, ends } = ray
  const count = stepsWithin(picture, x, y, ray)
  const { width } = picture
  const from = y * width + x
  found[0] = -1
  found[1] = -1
  let i = 0
  while (i < count && kinds[from + dy[i]! * width + dx[i]!] === UNKNOWN) i++
  if (i === count) return
  const first = from + dy[i]! * width + dx[i]!
  const kind = kinds[first]!
  found[kind === SUBJECT ? 0 : 1] = first
  const end = Math.min(count, ends[i]!)
  for (i++; i < end; i++) {
    const at = from + dy[i]! * width + dx[i]!
    if (kinds[at] !== -kind) continue
    found[kind === SUBJECT ? 1 : 0] = at
    return
  }
}

/** Pixels by x, y, red, green and blue each, so that what is compared often lies together. */
type Pixels = Uint16Array
const PIXEL = 5

function putPixel({ width, data }: Picture, at: number, into: Pixels, p: number): void {
  const x = at % width
  into[p] = x
  into[p + 1] = (at - x) / width
  into[p + 2] = data[4 * at]!
  into[p + 3] = data[4 * at + 1]!
  into[p + 4] = data[4 * at + 2]!
}

/** The share of the subject's colour in a pixel, 0..1; f and b are where a pair's pixels begin, as in all that follows. */
function shareOf(pixel: Pixels, subject: Pixels, f: number, ground: Pixels, b: number): number {
  let dot = 0
  let length = 1e-3
  for (let c = 2; c < PIXEL; c++) {
    const step = subject[f + c]! - ground[b + c]!
    dot += (pixel[c]! - ground[b + c]!) * step
    length += step * step
  }
  return Math.min(1, Math.max(0, dot / length))
}

/** How far a pixel's colour is from the mixture of a pair, 0..255. */
function misfit(pixel: Pixels, subject: Pixels, f: number, ground: Pixels, b: number, share: number): number {
  let sum = 0
  for (let c = 2; c < PIXEL; c++) {
    const miss = pixel[c]! - (share * subject[f + c]! + (1 - share) * ground[b + c]!)
    sum += miss * miss
  }
  return Math.sqrt(sum)
}

function distance(pixel: Pixels, other: Pixels, p: number): number {
  const dx = pixel[0]! - other[p]!
  const dy = pixel[1]! - other[p + 1]!
  return Math.sqrt(dx * dx + dy * dy)
}

/**
 * Cost of a pair for a pixel: colours that do not explain it, ways that are long, and, to break ties between
 * pairs that explain a colour alike, the network's opinion.
 * @param way what both ways cost
 * @param best cost from which on a pair is of no use and only known to cost no less
 */
function cost(
  pixel: Pixels,
  subject: Pixels,
  f: number,
  ground: Pixels,
  b: number,
  way: number,
  prior: number,
  best: number,
): number {
  if (way >= best) return best
  const share = shareOf(pixel, subject, f, ground, b)
  const against = 20 * Math.abs(share - prior)
  if (way + against >= best) return best
  return misfit(pixel, subject, f, ground, b, share) + way + against
}

/** The best pairs that pixels of the band have found for themselves, one of the subject and one of the ground each. */
interface Pairs {
  /** One more than the number of the band's pixel at each place; 0 elsewhere. */
  readonly numbers: Int32Array
  /** 1 for each pixel of the band that has a pair. */
  readonly hasPair: Uint8Array
  readonly subject: Pixels
  readonly ground: Pixels
}

/** @param band places of the unknown pixels */
function choose(picture: Picture, kinds: Int8Array, band: Int32Array, mask: Uint8Array): Pairs {
  const { width, height } = picture
  const rays = makeRays(REACH * Math.max(width, height))
  const numbers = new Int32Array(mask.length)
  const hasPair = new Uint8Array(band.length)
  const subject = new Uint16Array(PIXEL * band.length)
  const ground = new Uint16Array(PIXEL * band.length)
  const found = new Int32Array(2)
  const pixel = new Uint16Array(PIXEL)
  const [subjects, grounds] = [new Uint16Array(PIXEL * RAYS), new Uint16Array(PIXEL * RAYS)]
  const ways = new Float32Array(RAYS)
  for (let n = 0; n < band.length; n++) {
    const at = band[n]!
    numbers[at] = n + 1
    putPixel(picture, at, pixel, 0)
    const [x, y] = [pixel[0]!, pixel[1]!]
    // Every second pixel looks around; the others share what it found.
    if ((x + y) % 2 === 1) continue
    const turn = ((x % 3) + 3 * (y % 3)) * RAYS
    let lastSubject = 0
    let lastGround = 0
    for (let ray = turn; ray < turn + RAYS; ray++) {
      follow(kinds, picture, x, y, rays[ray]!, found)
      if (found[0]! >= 0) putPixel(picture, found[0]!, subjects, PIXEL * lastSubject++)
      if (found[1]! < 0) continue
      putPixel(picture, found[1]!, grounds, PIXEL * lastGround)
      ways[lastGround] = distance(pixel, grounds, PIXEL * lastGround)
      lastGround++
    }
    if (lastSubject === 0 || lastGround === 0) continue
    const prior = mask[at]! / 255
    let best = Number.POSITIVE_INFINITY
    let [f, b] = [0, 0]
    for (let i = 0; i < lastSubject; i++) {
      const far = distance(pixel, subjects, PIXEL * i)
      for (let j = 0; j < lastGround; j++) {
        const way = 0.05 * (far + ways[j]!)
        const price = cost(pixel, subjects, PIXEL * i, grounds, PIXEL * j, way, prior, best)
        if (price >= best) continue
        best = price
        f = PIXEL * i
        b = PIXEL * j
      }
    }
    for (let i = 0; i < PIXEL; i++) {
      subject[PIXEL * n + i] = subjects[f + i]!
      ground[PIXEL * n + i] = grounds[b + i]!
    }
    hasPair[n] = 1
  }
  return { numbers, hasPair, subject, ground }
}

/** What colours tell of the pixels of the band, by their numbers. */
export interface Told {
  /** One more than the number of the pixel at each place; 0 at those that are not of the band. */
  readonly numbers: Int32Array
  /** Of the subject, 0..1. */
  readonly shares: Float32Array
  /** How certain they are, 0..1. */
  readonly weights: Float32Array
}

/** The share that the best of the pairs tells that a pixel and its neighbours found. */
function share(
  picture: Picture,
  band: Int32Array,
  { numbers, hasPair, subject, ground }: Pairs,
  mask: Uint8Array,
): Told {
  const { width, height } = picture
  const shares = new Float32Array(band.length)
  const weights = new Float32Array(band.length)
  const pixel = new Uint16Array(PIXEL)
  for (let n = 0; n < band.length; n++) {
    const at = band[n]!
    putPixel(picture, at, pixel, 0)
    const prior = mask[at]! / 255
    let best = Number.POSITIVE_INFINITY
    let pair = -1
    for (let i = 0; i < SHARED_X.length; i++) {
      const u = pixel[0]! + SHARED_X[i]!
      const v = pixel[1]! + SHARED_Y[i]!
      if (u < 0 || v < 0 || u >= width || v >= height) continue
      const near = numbers[v * width + u]! - 1
      if (near < 0 || hasPair[near] === 0) continue
      const p = PIXEL * near
      const way = 0.05 * (distance(pixel, subject, p) + distance(pixel, ground, p))
      const price = cost(pixel, subject, p, ground, p, way, prior, best)
      if (price >= best) continue
      best = price
      pair = p
    }
    if (pair < 0) continue
    const part = shareOf(pixel, subject, pair, ground, pair)
    let apart = 0
    for (let c = 2; c < PIXEL; c++) apart += (subject[pair + c]! - ground[pair + c]!) ** 2
    const told = apart / (apart + APART * APART)
    shares[n] = part
    const certain = Math.abs((2 * mask[at]!) / 255 - 1)
    const left = misfit(pixel, subject, pair, ground, pair, part)
    weights[n] = told * Math.exp(-left / MISFIT) * (1 - TRUST * certain ** 6)
  }
  return { numbers, shares, weights }
}

/**
 * Tells the shares of unknown pixels from the colours of sure ones.
 * @param kinds SUBJECT, GROUND or UNKNOWN, one a pixel
 * @param band places of the unknown pixels
 * @param mask the network's opinion, 0..255, one a pixel
 */
export function tellByColours(picture: Picture, kinds: Int8Array, band: Int32Array, mask: Uint8Array): Told {
  return share(picture, band, choose(picture, kinds, band, mask), mask)
}
