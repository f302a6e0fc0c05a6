import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { materialPicture, zMaterial } from '#contracts/catalog.ts'
import { drawMaterial } from '#scripts/materials/draw.ts'
import { EVENED, LIBRARY } from '#scripts/materials/library.ts'
import { evenOut, newSheet } from '#scripts/materials/sheet.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { edgeRatio } from '#tests/support/tiles.ts'

const PUBLIC = resolve(import.meta.dirname, '../../public')
const fileOf = (url: string) => resolve(PUBLIC, `.${url.split('?')[0]}`)
const read = (url: string) => sharp(fileOf(url)).removeAlpha().raw().toBuffer({ resolveWithObject: true })

describe('the material library', () => {
  it('has well over sixty materials in groups, each with a size and a generator', () => {
    expect(MATERIALS.length).toBeGreaterThanOrEqual(100)
    expect(new Set(MATERIALS.map(({ group }) => group)).size).toBeGreaterThanOrEqual(12)
    for (const material of MATERIALS) {
      expect(zMaterial.parse(material).name).toMatch(/[\u4e00-\u9fff]/)
      expect(LIBRARY[material.id], material.id).toBeTypeOf('function')
    }
    expect(Object.keys(LIBRARY).sort()).toEqual(MATERIALS.map(({ id }) => id).sort())
  })

  it('ships one picture and one thumbnail a material, and nothing else', async () => {
    const wanted = MATERIALS.flatMap(({ id }) => [materialPicture(id, 'full'), materialPicture(id, 'thumb')])
    for (const url of wanted) expect(existsSync(fileOf(url)), url).toBe(true)
    expect(readdirSync(resolve(PUBLIC, 'materials')).length).toBe(wanted.length)
    for (const { id } of MATERIALS.slice(0, 3)) {
      expect(await sharp(fileOf(materialPicture(id, 'full'))).metadata()).toMatchObject({
        width: 1024,
        height: 1024,
      })
      expect(await sharp(fileOf(materialPicture(id, 'thumb'))).metadata()).toMatchObject({ width: 256 })
    }
  })

  it('has the colour that the catalogue names', async () => {
    for (const { id, colour } of MATERIALS) {
      const { channels } = await sharp(fileOf(materialPicture(id, 'thumb'))).stats()
      const named = Number.parseInt(colour.slice(1), 16)
      for (const [c, value] of [named >> 16, (named >> 8) & 255, named & 255].entries())
        expect(Math.abs(channels[c]!.mean - value), `${id} channel ${c}`).toBeLessThan(6)
    }
  })

  it('ships pictures that repeat without a seam', async () => {
    // Decoding all of them would take longer than all other unit tests; a later test draws each of them.
    for (const { id } of MATERIALS.filter((_, k) => k % 5 === 0)) {
      const { data, info } = await read(materialPicture(id, 'full'))
      const { across, down } = edgeRatio(data, info.width, info.height)
      expect(across, `${id} across`).toBeLessThan(1.45)
      expect(down, `${id} down`).toBeLessThan(1.45)
    }
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

  it('would notice a seam', async () => {
    for (const id of ['stone-carrara', 'floor-gravel', 'wood-oak', 'concrete-microcement', 'water-lake']) {
      const cut = sharp(fileOf(materialPicture(id, 'full'))).extract({
        left: 0,
        top: 0,
        width: 700,
        height: 610,
      })
      const { data, info } = await cut.removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const { across, down } = edgeRatio(data, info.width, info.height)
      expect(Math.max(across, down), id).toBeGreaterThan(1.45)
    }
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
