import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { clearRoom } from '#kernels/clearroom/clear-room.ts'
import { emptyRoom } from '#kernels/clearroom/empty-room.ts'
import { sidesOf } from '#kernels/clearroom/sides.ts'
import { LABELS, type RoomBox, type Surface3, type View } from '#kernels/seeing/scene.ts'
import { groundOf, pointAt, surfaceThrough } from '#kernels/seeing/view.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'

const SIZE = { width: 448, height: 336 }

/** Floor, ceiling, back, left and right of a box that is known. */
function sidesOfBox(view: View, { back }: RoomBox): Surface3[] {
  const floor = groundOf(view, 'indoors')
  const left = pointAt(view, floor, back[3].x, back[3].y)
  const right = pointAt(view, floor, back[2].x, back[2].y)
  if (!left || !right) throw new Error('the back wall stands on the floor')
  const wall = surfaceThrough(view.axes[2], left)
  const top = pointAt(view, wall, back[0].x, back[0].y)
  if (!top) throw new Error('the back wall is before the camera')
  return [
    floor,
    surfaceThrough(view.axes[1], top),
    wall,
    surfaceThrough(view.axes[0], left),
    surfaceThrough(view.axes[0], right),
  ]
}

function cleared(seed: number, look: 'photo' | 'clay') {
  const scene = renderScene(seed, 'indoors', look, SIZE)
  const empty = renderScene(seed, 'indoors', look, { ...SIZE, bare: true })
  if (!scene.room) throw new Error('a room has a box')
  const planes = sidesOfBox(scene.view, scene.room)
  const has = (...names: string[]) =>
    Uint8Array.from(scene.labels, (l) => (names.includes(LABELS[l] ?? '') ? 1 : 0))
  const things = has('furniture', 'vegetation', 'other')
  const mask = things.map((value) => 255 * value)
  const out = clearRoom(scene.image, mask, { view: scene.view, planes, foreign: has('opening') })
  return { scene, empty, planes, things, out }
}

/** Side of the blocks whose means are compared, px: grain and boards may lie otherwise, light and colour may not. */
const BLOCK = 8

/** Mean absolute difference of the blocks of two pictures that lie mostly where `inside` is 1, 0..255. */
function differs(a: Uint8ClampedArray, b: Uint8ClampedArray, inside: Uint8Array): number {
  let sum = 0
  let count = 0
  for (let top = 0; top < SIZE.height; top += BLOCK) {
    for (let left = 0; left < SIZE.width; left += BLOCK) {
      const off = [0, 0, 0]
      let within = 0
      for (let y = top; y < top + BLOCK; y++) {
        for (let i = y * SIZE.width + left; i < y * SIZE.width + left + BLOCK; i++) {
          if (!inside[i]) continue
          within++
          for (const c of [0, 1, 2]) off[c] = (off[c] ?? 0) + (a[4 * i + c] ?? 0) - (b[4 * i + c] ?? 0)
        }
      }
      if (within < BLOCK ** 2 / 2) continue
      count++
      for (const value of off) sum += Math.abs(value / within) / 3
    }
  }
  return count > 0 ? sum / count : 0
}

describe('clearRoom', () => {
  test.each([
    [104, 'photo'],
    [107, 'clay'],
  ] as const)('room %i as %s looks as it does without furniture', (seed, look) => {
    const { scene, empty, things, out } = cleared(seed, look)
    const before = differs(scene.image.data, empty.image.data, things)
    expect(before, 'there is something to take away').toBeGreaterThan(15)
    expect(differs(out.data, empty.image.data, things)).toBeLessThan(before / 4)
  })

  test('what is far from the furniture stays as it is', () => {
    const { scene, things, out, planes } = cleared(107, 'clay')
    const ceiling = sidesOf(scene.view, planes).map((side) => (side === 1 ? 1 : 0))
    const untouched = ceiling.map((value, i) => (value && !things[i] ? 1 : 0))
    expect(untouched.some((value) => value === 1)).toBe(true)
    expect(differs(out.data, scene.image.data, untouched)).toBeLessThan(0.5)
  })
})

describe('emptyRoom', () => {
  test('takes the rug off the floor of a photograph as well', async () => {
    const file = sharp('public/samples/living-final.webp').resize(384).ensureAlpha().raw()
    const { data, info } = await file.toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const room = { width, height, data: new Uint8ClampedArray(data) }
    const options = { mask: null, keepFinish: true, materials: new Map(), report: () => undefined }
    const { picture } = emptyRoom(room, options)
    /** Blue by red around a place in the middle of the rug: that of wool is near 1, that of oak is not. */
    const coldness = (of: Uint8ClampedArray) => {
      let [red, blue] = [0, 0]
      for (let y = Math.round(0.74 * height); y < 0.78 * height; y++)
        for (let i = y * width + Math.round(0.58 * width); i < y * width + 0.62 * width; i++) {
          red += of[4 * i]!
          blue += of[4 * i + 2]!
        }
      return blue / red
    }
    expect(coldness(room.data)).toBeGreaterThan(0.68)
    expect(coldness(picture.data)).toBeLessThan(0.55)
  })
})
