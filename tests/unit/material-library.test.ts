import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { materialPicture, zMaterial } from '#contracts/catalog.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { edgeRatio } from '#tests/support/tiles.ts'

const PUBLIC = resolve(import.meta.dirname, '../../public')
const fileOf = (url: string) => resolve(PUBLIC, `.${url.split('?')[0]}`)
const read = (url: string) => sharp(fileOf(url)).removeAlpha().raw().toBuffer({ resolveWithObject: true })

describe('the material library', () => {
  it('has well over sixty materials in groups, each with a size and a Chinese name', () => {
    expect(MATERIALS.length).toBeGreaterThanOrEqual(100)
    expect(new Set(MATERIALS.map(({ group }) => group)).size).toBeGreaterThanOrEqual(12)
    for (const material of MATERIALS) expect(zMaterial.parse(material).name).toMatch(/[\u4e00-\u9fff]/)
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
    // Decoding all of them would take longer than all other unit tests; the studio draws and tests each of them.
    for (const { id } of MATERIALS.filter((_, k) => k % 12 === 0)) {
      const { data, info } = await read(materialPicture(id, 'full'))
      const { across, down } = edgeRatio(data, info.width, info.height)
      expect(across, `${id} across`).toBeLessThan(1.45)
      expect(down, `${id} down`).toBeLessThan(1.45)
    }
  })

  it('would notice a seam', async () => {
    for (const id of ['stone-carrara', 'floor-gravel', 'water-lake']) {
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
})
