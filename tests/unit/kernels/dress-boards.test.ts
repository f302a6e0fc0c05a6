import { describe, expect, it } from 'vitest'
import { dress } from '#kernels/dress/dress.ts'
import type { Finish, Look } from '#kernels/dress/look.ts'
import { prepareDress } from '#kernels/dress/prepare.ts'
import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Region, Seen } from '#kernels/seeing/scene.ts'
import { groundOf, usualView } from '#kernels/seeing/view.ts'
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

/** A room with a plain floor. */
function room(): { image: Raster; seen: Seen } {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(253)
  const map = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i < BORDER * WIDTH ? 0 : 1))
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

describe('boards of a floor', () => {
  it.each([true, false])('run away from the camera, however their material lies (along u: %s)', (across) => {
    const { image, seen } = room()
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
