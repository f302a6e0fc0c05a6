import { createHash } from 'node:crypto'
import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc32 } from '#kernels/crc32.ts'
import { Sha256 } from '#kernels/sha256.ts'
import { digestBlob } from '#workers/image/sha256.ts'

const nodeSha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Bytes cut at any places, in views that start anywhere in their buffer. */
const cutBytes = fc.tuple(
  fc.uint8Array({ maxLength: 700 }),
  fc.array(fc.nat(700), { maxLength: 4 }),
  fc.nat(7),
)

function* pieces(bytes: Uint8Array, cuts: readonly number[], shift: number) {
  const moved = new Uint8Array(bytes.length + shift)
  moved.set(bytes, shift)
  const whole = moved.subarray(shift)
  let from = 0
  for (const to of [...cuts, bytes.length].sort((a, b) => a - b)) {
    yield whole.subarray(from, Math.max(from, to))
    from = Math.max(from, to)
  }
}

describe('CRC-32', () => {
  it('has the check value of its definition', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
    expect(crc32(new Uint8Array())).toBe(0)
  })

  it('equals zlib for any bytes, taken in any pieces', () => {
    fc.assert(
      fc.property(cutBytes, ([bytes, cuts, shift]) => {
        let crc = 0
        for (const piece of pieces(bytes, cuts, shift)) crc = crc32(piece, crc)
        expect(crc).toBe(zlibCrc32(bytes))
      }),
      { numRuns: 500 },
    )
  })
})

describe('SHA-256 in pieces', () => {
  it('equals the platform for any bytes, taken in any pieces', () => {
    fc.assert(
      fc.property(cutBytes, ([bytes, cuts, shift]) => {
        const hash = new Sha256()
        for (const piece of pieces(bytes, cuts, shift)) hash.update(piece)
        expect(hash.hex()).toBe(nodeSha256(bytes))
      }),
      { numRuns: 500 },
    )
  })
})

describe('both sums of a blob', () => {
  it.each([0, 5, 33 * 1024 * 1024 + 7])('%i bytes', async (size) => {
    const bytes = new Uint8Array(size).map((_, i) => (i * 31) ^ (i >> 8))
    expect(await digestBlob(new Blob([bytes]))).toEqual({
      crc32: zlibCrc32(bytes),
      sha256: nodeSha256(bytes),
    })
  })
})
