import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { decodeName, unpack } from '#workers/archive/unpack.ts'

async function zipOf(entries: Record<string, string | Uint8Array>, password = false): Promise<Blob> {
  const zip = new JSZip()
  for (const [name, bytes] of Object.entries(entries)) zip.file(name, bytes)
  const bytes = await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
  if (password) {
    // Bit 0 of the flags in the local header and in the directory: encrypted.
    const view = Buffer.from(bytes.buffer)
    view[6]! |= 1
    view[view.indexOf('PK\u0001\u0002', 0, 'latin1') + 8]! |= 1
  }
  return new Blob([Uint8Array.from(bytes)])
}

describe('opening a zip of pictures', () => {
  test('takes the pictures, leaves folders, resource forks and other files', async () => {
    const zip = await zipOf({
      '项目/立面.jpg': 'a',
      '项目/平面.PNG': 'bb',
      '项目/说明.txt': 'x',
      '__MACOSX/._立面.jpg': 'x',
      '.隐藏.png': 'x',
    })
    const { files, refused, left } = await unpack(zip, 500)
    expect(files.map((file) => [file.name, file.size])).toEqual([
      ['立面.jpg', 1],
      ['平面.PNG', 2],
    ])
    expect(refused).toEqual([])
    expect(left).toBe(0)
    expect(await files[1]!.text()).toBe('bb')
  })

  test('stops at the limit and says how many are left', async () => {
    const entries = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`${i}.jpg`, String(i)]))
    const { files, left } = await unpack(await zipOf(entries), 5)
    expect(files).toHaveLength(5)
    expect(left).toBe(2)
  })

  test('an entry that unpacks past the limit of a file is refused, the others stay', async () => {
    const bomb = new Uint8Array(101 * 1024 * 1024)
    const { files, refused } = await unpack(await zipOf({ 'bomb.png': bomb, 'ok.png': 'ok' }), 500)
    expect(files.map((file) => file.name)).toEqual(['ok.png'])
    expect(refused).toEqual([{ name: 'bomb.png', errorName: 'FILE_TOO_BIG' }])
  })

  test.each([
    ['no zip', new Blob(['hello']), 'ARCHIVE_DAMAGED'],
    ['cut in half', null, 'ARCHIVE_DAMAGED'],
    ['no picture', undefined, 'ARCHIVE_EMPTY'],
  ])('%s is refused', async (_what, given, errorName) => {
    const whole = await zipOf({ 'a.txt': 'abc' })
    const zip = given ?? (given === null ? whole.slice(0, whole.size / 2) : whole)
    await expect(unpack(zip, 500)).rejects.toMatchObject({ errorName })
  })

  test('an encrypted zip is refused', async () => {
    await expect(unpack(await zipOf({ 'a.jpg': 'abc' }, true), 500)).rejects.toMatchObject({
      errorName: 'ARCHIVE_DAMAGED',
    })
  })

  test('names of Chinese Windows are read as GBK', () => {
    expect(decodeName(Uint8Array.from([0xc1, 0xa2, 0xc3, 0xe6, 0x2e, 0x6a, 0x70, 0x67]))).toBe('立面.jpg')
    expect(decodeName(new TextEncoder().encode('立面.jpg'))).toBe('立面.jpg')
  })
})
