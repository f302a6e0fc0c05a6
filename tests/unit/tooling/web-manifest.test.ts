import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PICTURE_TYPES } from '#contracts/formats.ts'
import { SHARE_FIELDS } from '#contracts/share.ts'
import { manifest } from '#scripts/build/web-manifest.ts'
import { PAGES } from '#src/pages/pages.ts'
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

  const isRoute = (address: string) => {
    const { pathname } = new URL(address, 'http://localhost')
    return findTool(pathname.slice(1)) !== undefined || PAGES.some(({ path }) => path === pathname)
  }

  it.each((manifest.shortcuts ?? []).map(({ url }) => [url]))('shortcut %s leads somewhere', (url) => {
    expect(isRoute(url)).toBe(true)
  })

  it('receives shared pictures as a form, at a page of the app', () => {
    const target = manifest.share_target
    expect(isRoute(target?.action ?? '')).toBe(true)
    expect(target).toMatchObject({ method: 'POST', enctype: 'multipart/form-data' })
    expect(target?.params).toMatchObject({ title: SHARE_FIELDS.title, text: SHARE_FIELDS.text })
    expect(target?.params.files).toMatchObject([
      { name: SHARE_FIELDS.files, accept: expect.arrayContaining(['image/*', '.png', '.jpg', '.tiff']) },
    ])
  })

  it('opens every picture type that tools take, and drawings', () => {
    const [handler] = manifest.file_handlers ?? []
    expect(isRoute(handler?.action ?? '')).toBe(true)
    expect(Object.keys(handler?.accept ?? {}).sort()).toEqual(
      [...Object.keys(PICTURE_TYPES), 'image/svg+xml', 'image/vnd.dxf', 'application/pdf'].sort(),
    )
    for (const endings of Object.values(handler?.accept ?? {})) {
      expect(endings.length).toBeGreaterThan(0)
      for (const ending of endings) expect(ending).toMatch(/^\.[a-z]+$/)
    }
  })

  it('has what browsers ask of an installable app', () => {
    expect(manifest).toMatchObject({ id: '/', display: 'standalone', lang: 'zh-CN' })
    const purposes = (manifest.icons ?? []).map(({ purpose, sizes }) => `${purpose} ${sizes}`)
    expect(purposes).toEqual(expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512']))
  })
})
