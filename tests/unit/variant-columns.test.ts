import { expect, test } from 'vitest'
import { columnsFor } from '#src/workbenches/render/variant-columns.ts'

const ROOM = { width: 815, height: 740 }

test('wide pictures of two stand one below the other, upright ones side by side', () => {
  expect(columnsFor(2, ROOM, 1.5)).toBe(1)
  expect(columnsFor(2, ROOM, 0.7)).toBe(2)
})

test('three and four take two columns in a room that is about square, one row in a low one', () => {
  expect(columnsFor(3, ROOM, 1.5)).toBe(2)
  expect(columnsFor(4, ROOM, 1.5)).toBe(2)
  expect(columnsFor(4, { width: 1600, height: 260 }, 1.5)).toBe(4)
})

test('of grids with equally large pictures the fullest is taken', () => {
  // Two, three and four columns all show a square 200 px wide.
  expect(columnsFor(4, { width: 800, height: 400 }, 1)).toBe(2)
  expect(columnsFor(1, ROOM, 1.5)).toBe(1)
})

test('a room that is not known yet takes one column', () => {
  expect(columnsFor(4, { width: 0, height: 0 }, 1.5)).toBe(1)
})
