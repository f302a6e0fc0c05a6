import { describe, expect, it } from 'vitest'
import { grainRun } from '#kernels/dress/boards.ts'
import { dress } from '#kernels/dress/dress.ts'
import type { Finish, Look } from '#kernels/dress/look.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import type { Raster } from '#kernels/raster.ts'
import type { MaterialPicture } from '#kernels/retexture/apply.ts'
import { pyramidOf } from '#kernels/retexture/pyramid.ts'
import type { Region, Seen } from '#kernels/seeing/scene.ts'
import { groundOf, pictureToPlane, usualView } from '#kernels/seeing/view.ts'
import { NOON } from '#tests/support/looks.ts'

const [WIDTH, HEIGHT] = [300, 200]
const VIEW = usualView(WIDTH, HEIGHT, 'indoors')
const FLOOR = groundOf(VIEW, 'indoors')
const BORDER = 110

/** Boards of 12.5 cm, dark and light in turn, that run along u or along v. */
function boards(across: boolean): MaterialPicture {
  const data = Uint8ClampedArray.from({ length: 4 * 64 * 64 }, (_, k) => {
    const [x, y] = [(k >> 2) % 64, (k >> 2) >> 6]
    return k % 4 === 3 ? 255 : ((across ? y : x) >> 3) % 2 === 0 ? 60 : 210
  })
  return { picture: { width: 64, height: 64, data }, repeatMm: 1000, repeats: true }
}

/** A room whose floor has joints along an axis of its plane, half a metre apart; none for null. */
function room(joints: 'across' | 'away' | null): { image: Raster; seen: Seen } {
  const [a, b, c, d, e, f, g, h, k] = pictureToPlane(VIEW, FLOOR)
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  const map = new Uint16Array(WIDTH * HEIGHT)
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) {
      map[i] = y < BORDER ? 0 : 1
      const w = g * (x + 0.5) + h * (y + 0.5) + k
      const [u, v] = [(a * (x + 0.5) + b * (y + 0.5) + c) / w, (d * (x + 0.5) + e * (y + 0.5) + f) / w]
      // Half a metre apart, and one px and a half wide at whatever distance.
      const at = 2 * (joints === 'across' ? v : u)
      const metres = joints === 'across' ? (e - v * h) / w : (a - u * g) / w
      const wide = Math.min(0.5, 3 * Math.abs(metres))
      const isJoint = joints && y > BORDER && at - Math.floor(at) < wide
      const level = y === BORDER || isJoint ? 40 : 253
      data.set([level, level, level, 255], 4 * i)
    }
  const regions: Region[] = [
    { id: 0, label: 'wall', plane: null, sure: 1, pixels: BORDER * WIDTH, at: { x: 150, y: 50 } },
    {
      id: 1,
      label: 'floor',
      plane: FLOOR,
      sure: 1,
      pixels: (HEIGHT - BORDER) * WIDTH,
      at: { x: 150, y: 160 },
    },
  ]
  const seen: Seen = {
    width: WIDTH,
    height: HEIGHT,
    kind: 'model',
    setting: 'indoors',
    view: VIEW,
    room: null,
    map,
    regions,
  }
  return { image: { width: WIDTH, height: HEIGHT, data }, seen }
}

const runOf = (joints: 'across' | 'away' | null) => {
  const { image, seen } = room(joints)
  return prepareDress(image, seen).runs.floor
}

describe('boards of a floor', () => {
  it('run as the joints do that are drawn, and away from the camera where none are', () => {
    expect(runOf('across')).toBe('across')
    expect(runOf('away')).toBe('away')
    expect(runOf(null)).toBe('away')
  })

  it('have a grain, which a checker has not', () => {
    expect(grainRun(pyramidOf(boards(true).picture))).toBe('across')
    expect(grainRun(pyramidOf(boards(false).picture))).toBe('away')
    const checker = Uint8ClampedArray.from({ length: 4 * 64 * 64 }, (_, k) => {
      const [x, y] = [(k >> 2) % 64, (k >> 2) >> 6]
      return k % 4 < 3 && (x >> 3) % 2 === (y >> 3) % 2 ? 90 : 255
    })
    expect(grainRun(pyramidOf({ width: 64, height: 64, data: checker }))).toBe(null)
  })

  it.each([true, false])('are turned to run there, however their material lies (along u: %s)', (across) => {
    const { image, seen } = room(null)
    const finish: Finish = { material: boards(across), colour: [0, 0, 0], tint: 0, gloss: 0 }
    const look: Look = {
      finishes: { floor: [finish] },
      ...NOON,
      planting: 0,
    }
    const out = dress(prepareDress(image, seen), look, {
      strength: 1,
      lock: false,
      seed: 1,
      finishes: new Map(),
    })
    const green = (x: number, y: number) => out.data[4 * (y * WIDTH + x) + 1]!
    const along = Array.from({ length: 200 }, (_, k) => green(50 + k, 190))
    const changes = along.filter((value, k) => k > 0 && Math.abs(value - along[k - 1]!) > 12).length
    expect(changes).toBeGreaterThan(6)
  })
})
