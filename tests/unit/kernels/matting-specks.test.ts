import { expect, test } from 'vitest'
import { dropSpecks } from '#kernels/matting/specks.ts'

const SIDE = 128

function maskOf(...boxes: [left: number, top: number, width: number, height: number, value: number][]) {
  const mask = new Uint8Array(SIDE * SIDE)
  for (const [left, top, width, height, value] of boxes)
    for (let y = top; y < top + height; y++) mask.fill(value, y * SIDE + left, y * SIDE + left + width)
  return mask
}

test('specks far from the subject go, the subject and its soft edge stay', () => {
  const subject = maskOf([20, 20, 60, 60, 255], [80, 20, 1, 60, 40])
  const mask = subject.slice()
  mask[5 * SIDE + 5] = 255
  mask[100 * SIDE + 120] = 30
  mask[101 * SIDE + 121] = 30
  expect(dropSpecks(mask, SIDE)).toBe(2)
  expect(mask).toEqual(subject)
})

test('a small second subject stays', () => {
  const both = maskOf([10, 10, 60, 60, 255], [100, 100, 4, 4, 200])
  const mask = both.slice()
  expect(dropSpecks(mask, SIDE)).toBe(0)
  expect(mask).toEqual(both)
})

test('parts that touch at a corner are one, and none is joined across the picture’s sides', () => {
  const mask = maskOf([40, 40, 60, 60, 255], [39, 39, 1, 1, 255])
  mask[50 * SIDE + 127] = 20
  mask[51 * SIDE] = 255
  expect(dropSpecks(mask, SIDE)).toBe(2)
  expect(mask[39 * SIDE + 39]).toBe(255)
})

test('an empty mask stays empty', () => {
  expect(dropSpecks(new Uint8Array(SIDE * SIDE), SIDE)).toBe(0)
})
