import { describe, expect, it } from 'vitest'
import type { Sky } from '#kernels/relight/sky.ts'
import { coverOf } from '#kernels/relight/sky-cover.ts'
import { toEncoded, toLinear } from '#kernels/srgb.ts'

const SIZE = 4
const plane = (value: number) => ({
  width: SIZE,
  height: SIZE,
  data: new Float32Array(SIZE * SIZE).fill(value),
})
/** Sky and leaf, encoded. */
const [OPEN, LEAF] = [
  [0.6, 0.75, 0.9],
  [0.2, 0.3, 0.1],
] as const

/** A sky that covers this part of each pixel. */
function skyOf(part: number): Sky {
  const map = {
    width: SIZE,
    height: SIZE,
    slope: plane(0).data,
    offset: plane(0.15 + 0.7 * part).data,
  }
  const row = (c: 0 | 1 | 2) => new Float32Array(SIZE).fill(OPEN[c])
  return {
    ...{ map, cover: plane(part), part, top: 1, horizon: 1, rows: [row(0), row(1), row(2)] },
    ...{ foliage: plane(0), leaves: plane(0), tolerance: 0.05, sun: 0.5 },
  }
}

/** A picture in whose pixels sky and leaf are mixed in linear light. */
function mixed(part: number) {
  const data = new Uint8ClampedArray(4 * SIZE * SIZE).fill(255)
  for (let i = 0; i < data.length; i++) {
    const c = i % 4
    if (c < 3) data[i] = 255 * toEncoded(part * toLinear(OPEN[c]!) + (1 - part) * toLinear(LEAF[c]!))
  }
  return { width: SIZE, height: SIZE, data }
}

describe('pixels that leaves and sky share', () => {
  it('are parted into the cover and the leaf without the light of the sky', () => {
    for (const part of [0.25, 0.5, 0.8]) {
      const { cover, before } = coverOf(mixed(part), skyOf(part))
      expect(cover[5]).toBeCloseTo(part, 3)
      for (const c of [0, 1, 2]) expect(before[15 + c]).toBeCloseTo(toLinear(LEAF[c]!), 1.6)
    }
  })

  it('are all leaf, or all sky', () => {
    const { cover, before } = coverOf(mixed(0), skyOf(0))
    expect(cover[5]).toBeCloseTo(0, 6)
    expect(before[15]).toBeCloseTo(toLinear(LEAF[0]), 2)
    expect(coverOf(mixed(1), skyOf(1)).cover[5]).toBeCloseTo(1, 6)
  })
})
