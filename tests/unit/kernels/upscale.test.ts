import { describe, expect, it } from 'vitest'
import { resample } from '#kernels/raster/resample.ts'
import type { Raster } from '#kernels/raster.ts'
import { backProject, FIDELITY } from '#kernels/upscale/back-project.ts'
import { bleedColours } from '#kernels/upscale/bleed.ts'
import { networkOf, TILINGS } from '#kernels/upscale/enlarge.ts'
import { planTiles, type Tiling, type UpscaleNetwork, upscale } from '#kernels/upscale/upscale.ts'
import { upscaleModels } from '#ops/upscale/limits.ts'

/** A network that is linear: each pixel becomes scale × scale copies of the mean of the 5 × 5 around it. */
function boxNetwork(scale: number, calls: { width: number; height: number }[] = []): UpscaleNetwork {
  const RADIUS = 2
  return {
    scale,
    async run(planar, width, height) {
      calls.push({ width, height })
      const out = new Float32Array(3 * width * height * scale * scale)
      for (let c = 0; c < 3; c++) {
        for (let y = 0; y < height * scale; y++) {
          for (let x = 0; x < width * scale; x++) {
            const [u, v] = [Math.floor(x / scale), Math.floor(y / scale)]
            let sum = 0
            for (let dy = -RADIUS; dy <= RADIUS; dy++) {
              for (let dx = -RADIUS; dx <= RADIUS; dx++) {
                const [p, q] = [u + dx, v + dy]
                if (p < 0 || q < 0 || p >= width || q >= height) continue
                sum += planar[(c * height + q) * width + p] as number
              }
            }
            out[(c * height * scale + y) * width * scale + x] = sum / (2 * RADIUS + 1) ** 2
          }
        }
      }
      return out
    },
  }
}

function noisy(width: number, height: number, alphaAt: (x: number, y: number) => number = () => 255): Raster {
  const data = new Uint8ClampedArray(4 * width * height)
  let state = 7
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      data[i * 4 + c] = state >>> 24
    }
    data[i * 4 + 3] = alphaAt(i % width, Math.floor(i / width))
  }
  return { width, height, data }
}

const WHOLE: Tiling = { core: [10_000, 10_000], margin: 0 }

function largestDifference(a: Raster, b: Raster): number {
  expect([a.width, a.height]).toEqual([b.width, b.height])
  return a.data.reduce((most, value, i) => Math.max(most, Math.abs(value - (b.data[i] as number))), 0)
}

describe('tiles', () => {
  it.each([
    [1, 1],
    [97, 61],
    [512, 512],
    [1031, 787],
  ])('cover %i × %i once, and see their margin inside the picture', (width, height) => {
    const tiling: Tiling = { core: [64, 64], margin: 9 }
    const seen = new Uint8Array(width * height)
    for (const tile of planTiles(width, height, tiling)) {
      expect(Math.max(tile.width, tile.height)).toBeLessThanOrEqual(64 + 18)
      for (let y = tile.top; y < tile.top + tile.height; y++) {
        for (let x = tile.left; x < tile.left + tile.width; x++) seen[y * width + x]!++
      }
      expect(tile.seen.left).toBe(Math.max(0, tile.left - (width > 82 ? 9 : 0)))
      expect(tile.seen.left + tile.seen.width).toBeLessThanOrEqual(width)
      expect(tile.seen.top + tile.seen.height).toBeLessThanOrEqual(height)
    }
    expect(seen.every((count) => count === 1)).toBe(true)
  })

  it('are one where the picture fits with its margin', () => {
    expect(planTiles(548, 420, TILINGS.fast)).toHaveLength(1)
    expect(planTiles(549, 420, TILINGS.fast)).toHaveLength(2)
  })
})

describe('an enlargement by tiles', () => {
  it.each([2, 4])('is exactly that in one piece where the margin covers the network, × %i', async (scale) => {
    const source = noisy(97, 61)
    const calls: { width: number; height: number }[] = []
    const tiled = await upscale(source, scale, { core: [20, 20], margin: 2 }, boxNetwork(scale, calls))
    const whole = await upscale(source, scale, WHOLE, boxNetwork(scale))
    expect(tiled).toMatchObject({ width: 97 * scale, height: 61 * scale })
    expect(calls).toHaveLength(20)
    expect(largestDifference(tiled, whole)).toBe(0)
  })

  it('averages away what the network enlarges too far', async () => {
    const source = noisy(33, 17)
    const halved = await upscale(source, 2, WHOLE, boxNetwork(4))
    expect(largestDifference(halved, await upscale(source, 2, WHOLE, boxNetwork(2)))).toBe(0)
  })

  it('reports every tile and refuses a factor that the network cannot give', async () => {
    const steps: number[] = []
    await upscale(noisy(41, 20), 2, { core: [20, 20], margin: 2 }, boxNetwork(2), (done, total) =>
      steps.push(done / total),
    )
    expect(steps).toEqual([1 / 3, 2 / 3, 1])
    await expect(upscale(noisy(4, 4), 3, WHOLE, boxNetwork(4))).rejects.toThrow('factor')
  })
})

describe('a network that is cut in two', () => {
  /** Its first half repeats the colours as features, its second one is the linear network. */
  function cutNetwork(calls: { half: number; width: number; height: number }[] = []): UpscaleNetwork {
    const second = boxNetwork(4)
    return networkOf('best', 2, async (values, [, , height = 0, width = 0], { part: half = 0 } = {}) => {
      calls.push({ half, width, height })
      const area = width * height
      if (half === 1) return [await second.run(values.slice(0, 3 * area), width, height, ALL(width, height))]
      const features = new Float32Array(64 * area)
      features.set(values)
      return [features]
    })
  }
  const ALL = (width: number, height: number) => ({ left: 0, top: 0, width, height })

  it('gives the same in pieces as in one', async () => {
    const source = noisy(157, 131)
    const calls: { half: number; width: number; height: number }[] = []
    const pieces = await upscale(source, 2, { core: [80, 80], margin: 6 }, cutNetwork(calls))
    expect(largestDifference(pieces, await upscale(source, 2, WHOLE, boxNetwork(4)))).toBe(0)
    expect(calls.filter(({ half }) => half === 0)).toHaveLength(4)
    // The second half works at sixteen times the area: it is shown no more than it needs.
    for (const { half, width, height } of calls) {
      if (half === 1) expect(Math.max(width, height)).toBeLessThanOrEqual(64 + 4)
    }
  })
})

describe('alpha', () => {
  it('has the colours of the edge carried on under it, ring by ring, as far as asked', () => {
    const source: Raster = { width: 200, height: 120, data: new Uint8ClampedArray(4 * 200 * 120) }
    source.data.set([10, 20, 30, 255], (60 * 200 + 100) * 4)
    const out = bleedColours(source, 24)
    const pixel = (x: number, y: number) => [...out.data.slice((y * 200 + x) * 4, (y * 200 + x) * 4 + 4)]
    expect(pixel(100, 60)).toEqual([10, 20, 30, 255])
    expect(pixel(124, 36)).toEqual([10, 20, 30, 0])
    expect(pixel(125, 60)).toEqual([0, 0, 0, 0])
  })

  it('is enlarged on its own; hidden parts come out empty and no dark rim is drawn', async () => {
    // A grey square on transparent black, as a cut-out is.
    const source = noisy(60, 40, (x) => (x < 30 ? 255 : 0))
    for (let i = 0; i < source.data.length; i += 4) {
      source.data.fill(source.data[i + 3] === 0 ? 0 : 200, i, i + 3)
    }
    const calls: { width: number; height: number }[] = []
    const out = await upscale(source, 2, { core: [10, 10], margin: 4 }, boxNetwork(2, calls))
    const pixel = (x: number, y: number) => [
      ...out.data.slice((y * out.width + x) * 4, (y * out.width + x) * 4 + 4),
    ]
    expect(pixel(20, 40)).toEqual([200, 200, 200, 255])
    expect(pixel(110, 40)).toEqual([0, 0, 0, 0])
    const [red = 0, , , alpha = 0] = pixel(60, 40)
    expect(alpha).toBeGreaterThan(0)
    expect(alpha).toBeLessThan(255)
    expect(red).toBeGreaterThan(190)
    // Six columns of four tiles: opaque ones run once, those that see the edge twice, empty ones never.
    expect(calls).toHaveLength(4 * (1 + 1 + 2 + 2 + 0 + 0))
  })
})

it('takes the network of the wanted quality', () => {
  expect(upscaleModels({ factor: 2, quality: 'fast' })).toEqual(['fastX2'])
  expect(upscaleModels({ factor: 4, quality: 'fast' })).toEqual(['fastX4'])
  expect(upscaleModels({ factor: 2, quality: 'best' })).toEqual(['bestFeatures', 'bestPixels'])
})

describe('what an enlargement lost', () => {
  /** An enlargement that smoothed everything away: the mean colour of the source. */
  function flattened(source: Raster, factor: number): Raster {
    const [width, height] = [source.width * factor, source.height * factor]
    const data = new Uint8ClampedArray(4 * width * height).fill(128)
    for (let i = 3; i < data.length; i += 4) data[i] = 255
    return { width, height, data }
  }
  const scaledDown = ({ width, height, data }: Raster, factor: number) =>
    resample({ width, height, channels: 4, data }, width / factor, height / factor, 'linear')

  it.each([2, 4] as const)('is given back, × %i', (factor) => {
    const source = noisy(23, 31)
    for (let i = 0; i < source.data.length; i++) if (i % 4 < 3) source.data[i] = 96 + (source.data[i]! >> 2)
    const before = flattened(source, factor)
    const after = flattened(source, factor)
    backProject(after, source, factor, FIDELITY[factor])
    const distance = (one: Raster) =>
      scaledDown(one, factor).reduce((sum, value, i) => sum + Math.abs(value - source.data[i]!), 0)
    expect(distance(after)).toBeLessThan(distance(before) * 0.75)
  })

  it('changes nothing where nothing was lost, nor what is hidden', async () => {
    const flat: Raster = { width: 9, height: 7, data: new Uint8ClampedArray(4 * 63).fill(200) }
    const same: Raster = { width: 18, height: 14, data: new Uint8ClampedArray(4 * 252).fill(200) }
    backProject(same, flat, 2, 1)
    expect(same.data.every((value) => value === 200)).toBe(true)
    const hidden: Raster = { width: 18, height: 14, data: new Uint8ClampedArray(4 * 252) }
    backProject(hidden, flat, 2, 1)
    expect(hidden.data.every((value) => value === 0)).toBe(true)
  })
})
