import { describe, expect, test } from 'vitest'
import { clearRoom } from '#kernels/clearroom/clear-room.ts'
import { clearable } from '#kernels/clearroom/clearable.ts'
import { thingsIn } from '#kernels/clearroom/empty-room.ts'
import { drawOpenings, openingsOf } from '#kernels/clearroom/openings.ts'
import { sidesOf } from '#kernels/clearroom/sides.ts'
import { LABELS, type RoomBox, type Seen, type Surface3, type View } from '#kernels/seeing/scene.ts'
import { groundOf, pointAt, surfaceThrough, usualView } from '#kernels/seeing/view.ts'
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
  const { picture: out, left } = clearRoom(scene.image, mask, {
    view: scene.view,
    planes,
    foreign: has('opening'),
    openings: has('opening'),
  })
  return { scene, empty, planes, things, out, left }
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

const model = cleared(107, 'clay')

describe('clearRoom', () => {
  test.each([
    ['photo of room 104', () => cleared(104, 'photo')],
    ['model of room 107', () => model],
  ] as const)('the %s looks as it does without furniture', (_what, clear) => {
    const { scene, empty, things, out } = clear()
    const before = differs(scene.image.data, empty.image.data, things)
    expect(before, 'there is something to take away').toBeGreaterThan(15)
    expect(differs(out.data, empty.image.data, things)).toBeLessThan(before / 4)
  })

  test('what hides all of a side stays, and that is told', () => {
    const { planes } = model
    const { image, view } = model.scene
    const sides = sidesOf(view, planes)
    const mask = sides.map((side) => (side === 0 ? 255 : 0))
    const none = new Uint8Array(sides.length)
    const box = { view, planes, foreign: none, openings: none }
    const { picture, left } = clearRoom(image, mask, box)
    expect(picture.data).toEqual(image.data)
    expect(left.every((value, i) => value === (sides[i] === 0 ? 255 : 0))).toBe(true)
  })

  test('only things before sides of which enough is seen all around them go', () => {
    const width = 60
    const at = (is: (x: number, y: number) => boolean) =>
      Uint8Array.from({ length: width * 20 }, (_, i) => Number(is(i % width, Math.floor(i / width))))
    // Before a bare side; before one that it hides most of; before a bare one, but beside a window.
    const things = at(
      (x, y) => y > 1 && y < 18 && ((x > 4 && x < 12) || (x > 21 && x < 38) || (x > 44 && x < 50)),
    )
    const window = at((x, y) => x > 41 && !(y > 1 && y < 18 && x > 44 && x < 50))
    const own = things.map((thing, i) => (thing || window[i] ? 0 : 1))
    const sides = at((x) => x >= 20).map((side, i) => (i % width >= 40 ? 2 : side))
    const goes = clearable(
      things.map((thing) => 255 * thing),
      own,
      { sides, count: 3, width },
    )
    const row = 10 * width
    expect([8, 30, 47, 15].map((x) => goes[row + x])).toEqual([255, 0, 0, 0])
  })

  test('what is far from the furniture stays as it is', () => {
    const { scene, things, out, planes, left } = model
    expect(left.includes(255), 'all of it can be filled').toBe(false)
    const ceiling = sidesOf(scene.view, planes).map((side) => (side === 1 ? 1 : 0))
    const untouched = ceiling.map((value, i) => (value && !things[i] ? 1 : 0))
    expect(untouched.some((value) => value === 1)).toBe(true)
    expect(differs(out.data, scene.image.data, untouched)).toBeLessThan(0.5)
  })
})

describe('the windows and doors of a room', () => {
  const { scene, planes } = model
  const { width, height } = SIZE
  const sides = sidesOf(scene.view, planes)
  const BACK = 2
  const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 }
  for (let i = 0; i < sides.length; i++) {
    if (sides[i] !== BACK) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  const [wide, high] = [box.right - box.left, box.bottom - box.top]
  /** The room with what is true of the back wall's places, 0..1 from its left and upper end, as a window. */
  const seenWith = (is: (u: number, v: number) => boolean): Seen => {
    const map = Uint16Array.from(sides, (side, i) => {
      const [u, v] = [((i % width) - box.left) / wide, (Math.floor(i / width) - box.top) / high]
      return side === BACK && is(u, v) ? 1 : 0
    })
    const pixels = map.reduce((sum, id) => sum + id, 0)
    const at = { x: 0.5, y: 0.5 }
    const regions = (['wall', 'opening'] as const).map((label, id) => ({
      ...{ id, label, sure: 1, plane: null, at },
      pixels: id === 1 ? pixels : map.length - pixels,
    }))
    return { width, height, kind: 'model', setting: 'indoors', view: scene.view, room: null, map, regions }
  }

  test('are rectangles on their wall, whose ragged edges become straight', () => {
    const seen = seenWith((u, v) => u > 0.2 && u < 0.6 && v > 0.3 && v < 0.6 + 0.02 * Math.sin(40 * u))
    const openings = openingsOf(seen, planes)
    expect(openings.map(({ side }) => side)).toEqual([BACK])
    const drawn = drawOpenings(scene.view, planes, openings, sides)
    const both = drawn.filter((is, i) => is === 1 && seen.map[i] === 1).length
    const either = drawn.filter((is, i) => is === 1 || seen.map[i] === 1).length
    expect(both / either).toBeGreaterThan(0.85)
  })

  test('are nothing else that bears the name: a triangle, a speck', () => {
    expect(
      openingsOf(
        seenWith((u, v) => u > 0.2 && v > 0.2 && u + v < 1),
        planes,
      ),
    ).toEqual([])
    expect(
      openingsOf(
        seenWith((u, v) => u > 0.5 && u < 0.53 && v > 0.5 && v < 0.53),
        planes,
      ),
    ).toEqual([])
  })
})

describe('what goes from a room', () => {
  test('is furniture, and what lies on the floor and is made of something else', () => {
    const [width, height] = [200, 100]
    const boxes = [
      { label: 'floor', is: () => true },
      { label: 'furniture', is: (x: number) => x < 40 },
      { label: 'floor', own: 'rug', is: (x: number) => x >= 120 && x < 160 },
    ] as const
    const map = Uint16Array.from({ length: width * height }, (_, i) =>
      boxes.findLastIndex(({ is }) => is(i % width)),
    )
    const regions = boxes.map((box, id) => ({
      ...{ id, label: box.label, sure: 0.9, plane: null, pixels: 100, at: { x: 0, y: 0 } },
      ...('own' in box && { own: box.own }),
    }))
    const view = usualView(width, height, 'indoors')
    const goes = thingsIn(
      { width, height, kind: 'photo', setting: 'indoors', view, room: null, map, regions },
      width,
      height,
    )
    const row = 50 * width
    expect([20, 80, 140, 190].map((x) => goes[row + x])).toEqual([255, 0, 255, 0])
  })
})
