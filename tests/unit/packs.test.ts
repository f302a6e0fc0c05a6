import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, describe, expect, it, vi } from 'vitest'

vi.stubGlobal('self', { location: { href: 'http://localhost/' } })
vi.stubGlobal('window', { location: { href: 'http://localhost/' } })
vi.stubGlobal('location', { href: 'http://localhost/' })
afterAll(() => vi.unstubAllGlobals())

const { HEIF_FILE, PDF_FILES, RUNTIME_FILES } = await import('#src/worker-clients/runtimes.ts')
const { familyOf, filesOf, packOf } = await import('#src/data/settings/pack-list.ts')
const require = createRequire(import.meta.url)

describe('packs', () => {
  it.each([
    ['wasm', ''],
    ['webgpu', '.asyncify'],
  ] as const)('name the very files of the installed runtime: %s', async (backend, infix) => {
    for (const [index, extension] of ['mjs', 'wasm'].entries()) {
      const path = require.resolve(`onnxruntime-web/ort-wasm-simd-threaded${infix}.${extension}`)
      const bytes = await readFile(path)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(RUNTIME_FILES[backend][index]).toMatchObject({ bytes: bytes.length, sha256 })
    }
  })

  it('names the very file of the installed libheif', async () => {
    const bytes = await readFile(require.resolve('libheif-js/libheif-wasm/libheif-bundle.mjs'))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(HEIF_FILE).toMatchObject({ bytes: bytes.length, sha256 })
    expect(await filesOf('heic')).toEqual([HEIF_FILE])
  })

  it('names the very files of the installed pdf.js', async () => {
    for (const [index, name] of ['pdf.min.mjs', 'pdf.worker.min.mjs'].entries()) {
      const bytes = await readFile(require.resolve(`pdfjs-dist/build/${name}`))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(PDF_FILES[index]).toMatchObject({ bytes: bytes.length, sha256 })
    }
    expect(await filesOf('pdf')).toEqual(PDF_FILES)
  })

  it('hold the runtime and the networks of their tool', async () => {
    const names = (await filesOf('upscaleFast')).map(({ url }) => new URL(url).pathname)
    expect(names).toHaveLength(4)
    expect(names[2]).toMatch(/^\/models\/realesr-animevideov3-x2-[0-9a-f]{16}\.onnx$/)
    expect(packOf('upscale', { factor: 4, quality: 'best' })).toBe('upscaleBest')
    expect(packOf('upscale', { factor: 4, quality: 'fast' })).toBe('upscaleFast')
    expect(packOf('matting', {})).toBe('matting')
    expect(packOf('matting', { mode: 'scribble' })).toBe('matting')
    expect(packOf('render', {})).toBe('seeing')
    expect(packOf('restore', { factor: 2 })).toBe('upscaleFast')
    expect(packOf('restore', { factor: 1 })).toBeNull()
    expect(packOf('lineart', {})).toBeNull()
    expect(packOf('upscale', {})).toBe('upscaleFast')
    expect(packOf('flatplan', {})).toBe('planText')
  })

  it('know an older version of a file', () => {
    const family = familyOf('http://localhost/models/isnet-small-7001d60734fdc112.onnx')
    expect(family).toBe('/models/isnet-small.onnx')
    expect(familyOf('http://localhost/models/isnet-small-0123456789abcdef.onnx')).toBe(family)
    expect(familyOf('http://localhost/assets/ort-wasm-simd-threaded-CkOPW1rS.wasm')).toBe(
      '/assets/ort-wasm-simd-threaded.wasm',
    )
    expect(familyOf('http://localhost/assets/ort-wasm-simd-threaded.asyncify-C1_-kOP1.wasm')).toBe(
      '/assets/ort-wasm-simd-threaded.asyncify.wasm',
    )
  })
})
