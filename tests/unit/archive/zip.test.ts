import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 as zlibCrc32 } from 'node:zlib'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { readZip } from '#tests/support/zips.ts'
import { zipBlobs } from '#workers/archive/blob-zip.ts'
import { directory, localHeader } from '#workers/archive/zip-format.ts'

const modified = new Date(2026, 10, 21, 13, 45, 30).getTime()
const files = [
  { name: '一层平面 (2).png', bytes: new TextEncoder().encode('平面') },
  { name: '缩略图/立面.jpg', bytes: Uint8Array.from({ length: 100_000 }, (_, i) => i * 7) },
  { name: 'empty.webp', bytes: new Uint8Array() },
]
const entries = (known: boolean) =>
  files.map(({ name, bytes }) => ({
    name,
    modified,
    blob: new Blob([bytes]),
    crc32: known ? zlibCrc32(bytes) : null,
  }))
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
const expected = files.map(({ name, bytes }) => ({
  name,
  bytes: Buffer.from(bytes),
  crc32: zlibCrc32(bytes),
}))

describe.each([
  ['as any small archive', undefined, 20],
  ['with every number in its zip64 field', { bytes: 1, entries: 1 }, 45],
] as const)('a zip over blobs, %s', (_what, limits, version) => {
  it('is read by yauzl: names, times, sums, bytes', async () => {
    const read = await readZip(await bytesOf(await zipBlobs(entries(false), limits)))
    expect(read.map(({ name, bytes, crc32 }) => ({ name, bytes, crc32 }))).toEqual(expected)
    for (const entry of read) {
      expect(entry.modified.getTime()).toBe(modified)
      expect(entry.isUtf8).toBe(true)
    }
    expect(read[1]?.version).toBe(version)
  })

  it('is read by JSZip, which checks the sums', async () => {
    const zip = await JSZip.loadAsync(await bytesOf(await zipBlobs(entries(true), limits)), {
      checkCRC32: true,
    })
    for (const { name, bytes } of files) expect(await zip.file(name)?.async('uint8array')).toEqual(bytes)
  })

  it('passes the tests of unzip and Python where they are installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zip-'))
    try {
      const path = join(folder, 'photo.zip')
      writeFileSync(path, await bytesOf(await zipBlobs(entries(true), limits)))
      for (const [command, ...args] of [
        ['unzip', '-tqq', path],
        ['unzip', '-Z1', path],
        ['python3', '-m', 'zipfile', '-t', path],
      ] as const) {
        try {
          const env = { ...process.env, LC_ALL: 'C.UTF-8' }
          const said = execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe', env })
          if (args[0] === '-Z1') expect(said.trim().split('\n')).toEqual(files.map(({ name }) => name))
        } catch (thrown) {
          // Not installed here; whatever else it says is a failure.
          if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('records of an archive past 4 GB', () => {
  const big = { name: '大.bin', modified, bytes: 5 * 2 ** 32, crc32: 7, offset: 6 * 2 ** 32 }

  it('keep sizes and offsets in the zip64 field', () => {
    const local = Buffer.from(localHeader(big, true))
    expect(local.readUInt32LE(18)).toBe(0xffffffff)
    expect(local.readBigUInt64LE(local.length - 16)).toBe(BigInt(big.bytes))
    const [central = new Uint8Array(), end = new Uint8Array()] = directory([big], 12 * 2 ** 32)
    const header = Buffer.from(central)
    expect(header.readUInt32LE(42)).toBe(0xffffffff)
    expect(header.readBigUInt64LE(header.length - 8)).toBe(BigInt(big.offset))
    const records = Buffer.from(end)
    expect(records.length).toBe(56 + 20 + 22)
    expect(records.readBigUInt64LE(48)).toBe(BigInt(12 * 2 ** 32))
    expect(records.readBigUInt64LE(56 + 8)).toBe(BigInt(12 * 2 ** 32 + central.length))
  })

  it('count past 65,534 entries with zip64, and are listed so', async () => {
    const none = { modified, bytes: 0, crc32: 0, offset: 0 }
    const many = Array.from({ length: 65_600 }, (_, i) => ({ name: `${i}`, ...none }))
    const zip = await yauzl.fromBufferPromise(Buffer.concat(directory(many, 0)), { strictFileNames: true })
    const names: string[] = []
    for await (const entry of zip.eachEntry()) names.push(entry.fileName)
    expect(names).toEqual(many.map(({ name }) => name))
  })
})

it('a time before 1980 or after 2107 stays readable', async () => {
  const odd = [-1e12, 5e12].map((time, i) => ({ name: `${i}`, modified: time, blob: new Blob(), crc32: 0 }))
  const years = (await readZip(await bytesOf(await zipBlobs(odd)))).map((entry) =>
    entry.modified.getFullYear(),
  )
  expect(years).toEqual([1980, 2107])
})

it('sums long blobs piece by piece, also where blobs are no byte streams', async () => {
  class PlainBlob extends Blob {
    override stream() {
      return super
        .stream()
        .pipeThrough(new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>())
    }
  }
  const bytes = Uint8Array.from({ length: 2_500_001 }, (_, i) => (i * i) >> 7)
  const long = [Blob, PlainBlob].map((kind, i) => ({
    name: `${i}.bin`,
    modified,
    blob: new kind([bytes]),
    crc32: null,
  }))
  const read = await readZip(await bytesOf(await zipBlobs(long)))
  expect(read.map((entry) => entry.crc32)).toEqual([zlibCrc32(bytes), zlibCrc32(bytes)])
})

it('a blob that can no longer be read is named as missing', async () => {
  class LostBlob extends Blob {
    override stream(): ReturnType<Blob['stream']> {
      return new ReadableStream({
        type: 'bytes',
        pull: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
      })
    }
  }
  const lost = [{ name: 'a.png', modified, blob: new LostBlob(['x']), crc32: null }]
  await expect(zipBlobs(lost)).rejects.toMatchObject({ errorName: 'FILE_DAMAGED' })
})
