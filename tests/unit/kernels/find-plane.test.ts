import { describe, expect, it } from 'vitest'
import { project } from '#kernels/lines/homography.ts'
import type { Raster } from '#kernels/raster.ts'
import { findPlane } from '#kernels/retexture/find-plane.ts'
import { type Corners, type Point, planeOf } from '#kernels/retexture/plane.ts'

const WIDTH = 900
const HEIGHT = 640
const FOCAL = 760

/** A camera at eye level, 1500 mm over the floor: mm in the room (x right, y down, z away) to px. */
const see = (x: number, y: number, z: number): Point => ({
  x: WIDTH / 2 + (FOCAL * x) / z,
  y: HEIGHT / 2 + (FOCAL * y) / z,
})

/** Joints every `joint` mm over a rectangle of a plane; beyond it plain grey. */
function draw(corners: Corners, w: number, h: number, joint: number) {
  const toPlane = planeOf(corners, w, h)
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255)
  const mask = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      let sum = 0
      let isIn = false
      // Nine samples a pixel: stairs are no straight edges.
      for (let k = 0; k < 9; k++) {
        const at = project(toPlane, x + ((k % 3) + 0.5) / 3, y + (Math.floor(k / 3) + 0.5) / 3)
        isIn = at.w > 0 && at.x >= 0 && at.y >= 0 && at.x <= w && at.y <= h
        const isOdd = (Math.floor(at.x / joint) + Math.floor(at.y / joint)) % 2 !== 0
        sum += isIn ? (isOdd ? 150 : 200) : 90
      }
      const from = 4 * (y * WIDTH + x)
      data.fill(sum / 9, from, from + 3)
      if (isIn) mask[y * WIDTH + x] = 255
    }
  const picture: Raster = { width: WIDTH, height: HEIGHT, data }
  return { picture, mask, toPlane }
}

function check(corners: Corners, w: number, h: number, joint: number) {
  const { picture, mask, toPlane } = draw(corners, w, h, joint)
  const found = findPlane(picture, mask)!
  expect(found.sure).toBe(true)
  // Where the found rectangle's corners really are on the plane.
  const [a, b, c, d] = [0, 1, 2, 3].map((k) => {
    const { x, y } = found.corners[k as 0 | 1 | 2 | 3]
    return project(toPlane, x, y)
  }) as Point[] as [Point, Point, Point, Point]
  const skew =
    Math.max(Math.abs(a.y - b.y), Math.abs(c.y - d.y)) / h +
    Math.max(Math.abs(a.x - d.x), Math.abs(b.x - c.x)) / w
  const proportion = found.widthMm / found.heightMm / ((b.x - a.x) / (d.y - a.y))
  return { found, skew, proportion, trueWidth: b.x - a.x }
}

describe('findPlane', () => {
  it('finds a wall that runs away, its proportions and its size', () => {
    const turn = 0.7
    const wall = (x: number, y: number) => see(-1600 + x * Math.cos(turn), y, 3000 + x * Math.sin(turn))
    const corners: Corners = [wall(0, -1300), wall(3600, -1300), wall(3600, 1500), wall(0, 1500)]
    const { found, skew, proportion, trueWidth } = check(corners, 3600, 2800, 400)
    expect(skew).toBeLessThan(0.06)
    expect(proportion).toBeGreaterThan(0.88)
    expect(proportion).toBeLessThan(1.14)
    expect(found.widthMm / trueWidth).toBeGreaterThan(0.85)
    expect(found.widthMm / trueWidth).toBeLessThan(1.18)
  })

  it('finds a floor laid at an angle', () => {
    const turn = 0.5
    const floor = (x: number, y: number) =>
      see(x * Math.cos(turn) - y * Math.sin(turn), 1500, 5200 + x * Math.sin(turn) + y * Math.cos(turn))
    const corners: Corners = [floor(-1400, 1400), floor(1400, 1400), floor(1400, -1400), floor(-1400, -1400)]
    const { found, proportion, trueWidth } = check(corners, 2800, 2800, 350)
    expect(Math.abs(proportion)).toBeGreaterThan(0.85)
    expect(Math.abs(proportion)).toBeLessThan(1.18)
    expect(Math.abs(found.widthMm / trueWidth)).toBeGreaterThan(0.8)
    expect(Math.abs(found.widthMm / trueWidth)).toBeLessThan(1.25)
  })

  it('says so when nothing tells, and finds nothing where nothing is covered', () => {
    const plain: Raster = { width: 300, height: 200, data: new Uint8ClampedArray(300 * 200 * 4).fill(180) }
    const mask = new Uint8Array(300 * 200).fill(255, 60 * 300, 120 * 300)
    const found = findPlane(plain, mask)!
    expect(found.sure).toBe(false)
    expect(found.corners[0]).toEqual({ x: 0, y: 60 })
    expect(found.corners[2]).toEqual({ x: 300, y: 120 })
    expect(findPlane(plain, new Uint8Array(300 * 200))).toBeNull()
  })
})
