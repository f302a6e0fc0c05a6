import { describe, expect, it } from 'vitest'
import { leavesInSky } from '#kernels/dress/sky-leaves.ts'
import type { Source } from '#kernels/dress/source.ts'
import type { Named } from '#kernels/seeing/labels.ts'
import { trimSky } from '#kernels/seeing/labels-sky-edge.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import type { Label, Seen } from '#kernels/seeing/scene.ts'

const [WIDTH, HEIGHT] = [480, 320]
const [SKY, WALL] = [0, 1] as const
/** First row of the wall, and rows of its bright edge above that which were taken for sky. */
const [TOP, EDGE] = [200, 2]

const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => value(i % WIDTH, Math.floor(i / WIDTH)))

/** Ids with a wall below a sky, by place, once the sky is trimmed. */
function trimmed(lightness: (x: number, y: number) => number, names: readonly Label[] = ['sky', 'wall']) {
  const map = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i >= TOP * WIDTH ? WALL : SKY))
  const tidy = {
    parts: { map, count: 2 },
    names: names.map((label): Named => ({ label, sure: 1 })),
  }
  const { parts } = trimSky(tidy, { width: WIDTH, height: HEIGHT, l: plane(lightness) } as Sight)
  return (x: number, y: number) => parts.map[y * WIDTH + x]
}

describe('the upper edge of a wall before a sky', () => {
  const edged = (_: number, y: number) => (y >= TOP ? 60 : y >= TOP - EDGE ? 95 : 76)

  it('is the wall, and the sky begins above it', () => {
    const at = trimmed(edged)
    for (const x of [0, 240, WIDTH - 1]) {
      expect(at(x, TOP - 1)).toBe(WALL)
      expect(at(x, TOP - EDGE)).toBe(WALL)
      expect(at(x, TOP - EDGE - 1)).toBe(SKY)
    }
  })

  it('ends soon where a thing behind it goes on upwards', () => {
    const mast = (x: number, y: number) => (y >= TOP ? 60 : Math.abs(x - 240) < 2 ? 40 : 76)
    const at = trimmed(mast)
    expect(at(240, TOP - 1)).toBe(WALL)
    expect(at(240, TOP - 10)).toBe(SKY)
  })

  it('stays with the sky where it has its lightness, and where nothing is built', () => {
    expect(trimmed((_, y) => (y >= TOP ? 60 : 76))(240, TOP - 1)).toBe(SKY)
    expect(trimmed(edged, ['sky', 'ground'])(240, TOP - 1)).toBe(SKY)
  })
})

describe('leaves in the sky of a model', () => {
  const seen = { regions: [{ label: 'sky' }, { label: 'wall' }] } as unknown as Seen
  const map = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i >= TOP * WIDTH ? WALL : SKY))
  const isLeaf = (x: number, y: number) => x % 20 < 2 && y % 20 < 3 && y < TOP && y > 40
  const shareAt = (
    luma: (x: number, y: number) => number,
    x: number,
    y: number,
    kind: 'clay' | 'photo' = 'clay',
  ) => leavesInSky(seen, map, WIDTH, { kind, luma: plane(luma) } as Source)?.[y * WIDTH + x]

  it.each([
    ['in the shade', 0.2],
    ['in the sun', 0.8],
  ])('are found %s', (_, luma) => {
    const show = (x: number, y: number) => (isLeaf(x, y) ? luma : 0.5)
    expect(shareAt(show, 61, 101)).toBeGreaterThan(0.9)
    expect(shareAt(show, 70, 110)).toBe(0)
    expect(shareAt(show, 70, TOP + 20)).toBe(0)
  })

  it('are no soft clouds', () => {
    const cloud = (x: number) => 0.5 + 0.3 * Math.exp(-(((x - 240) / 80) ** 2))
    for (const x of [180, 240, 300]) expect(shareAt(cloud, x, 100)).toBeLessThan(0.1)
  })

  it('are not looked for in a photograph', () => {
    expect(shareAt(() => 0.5, 61, 101, 'photo')).toBeUndefined()
  })
})
