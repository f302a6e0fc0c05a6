import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Blobs } from '#server/store/blobs.ts'
import type { ChildPool } from '../local/child-pool.ts'

/** An encoded picture with the visible mark of what was generated. @throws AppError FILE_DAMAGED, DISK_FULL */
export async function markPicture(
  picture: Uint8Array,
  { blobs, pool }: { blobs: Blobs; pool: ChildPool },
): Promise<Uint8Array> {
  const [path, out] = [blobs.temporaryPath(), blobs.temporaryPath()]
  try {
    await writeFile(path, picture)
    await pool.run({ kind: 'mark', path, out })
    return await readFile(out)
  } finally {
    await Promise.all([path, out].map((file) => rm(file, { force: true })))
  }
}
