import { describe, expect, it } from 'vitest'
import { addNamedAlike } from '#kernels/matting/named-part.ts'
import type { Raster } from '#kernels/raster.ts'
import { NAMES } from '#kernels/segmentation/names.ts'
import type { Segmentation } from '#kernels/segmentation/segment.ts'

const [WIDTH, HEIGHT] = [160, 120]
const isBlanket = (x: number, y: number) => x >= 20 && x < 140 && y >= 50 && y < 110
const isPillow = (x: number, y: number) => x >= 30 && x < 90 && y >= 34 && y < 50
const places = (is: (x: number, y: number) => boolean) =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (is(i % WIDTH, Math.floor(i / WIDTH)) ? 255 : 0))

/** A red blanket and a white pillow before a blue wall. */
function bed(): Raster {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    data.set(
      [...(isBlanket(x, y) ? [170, 40, 60] : isPillow(x, y) ? [240, 235, 225] : [90, 110, 170]), 255],
      4 * i,
    )
  }
  return { width: WIDTH, height: HEIGHT, data }
}

/** Names of every fourth pixel: a seat where `is` holds, wall elsewhere. */
function named(is: (x: number, y: number) => boolean): Segmentation {
  const [width, height] = [WIDTH / 4, HEIGHT / 4]
  const shares = new Float32Array(NAMES.length * width * height)
  for (let i = 0; i < width * height; i++) {
    const name = is(4 * (i % width) + 2, 4 * Math.floor(i / width) + 2) ? 'seat' : 'wall'
    shares[NAMES.findIndex((one) => one.name === name) * width * height + i] = 1
  }
  return { width, height, shares, setting: [1, 0, 0], kind: [1, 0, 0, 0] }
}

const click = [{ x: 80, y: 80 }]
const at = (mask: Uint8Array, x: number, y: number) => mask[y * WIDTH + x]

describe('what is named like a thing', () => {
  it('belongs to it where they hang together and the thing is most of it: a pillow on a bed', () => {
    const mask = places(isBlanket)
    addNamedAlike(
      bed(),
      mask,
      click,
      [],
      named((x, y) => isBlanket(x, y) || isPillow(x, y)),
    )
    expect([at(mask, 60, 42), at(mask, 60, 37), at(mask, 40, 46), at(mask, 80, 49)]).toEqual([
      255, 255, 255, 255,
    ])
    expect([at(mask, 60, 28), at(mask, 120, 42), at(mask, 10, 80)]).toEqual([0, 0, 0])
  })

  it.each([
    ['elsewhere', (x: number, y: number) => isBlanket(x, y) || (y < 20 && x > 60), []],
    ['as large as the thing', (x: number, y: number) => isBlanket(x, y) || y < 50, []],
    [
      'where it was said not to belong',
      (x: number, y: number) => isBlanket(x, y) || isPillow(x, y),
      [{ x: 60, y: 42 }],
    ],
    ['nowhere', () => false, []],
  ])('is left out %s', (_, is, off) => {
    const mask = places(isBlanket)
    const before = mask.slice()
    addNamedAlike(bed(), mask, click, off, named(is))
    expect(mask).toEqual(before)
  })
})
