/**
 * Edges of a cut-out from the picture's own colours: E. Gastal and M. Oliveira, "Shared Sampling for Real-Time
 * Alpha Matting", Eurographics 2010. The network sees 1024 px and is unsure in a band around the subject; there
 * each pixel looks along rays for what is surely subject and surely ground, neighbours share their best pairs,
 * and the share of the subject follows from the pair's colours. Where both look alike, the network is believed.
 * What only one side shows is that side's (palettes.ts), and at last shares and colours of the whole band are made to
 * agree (own-colours.ts).
 */
import { doubtsOf } from './doubts.ts'
import { settleShares } from './own-colours.ts'
import { sidesOf } from './palettes.ts'
import type { Picture } from './picture.ts'

/** Longest side on which edges are refined, px. */
export const REFINE_SIDE = 2048
/** From which share of 255 on a mask is sure. */
const SURE = 0.96
/** Half width of the band around the subject's outline at 1024 px, px. */
const BAND = 3
const RAYS = 4
/** Largest band, as a share of the picture. */
const MOST_BAND = 0.5
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
/** How much the network is believed against the colours where it is quite sure. */
const TRUST = 0.6
/** Distance in colour, 0..255, at which subject and ground can be told apart by half. */
const APART = 20
/** Mean error of colour, 0..255, at which a pair explains a pixel only by a third. */
const MISFIT = 12
/** Share below which a colour's noise is taken for the subject's trace, and above 1 minus which for a hole. */
const TRACE = 0.08

/** A share, 0..1, without the traces that a colour's noise leaves of the other side. */
const withoutTraces = (share: number) => Math.min(1, Math.max(0, (share - TRACE) / (1 - 2 * TRACE)))

const UNKNOWN = 1
const SUBJECT = 2
const GROUND = 3

/** Tells sure pixels from the band in which the outline must lie. */
function findBand(mask: Uint8Array, width: number, height: number): Uint8Array {
  const unsure = new Uint8Array(mask.length)
  const kinds = new Uint8Array(mask.length)
  const low = 255 * (1 - SURE)
  const high = 255 * SURE
  for (let y = 0, i = 0; y < height; y++) {
    let before = 0
    for (let x = 0; x < width; x++, i++) {
      const m = mask[i]!
      const kind = m > 127 ? SUBJECT : GROUND
      kinds[i] = kind
      const isEdge = (x > 0 && kind !== before) || (y > 0 && kind !== kinds[i - width])
      if (isEdge || (m > low && m < high)) unsure[i] = 1
      before = kind
    }
  }
  const radius = Math.max(2, Math.round((BAND * Math.max(width, height)) / 1024))
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = unsure.indexOf(1, row) - row; x >= 0 && x < width; ) {
      let end = x + 1
      while (end < width && unsure[row + end] === 1) end++
      const left = Math.max(0, x - radius)
      const right = Math.min(width, end + radius)
      for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
        kinds.fill(UNKNOWN, v * width + left, v * width + right)
      }
      x = unsure.indexOf(1, row + end) - row
    }
  }
  return kinds
}

/** Places of the nearest sure pixels along the rays of each pixel of the band; −1 where a ray met none. */
interface Samples {
  readonly subject: Int32Array
  readonly ground: Int32Array
}

/** The pixels that a ray in one direction meets, as steps from its start. */
interface Ray {
  /** Distance from the start, px. */
  readonly steps: Int32Array
  readonly dx: Int32Array
  readonly dy: Int32Array
}

/** @param angle of the ray, radians */
function makeRay(angle: number, reach: number): Ray {
  const steps: number[] = []
  // Far away fewer pixels tell enough.
  for (let step = 1; step < reach; step += step > 48 ? 4 : step > 24 ? 3 : step > 8 ? 2 : 1) steps.push(step)
  return {
    steps: Int32Array.from(steps),
    dx: Int32Array.from(steps, (step) => Math.round(Math.cos(angle) * step)),
    dy: Int32Array.from(steps, (step) => Math.round(Math.sin(angle) * step)),
  }
}

/** Follows one ray; gives the first sure pixel of either kind. */
function follow(
  kinds: Uint8Array,
  { width, height }: Picture,
  from: { x: number; y: number },
  { steps, dx, dy }: Ray,
  out: { subject: number; ground: number },
): void {
  let most = Number.POSITIVE_INFINITY
  let subject = -1
  let ground = -1
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!
    if (step >= most) break
    const x = from.x + dx[i]!
    const y = from.y + dy[i]!
    if (x < 0 || y < 0 || x >= width || y >= height) break
    const at = y * width + x
    const kind = kinds[at]!
    if (kind === UNKNOWN) continue
    if (kind === SUBJECT) {
      if (subject < 0) subject = at
    } else if (ground < 0) ground = at
    if (subject >= 0 && ground >= 0) break
    // What turns away from the outline seldom comes back.
    most = Math.min(most, 3 * step + 24)
  }
  out.subject = subject
  out.ground = ground
}

/** @param band indices of the unknown pixels */
function gather(kinds: Uint8Array, picture: Picture, band: Int32Array): Samples {
  const subject = new Int32Array(band.length * RAYS).fill(-1)
  const ground = new Int32Array(band.length * RAYS).fill(-1)
  const found = { subject: -1, ground: -1 }
  // Neighbours look in other directions, so that what they share covers the whole round.
  const ways = Array.from({ length: 9 * RAYS }, (_, i) => {
    const angle = ((i % RAYS) + Math.floor(i / RAYS) / 9) * ((2 * Math.PI) / RAYS)
    return makeRay(angle, REACH * Math.max(picture.width, picture.height))
  })
  for (let n = 0; n < band.length; n++) {
    const x = band[n]! % picture.width
    const y = (band[n]! - x) / picture.width
    // Every second pixel looks around; the others share what it found.
    if ((x + y) % 2 === 1) continue
    const turn = ((x % 3) + 3 * (y % 3)) * RAYS
    for (let ray = 0; ray < RAYS; ray++) {
      follow(kinds, picture, { x, y }, ways[turn + ray]!, found)
      subject[n * RAYS + ray] = found.subject
      ground[n * RAYS + ray] = found.ground
    }
  }
  return { subject, ground }
}

/** The share of the subject's colour in a pixel, 0..1. */
function shareOf(data: Picture['data'], at: number, f: number, b: number): number {
  let dot = 0
  let length = 1e-3
  for (let c = 0; c < 3; c++) {
    const step = data[f * 4 + c]! - data[b * 4 + c]!
    dot += (data[at * 4 + c]! - data[b * 4 + c]!) * step
    length += step * step
  }
  return Math.min(1, Math.max(0, dot / length))
}

/** How far a pixel's colour is from the mixture of a pair, 0..255. */
function misfit(data: Picture['data'], at: number, f: number, b: number, share: number): number {
  let sum = 0
  for (let c = 0; c < 3; c++) {
    const mixed = share * data[f * 4 + c]! + (1 - share) * data[b * 4 + c]!
    sum += (data[at * 4 + c]! - mixed) ** 2
  }
  return Math.sqrt(sum)
}

function distance(a: number, b: number, width: number): number {
  const ax = a % width
  const bx = b % width
  const dx = ax - bx
  const dy = (a - ax - b + bx) / width
  return Math.sqrt(dx * dx + dy * dy)
}

/**
 * Cost of a pair for a pixel: colours that do not explain it, ways that are long, and, to break ties between
 * pairs that explain a colour alike, the network's opinion.
 * @param far length of both ways, px
 */
function cost(data: Picture['data'], at: number, f: number, b: number, far: number, prior: number): number {
  const share = shareOf(data, at, f, b)
  return misfit(data, at, f, b, share) + 0.05 * far + 20 * Math.abs(share - prior)
}

/** Each pixel's best pair of its own samples, −1 where it has none. */
function choose(picture: Picture, band: Int32Array, samples: Samples, mask: Uint8Array): Samples {
  const subject = new Int32Array(band.length).fill(-1)
  const ground = new Int32Array(band.length).fill(-1)
  const { width, data } = picture
  const ways = new Float32Array(RAYS)
  for (let n = 0; n < band.length; n++) {
    const at = band[n]!
    if (((at % width) + Math.floor(at / width)) % 2 === 1) continue
    for (let ray = 0; ray < RAYS; ray++) {
      const b = samples.ground[n * RAYS + ray]!
      ways[ray] = b < 0 ? 0 : distance(at, b, width)
    }
    let best = Number.POSITIVE_INFINITY
    for (let i = n * RAYS; i < (n + 1) * RAYS; i++) {
      const f = samples.subject[i]!
      if (f < 0) continue
      const way = distance(at, f, width)
      for (let ray = 0; ray < RAYS; ray++) {
        const b = samples.ground[n * RAYS + ray]!
        if (b < 0) continue
        const price = cost(data, at, f, b, way + ways[ray]!, mask[at]! / 255)
        if (price >= best) continue
        best = price
        subject[n] = f
        ground[n] = b
      }
    }
  }
  return { subject, ground }
}

/** The best of the pairs that a pixel and its neighbours found, as the share of the subject and its certainty. */
function share(
  picture: Picture,
  band: Int32Array,
  chosen: Samples,
  mask: Uint8Array,
): { shares: Float32Array; weights: Float32Array } {
  const { width, height, data } = picture
  const numbers = new Int32Array(width * height).fill(-1)
  for (let n = 0; n < band.length; n++) numbers[band[n]!] = n
  const shares = new Float32Array(width * height)
  const weights = new Float32Array(width * height)
  for (const at of band) {
    const x = at % width
    const y = (at - x) / width
    let best = Number.POSITIVE_INFINITY
    let f = -1
    let b = -1
    for (const [dx, dy] of SHARED) {
      const u = x + dx
      const v = y + dy
      if (u < 0 || v < 0 || u >= width || v >= height) continue
      const n = numbers[v * width + u]!
      const subject = n < 0 ? -1 : chosen.subject[n]!
      if (subject < 0) continue
      const ground = chosen.ground[n]!
      const far = distance(at, subject, width) + distance(at, ground, width)
      const price = cost(data, at, subject, ground, far, mask[at]! / 255)
      if (price >= best) continue
      best = price
      f = subject
      b = ground
    }
    if (f < 0) continue
    const part = shareOf(data, at, f, b)
    let apart = 0
    for (let c = 0; c < 3; c++) apart += (data[f * 4 + c]! - data[b * 4 + c]!) ** 2
    const told = apart / (apart + APART * APART)
    shares[at] = part
    const certain = Math.abs((2 * mask[at]!) / 255 - 1)
    weights[at] = told * Math.exp(-misfit(data, at, f, b, part) / MISFIT) * (1 - TRUST * certain ** 6)
  }
  return { shares, weights }
}

/**
 * Refines a mask along its outline, in place.
 * @param picture of the mask's size, at most REFINE_SIDE long for a bearable time
 * @param mask 0..255, enlarged from the network's
 */
export function refineEdges(picture: Picture, mask: Uint8Array): void {
  const { width, height } = picture
  const kinds = findBand(mask, width, height)
  let count = 0
  for (const kind of kinds) if (kind === UNKNOWN) count++
  // A mask that is unsure of everything has no outline to refine.
  if (count === 0 || count > MOST_BAND * mask.length) return
  const band = new Int32Array(count)
  for (let i = 0, n = 0; i < kinds.length; i++) if (kinds[i] === UNKNOWN) band[n++] = i
  const chosen = choose(picture, band, gather(kinds, picture, band), mask)
  const { shares, weights } = share(picture, band, chosen, mask)
  const size = { width, height }
  const told = new Float32Array(mask.length)
  const isSure = new Int8Array(mask.length)
  for (let at = 0; at < kinds.length; at++) {
    told[at] = kinds[at] === SUBJECT ? 1 : 0
    isSure[at] = kinds[at] === SUBJECT ? 1 : kinds[at] === GROUND ? -1 : 0
  }
  for (const at of band) told[at] = settle(at, { ...size, mask, shares, weights })
  const doubts = doubtsOf(picture, told, weights)
  const sides = sidesOf(picture, mask, isSure, band, doubts.free)
  for (const at of band) told[at] = (1 - Math.abs(sides[at]!)) * told[at]! + Math.max(0, sides[at]!)
  settleShares(picture, told, doubts, band)
  for (const at of band) mask[at] = Math.round(255 * told[at]!)
}

interface Found {
  readonly width: number
  readonly height: number
  readonly mask: Uint8Array
  readonly shares: Float32Array
  readonly weights: Float32Array
}

/** Share of a pixel from its own colours, its neighbours' and the network's, each as far as it is sure. */
function settle(at: number, { width, height, mask, shares, weights }: Found): number {
  const x = at % width
  const y = (at - x) / width
  let sum = 0
  let total = 0
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const weight = weights[v * width + u]!
      sum += shares[v * width + u]! * weight
      total += weight
    }
  }
  const prior = mask[at]! / 255
  const weight = weights[at]!
  const around = total > 1e-3 ? sum / total : prior
  const own = weight * shares[at]! + (1 - weight) * around
  const sure = weight + (1 - weight) * 0.5 * Math.min(1, total / 9)
  return sure * withoutTraces(own) + (1 - sure) * prior
}
