import { crc32 } from '#kernels/crc32.ts'
import { Sha256, toHex } from '#kernels/sha256.ts'
import type { Digests } from './types.ts'

/** Above this a blob is read in pieces of this size, bytes. */
const PIECE = 32 * 1024 * 1024

/** SHA-256 of bytes in lower-case hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  return subtle
    ? toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
    : new Sha256().update(bytes).hex()
}

/** SHA-256 of a blob in lower-case hexadecimal, and its CRC-32, by reading it once. */
export async function digestBlob(blob: Blob): Promise<Digests> {
  if (blob.size <= PIECE) {
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const hash = sha256(bytes)
    return { crc32: crc32(bytes), sha256: await hash }
  }
  const hash = new Sha256()
  let crc = 0
  for (let at = 0; at < blob.size; at += PIECE) {
    const bytes = new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer())
    hash.update(bytes)
    crc = crc32(bytes, crc)
  }
  return { crc32: crc, sha256: hash.hex() }
}

/** SHA-256 of a blob in lower-case hexadecimal. */
export async function hashBlob(blob: Blob): Promise<string> {
  return (await digestBlob(blob)).sha256
}
