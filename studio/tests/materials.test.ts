import { describe, expect, it } from 'vitest'
import { MATERIALS } from '#server/catalog/materials.ts'
import { drawMaterial } from '#studio/materials/draw.ts'
import { EVENED, LIBRARY } from '#studio/materials/library.ts'
import { evenOut, newSheet } from '#studio/materials/sheet.ts'
import { edgeRatio } from '#tests/support/tiles.ts'

describe('the generators of materials', () => {
  it('has a generator for each material of the catalogue, and no other', () => {
    expect(Object.keys(LIBRARY).sort()).toEqual(MATERIALS.map(({ id }) => id).sort())
  })

  it('takes the blotches away by which a repeat is seen, and leaves the grain', () => {
    for (const id of Object.keys(EVENED)) expect(LIBRARY[id], id).toBeTypeOf('function')
    const side = 128
    const sheet = newSheet(side, 1000, 1)
    const blotch = (x: number) => 1 + 0.3 * Math.sin((2 * Math.PI * x) / side)
    for (let i = 0; i < sheet.rgb.length; i++) {
      const x = Math.floor(i / 3) % side
      sheet.rgb[i] = 0.5 * blotch(x) * (x % 2 === 0 ? 1.1 : 0.9)
    }
    evenOut(sheet, 0.8)
    const columns = Array.from(
      { length: side / 2 },
      (_, k) => [sheet.rgb[6 * k]!, sheet.rgb[6 * k + 3]!] as const,
    )
    const lights = columns.map(([even, odd]) => even + odd)
    expect(Math.max(...lights) / Math.min(...lights)).toBeLessThan(1.25)
    for (const [even, odd] of columns) expect(even / odd).toBeGreaterThan(1.15)
  })

  it('draws the same bytes every time', () => {
    for (const id of [
      'wood-pine',
      'stone-carrara',
      'brick-red',
      'fabric-boucle',
      'plant-ivy',
      'floor-herringbone',
    ]) {
      const material = MATERIALS.find((one) => one.id === id)!
      expect(Buffer.compare(drawMaterial(material, 96), drawMaterial(material, 96)), id).toBe(0)
    }
  })

  it('draws every material as a tile', { timeout: 60_000 }, () => {
    for (const material of MATERIALS) {
      const { across, down } = edgeRatio(drawMaterial(material, 128), 128, 128)
      expect(across, material.id).toBeLessThan(1.35)
      expect(down, material.id).toBeLessThan(1.35)
    }
  })

  it('has no generator for what is not in the catalogue', () => {
    expect(() => drawMaterial({ id: 'wood-none', colour: '#ffffff', repeatMm: 100 }, 32)).toThrow('wood-none')
  })
})
