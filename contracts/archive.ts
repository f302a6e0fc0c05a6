import { z } from 'zod'
import { zAssetId } from './asset.ts'

const zCount = z.number().int().nonnegative()

/** How far a file is on its way into an archive; `failed` ones are left out and can be tried again. */
export const zEntryState = z.enum(['pending', 'partial', 'done', 'failed'])

/** One file of an archive that is being written: what it is, and how far it is. */
export const zArchiveEntry = z.object({
  /** Path in the archive: safe on every system, and unique. */
  name: z.string().min(1).max(1000),
  /** Time that the file shows, ms since 1970. */
  modified: z.number().int(),
  /** Where its bytes are fetched; null when they come from this device. */
  url: z.string().nullable(),
  /** Bytes: what is expected until it is done, null while nobody knows. */
  bytes: zCount.nullable(),
  /** SHA-256: what the bytes must have until it is done, null where nobody knows it before. */
  sha256: zAssetId.nullable(),
  crc32: zCount.max(0xffff_ffff).nullable().default(null),
  state: zEntryState.default('pending'),
  /** Place of its local header, once it has been begun. */
  offset: zCount.default(0),
  /** Bytes of a partial entry that have arrived. */
  received: zCount.default(0),
  /** Version that the server gave the bytes, so that a later part is not of another. */
  etag: z.string().nullable().default(null),
  error: z.object({ message: z.string(), remedy: z.string() }).nullable().default(null),
  /** One line about it in the list of check sums; '' for none. */
  remark: z.string().max(200).default(''),
})
export type ArchiveEntry = z.infer<typeof zArchiveEntry>
