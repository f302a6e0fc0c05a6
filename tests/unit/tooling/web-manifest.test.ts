import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { manifest } from '#scripts/build/web-manifest.ts'
import { findTool } from '#src/tools/registry.ts'

const PUBLIC = resolve(import.meta.dirname, '../../../public')
const pictures = [
  ...(manifest.icons ?? []),
  ...(manifest.screenshots ?? []),
  ...(manifest.shortcuts ?? []).flatMap((shortcut) => shortcut.icons ?? []),
]

describe('web app manifest', () => {
  it.each(pictures.map(({ src, sizes, type }) => [src, sizes, type]))(
    '%s is a picture of %s px',
    async (src, sizes, type) => {
      const file = join(PUBLIC, src ?? '')
      expect(existsSync(file), file).toBe(true)
      const { width, height, format } = await sharp(file).metadata()
      expect(`${width}x${height}`).toBe(sizes)
      expect(`image/${format}`).toBe(type)
    },
  )

  it.each((manifest.shortcuts ?? []).map(({ url }) => [url]))('shortcut %s leads to a tool', (url) => {
    expect(findTool(new URL(url, 'http://localhost').pathname.slice(1))).toBeDefined()
  })

  it('has what browsers ask of an installable app', () => {
    expect(manifest).toMatchObject({ id: '/', display: 'standalone', lang: 'zh-CN' })
    const purposes = (manifest.icons ?? []).map(({ purpose, sizes }) => `${purpose} ${sizes}`)
    expect(purposes).toEqual(expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512']))
  })
})
