import { expect, test } from 'vitest'
import { estimateColours, settleShares } from '#kernels/matting/foreground-estimation.ts'

const WIDTH = 190
const HEIGHT = 150
const SIZE = WIDTH * HEIGHT

type Colour = readonly [red: number, green: number, blue: number]
const SUBJECT: Colour = [30, 90, 40]
const GROUND: Colour = [200, 190, 180]

/** A picture in which each pixel is mixed of subject and ground. */
function mixed(share: (x: number, y: number) => number) {
  const data = new Uint8ClampedArray(4 * SIZE).fill(255)
  const truth = new Float32Array(SIZE)
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, at++) {
      const part = share(x, y)
      truth[at] = part
      for (let c = 0; c < 3; c++) data[4 * at + c] = part * SUBJECT[c]! + (1 - part) * GROUND[c]!
    }
  }
  return { picture: { width: WIDTH, height: HEIGHT, data }, truth }
}

/** Bent blades with soft edges. */
const blades = (x: number, y: number) =>
  Math.min(1, Math.max(0, 0.5 + 1.5 * Math.sin((x + 12 * Math.sin(y / 31)) / 4)))
const untold = new Float32Array(SIZE).fill(1)

/** Shares close to none and all are drawn there. */
const TRACE = 0.02

test('mixed pixels get the colours of their two sides', () => {
  const { picture, truth } = mixed(blades)
  const mask = Uint8Array.from(truth, (share) => Math.round(255 * share))
  const { numbers, own, ground } = estimateColours(picture, mask)
  let [count, off] = [0, 0]
  for (let at = 0; at < SIZE; at++) {
    if (mask[at] === 0 || mask[at] === 255) continue
    count++
    const p = 3 * (numbers[at]! - 1)
    for (let c = 0; c < 3; c++) {
      const miss = Math.abs(own[p + c]! - SUBJECT[c]!) + Math.abs(ground[p + c]! - GROUND[c]!)
      off = Math.max(off, miss)
    }
  }
  expect(count).toBeGreaterThan(6000)
  expect(off).toBeLessThan(8)
})

test('plain pixels have colours where they are asked for', () => {
  const { picture } = mixed((x) => Math.min(1, Math.max(0, (x - 90) / 10)))
  const mask = Uint8Array.from({ length: SIZE }, (_, at) =>
    Math.min(255, Math.max(0, 25.5 * ((at % WIDTH) - 90))),
  )
  const [outside, inside] = [40 * WIDTH + 50, 40 * WIDTH + 150]
  expect(estimateColours(picture, mask).numbers[inside]).toBe(0)
  const { numbers, own, ground } = estimateColours(picture, mask, Int32Array.of(outside, inside))
  const coloursAt = (plane: Float32Array, at: number) =>
    [0, 1, 2].map((c) => plane[3 * (numbers[at]! - 1) + c])
  expect(coloursAt(own, inside)).toEqual(SUBJECT)
  expect(coloursAt(ground, outside)).toEqual(GROUND)
})

test('shares that nobody knows follow from the plain colours around them', () => {
  const { picture, truth } = mixed(blades)
  const band = Int32Array.from(truth.keys()).filter((at) => truth[at]! > 0 && truth[at]! < 1)
  const shares = truth.map((share) => (share > 0 && share < 1 ? 0.5 : share))
  settleShares(picture, shares, untold, band)
  let [most, sum] = [0, 0]
  for (const at of band) {
    const miss = Math.abs(shares[at]! - truth[at]!)
    most = Math.max(most, miss)
    sum += miss
  }
  // What is near 0 and 1 is drawn there, and a little of what was given stays.
  expect(most).toBeLessThan(TRACE + 0.08)
  expect(sum / band.length).toBeLessThan(TRACE)
})

test('shares that are not asked about stay', () => {
  const { picture, truth } = mixed(blades)
  const shares = truth.map((share) => (share > 0 && share < 1 ? 0.5 : share))
  const before = shares.slice()
  settleShares(picture, shares, untold, Int32Array.of(77))
  shares[77] = before[77]!
  expect(shares).toEqual(before)
})

test('where all has one colour, every share stays', () => {
  const { picture } = mixed(() => 0.5)
  const shares = Float32Array.from({ length: SIZE }, (_, at) => (at % WIDTH) / WIDTH)
  const before = shares.slice()
  settleShares(picture, shares, untold, Int32Array.from(shares.keys()))
  let most = 0
  for (let at = 0; at < SIZE; at++) most = Math.max(most, Math.abs(shares[at]! - before[at]!))
  expect(most).toBeLessThan(1e-4)
})
