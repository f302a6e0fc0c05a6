import { expect, it } from 'vitest'
import { coloursSay, sidesOf } from '#kernels/matting/palettes.ts'

const SIDE = 60
const GREEN = [60, 140, 50]
const RED = [190, 50, 40]
const GREY = [190, 180, 170]

/** Subject on the left, ground on the right, between them an unknown band of 20 px; each pixel of its colour. */
function scene(colourOf: (x: number, y: number) => number[], opinion: (x: number) => number, nearness = 0) {
  const data = new Uint8Array(4 * SIDE * SIDE)
  const mask = new Uint8Array(SIDE * SIDE)
  const isSure = new Int8Array(SIDE * SIDE)
  const band: number[] = []
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      data.set([...colourOf(x, y), 255], 4 * i)
      isSure[i] = x < 20 ? 1 : x >= 40 ? -1 : 0
      mask[i] = x < 20 ? 255 : x >= 40 ? 0 : opinion(x)
      if (isSure[i] === 0) band.push(i)
    }
  }
  const near = new Float32Array(band.length).fill(nearness)
  const picture = { width: SIDE, height: SIDE, data }
  const colours = coloursSay(picture, isSure)
  const { sides } = sidesOf(picture, colours, mask, isSure, Int32Array.from(band), near)
  return (x: number, y: number) => sides[band.indexOf(y * SIDE + x)]
}

/** A network that leans the right way, no more. */
const unsure = (x: number) => (x < 28 ? 150 : 90)
/** Rows of joints in a red wall. */
const wall = (y: number) => (y % 12 < 4 ? GREY : RED)

it('tells joints of the wall behind a plant from the plant, where the network is unsure of them', () => {
  const sides = scene((x, y) => (x < 28 ? GREEN : wall(y)), unsure)
  expect(sides(34, 14)).toBeLessThan(-0.9)
  expect(sides(34, 20)).toBeLessThan(-0.9)
  expect(sides(22, 20)).toBeGreaterThan(0.5)
})

it('says nothing of colours that both sides show, nor of colours of neither', () => {
  const shared = scene((x, y) => (x < 28 ? (y % 12 < 4 ? GREY : GREEN) : wall(y)), unsure)
  expect(Math.abs(shared(34, 14) ?? 1)).toBeLessThan(0.1)
  const strange = scene((x, y) => (x < 20 ? GREEN : x < 40 ? [30, 60, 200] : wall(y)), unsure)
  expect(Math.abs(strange(30, 20) ?? 1)).toBeLessThan(0.1)
})

it('finds gaps where both sides are near, though the network saw none', () => {
  const unseen = (x: number) => (x < 28 ? 250 : x === 34 ? 220 : 40)
  const sides = scene((x, y) => (x < 28 ? GREEN : wall(y)), unseen, 1)
  expect(sides(34, 20)).toBeLessThan(-0.8)
  const far = scene((x, y) => (x < 28 ? GREEN : wall(y)), unseen, 0)
  expect(far(34, 20)).toBeCloseTo(0)
})

it('believes the network where it is sure, and no palette that contradicts it all over', () => {
  const sides = scene(
    (x, y) => (x < 28 ? GREEN : wall(y)),
    () => 250,
  )
  expect(sides(34, 20)).toBeCloseTo(0)
  // The band looks like ground, the network takes it for subject: its subject has colours that are not sure yet.
  const wood = scene(
    (x, y) => (x < 20 ? GREEN : wall(y)),
    () => 180,
  )
  expect(wood(30, 20)).toBeCloseTo(0)
})

it('asks no neighbours beyond the left and right border of the picture', () => {
  const data = new Uint8Array(4 * SIDE * SIDE)
  const isSure = new Int8Array(SIDE * SIDE)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const x = i % SIDE
    data.set([...(x < 30 ? GREEN : RED), 255], 4 * i)
    isSure[i] = x < 10 ? 0 : x < 30 ? 1 : -1
  }
  const band = Int32Array.from(isSure.keys()).filter((i) => isSure[i] === 0)
  const mask = Uint8Array.from(isSure, (kind) => (kind === 1 ? 255 : kind === 0 ? 150 : 0))
  const picture = { width: SIDE, height: SIDE, data }
  const near = new Float32Array(band.length).fill(1)
  const { sides } = sidesOf(picture, coloursSay(picture, isSure), mask, isSure, band, near)
  // Two columns of three are known there.
  expect(sides[band.indexOf(30 * SIDE)]).toBeCloseTo(2 / 3, 2)
  expect(sides[band.indexOf(30 * SIDE + 5)]).toBeCloseTo(1, 2)
})
