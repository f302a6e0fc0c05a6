import { describe, expect, it } from 'vitest'
import type { Raster } from '#kernels/raster.ts'
import { relight } from '#kernels/relight/relight.ts'
import { findSky } from '#kernels/relight/sky.ts'

const WIDTH = 160
const HEIGHT = 120
const ROOF = 60
const grain = (n: number) => ((Math.imul(n ^ (n >>> 7), 0x9e3779b1) >>> 16) % 9) - 4

/** A blue sky over a brick wall. */
function street(): Raster {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const i = y * WIDTH + x
      const colour = y < ROOF ? [120 + y / 2, 165 + y / 3, 225] : [150 + 4 * grain(i), 96 + 3 * grain(i), 72]
      data.set([...colour, 230], 4 * i)
    }
  }
  return { width: WIDTH, height: HEIGHT, data }
}

function meanLight({ data }: Raster, from: number, to: number): number {
  let sum = 0
  for (let i = from * WIDTH; i < to * WIDTH; i++) sum += data[4 * i + 1] ?? 0
  return sum / ((to - from) * WIDTH)
}

describe('sky', () => {
  it('is found above a wall, to the row', () => {
    const sky = findSky(street())
    expect(sky.part).toBeGreaterThan(0.47)
    expect(sky.part).toBeLessThan(0.53)
    expect(Math.abs(sky.horizon - ROOF)).toBeLessThanOrEqual(3)
  })

  it('is not found in a white room', () => {
    const room = street()
    for (let i = 0; i < WIDTH * ROOF; i++) room.data.set([236, 235, 232, 255], 4 * i)
    expect(findSky(room).part).toBe(0)
  })
})

describe('atmosphere', () => {
  it('is darker by night than at dusk, and at dusk than at noon', () => {
    const light = (['noon', 'dusk', 'night'] as const).map((atmosphere) =>
      meanLight(relight(street(), null, { atmosphere, strength: 1 }), ROOF + 8, HEIGHT),
    )
    expect(light[0]).toBeGreaterThan((light[1] ?? 0) + 15)
    expect(light[1]).toBeGreaterThan((light[2] ?? 0) + 15)
  })

  it('changes nothing at strength 0 and outside the mask, and keeps alpha', () => {
    const source = street()
    expect(relight(source, null, { atmosphere: 'fog', strength: 0 }).data).toEqual(source.data)
    const mask = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i % WIDTH < 80 ? 255 : 0))
    const masked = relight(source, mask, { atmosphere: 'snow', strength: 1 })
    let changed = 0
    for (let i = 0; i < mask.length; i++) {
      expect(masked.data[4 * i + 3]).toBe(230)
      if (masked.data[4 * i] === source.data[4 * i]) continue
      expect(mask[i]).toBe(255)
      changed++
    }
    expect(changed).toBeGreaterThan(1000)
  })

  it('gives the same picture for the same input', () => {
    const settings = { atmosphere: 'rain', strength: 0.8 } as const
    expect(relight(street(), null, settings).data).toEqual(relight(street(), null, settings).data)
  })
})
