import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seeScene } from '#kernels/seeing/see.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { segmentPicture } from '#tests/support/segment.ts'

const sample = (name: string) =>
  readRaster(join(resolve(import.meta.dirname, '../../../public/samples'), `${name}-480.webp`))

describe('seeing a scene', () => {
  it('gives each pixel a region, and each region a name, a place inside and its size', async () => {
    const told: number[] = []
    const seen = await seeScene(await sample('house-clay'), {
      segment: segmentPicture,
      progress: (part) => told.push(part),
    })
    expect(seen.map).toHaveLength(seen.width * seen.height)
    const sizes = seen.regions.map(() => 0)
    for (const id of seen.map) sizes[id]!++
    for (const [id, region] of seen.regions.entries()) {
      expect(region.id).toBe(id)
      expect(region.pixels).toBe(sizes[id])
      expect(seen.map[Math.floor(region.at.y) * seen.width + Math.floor(region.at.x)]).toBe(id)
      if (region.plane) expect(region.plane.distance).toBeLessThan(0)
    }
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(told.at(-1)).toBe(1)
  })

  it('sees something in a picture of nothing', async () => {
    const data = new Uint8ClampedArray(4 * 64 * 48).fill(200)
    const seen = await seeScene({ width: 64, height: 48, data }, { segment: segmentPicture })
    expect(seen.regions.reduce((sum, { pixels }) => sum + pixels, 0)).toBe(64 * 48)
    expect(seen.view.sure).toBe(0)
  })
})
