import { describe, expect, test } from 'vitest'
import { gaussianBlur } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Setting } from '#kernels/seeing/scene.ts'
import { compareStructure } from '#kernels/structure/compare.ts'
import { paintHeat, paintOverlay } from '#kernels/structure/paint.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'

const SIZE = { width: 640, height: 480 }

/** A picture with each value changed by place and value. */
function changed(image: Raster, of: (value: number, p: number) => number): Raster {
  return { ...image, data: image.data.map((value, p) => (p % 4 === 3 ? value : of(value, p))) }
}

function shifted(image: Raster, dx: number, dy: number): Raster {
  const { width, height, data } = image
  return changed(image, (_, p) => {
    const x = Math.max(0, ((p >> 2) % width) - dx)
    const y = Math.max(0, Math.floor((p >> 2) / width) - dy)
    return data[4 * (Math.min(height - 1, y) * width + x) + (p & 3)]!
  })
}

function blurred(image: Raster, sigma: number): Raster {
  const { width, height, data } = image
  const planes = [0, 1, 2].map((c) => {
    const plane = Float32Array.from({ length: width * height }, (_, i) => data[4 * i + c]!)
    gaussianBlur(plane, width, height, sigma, new Float32Array(plane.length))
    return plane
  })
  return changed(image, (_, p) => planes[p & 3]![p >> 2]!)
}

describe.each(['indoors', 'above'] as const)('structure of a scene %s', (setting: Setting) => {
  const clay = renderScene(111, setting, 'clay', SIZE)
  const share = (result: Raster) => compareStructure(clay.image, result).share

  test('is whole in the picture itself, darker, flatter and as its negative', () => {
    expect(share(clay.image)).toBe(1)
    expect(share(changed(clay.image, (v) => 40 + 0.4 * v))).toBeGreaterThan(0.99)
    expect(share(changed(clay.image, (v) => 255 - v))).toBeGreaterThan(0.99)
  })

  test('is kept under other materials, light and noise', () => {
    expect(share(renderScene(111, setting, 'photo', SIZE).image)).toBeGreaterThan(0.85)
  })

  test('is kept where it moves by a pixel or softens, and lost where it moves further', () => {
    expect(share(shifted(clay.image, 1, 1))).toBeGreaterThan(0.95)
    expect(share(blurred(clay.image, 1.5))).toBeGreaterThan(0.85)
    expect(share(shifted(clay.image, 6, 7))).toBeLessThan(0.5)
  })

  test('is not found in noise, in emptiness or in another scene', () => {
    let state = 1
    const noise = () => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      return state >>> 24
    }
    expect(share(changed(clay.image, noise))).toBeLessThan(0.15)
    expect(share(changed(clay.image, () => 128))).toBe(0)
    expect(share(renderScene(117, setting, 'photo', SIZE).image)).toBeLessThan(0.4)
  })
})

describe('what became of the lines', () => {
  const { image } = renderScene(112, 'outdoors', 'clay', SIZE)
  /** The right half is wiped. */
  const wiped = changed(image, (v, p) => ((p >> 2) % SIZE.width > SIZE.width / 2 ? 200 : v))

  test('is marked where it was lost, and only there', () => {
    const { lines, share } = compareStructure(image, wiped)
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.9)
    for (const { pieces, kept } of lines)
      for (const [k, { x }] of pieces.entries()) {
        if (x < SIZE.width / 2 - 40) expect(kept[k]).not.toBe(0)
        if (x > SIZE.width / 2 + 40) expect(kept[k]).not.toBe(1)
      }
  })

  test('tells a long edge that came in', () => {
    // Shade over all that is below a slanted line, with an edge two pixels wide.
    const barred = changed(image, (v, p) => {
      const below = Math.floor((p >> 2) / SIZE.width) - 0.3 * ((p >> 2) % SIZE.width) - 120
      return v * (1 - 0.4 * Math.min(1, Math.max(0, below / 2)))
    })
    expect(compareStructure(image, image).invented).toHaveLength(0)
    expect(compareStructure(image, barred).invented.length).toBeGreaterThan(0)
  })

  test('is painted: vermilion and heat where lines are lost, blue where they are kept', () => {
    const structure = compareStructure(image, wiped)
    const overlay = paintOverlay(structure, 2 * SIZE.width, 2 * SIZE.height)
    expect(overlay).toMatchObject({ width: 1280, height: 960 })
    const heat = paintHeat(structure)
    const counts = { blue: 0, red: 0, strayRed: 0, heat: 0, strayHeat: 0 }
    for (let p = 0; p < overlay.data.length; p += 4) {
      if (overlay.data[p + 3] !== 255) continue
      const isLeft = (p >> 2) % overlay.width < SIZE.width - 80
      if (overlay.data[p + 2]! > overlay.data[p]!) counts.blue++
      else if (isLeft) counts.strayRed++
      else counts.red++
    }
    for (let p = 0; p < heat.data.length; p += 4) {
      if (heat.data[p + 3]! < 128) continue
      if ((p >> 2) % SIZE.width < SIZE.width / 2 - 80) counts.strayHeat++
      else counts.heat++
    }
    expect(counts.blue).toBeGreaterThan(500)
    expect(counts.red).toBeGreaterThan(500)
    expect(counts.heat).toBeGreaterThan(500)
    expect(counts).toMatchObject({ strayRed: 0, strayHeat: 0 })
  })
})
