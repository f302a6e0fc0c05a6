import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, unlinkSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AssetId } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'

/** A full disk, or a quota of it, as the catalogue's error; anything else unchanged. */
export function translateDiskError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  return full ? new AppError('DISK_FULL', undefined, { cause: error }) : error
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function hashFile(path: string): Promise<AssetId> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Bytes on disk, named by their SHA-256. A blob appears whole or not at all: it is written beside, synced,
 * renamed, and its folder synced.
 */
export class Blobs {
  readonly #root: string
  readonly #derived: string
  readonly #temporary: string
  /** Blobs being taken in: not to be removed although nobody owns them yet. */
  readonly #pins = new Map<AssetId, number>()

  /** @param dataDir folder of everything the server keeps; unfinished files of an earlier run are removed */
  constructor(dataDir: string) {
    this.#root = join(dataDir, 'blobs')
    this.#derived = join(dataDir, 'derived')
    this.#temporary = join(dataDir, 'tmp')
    for (const folder of [this.#root, this.#derived, this.#temporary]) mkdirSync(folder, { recursive: true })
  }

  /** Removes what an earlier run left half-written. */
  async clearTemporary(): Promise<void> {
    for (const name of await readdir(this.#temporary)) {
      await rm(join(this.#temporary, name), { recursive: true, force: true })
    }
  }

  /** Path of a blob, which may not exist. */
  path(id: AssetId): string {
    return join(this.#root, id.slice(0, 2), id)
  }

  /** Path of a copy derived from a blob; it goes when the blob goes. */
  derivedPath(id: AssetId, name: string): string {
    return join(this.#derived, id.slice(0, 2), id, name)
  }

  /** A free path on the same disk for a file that will be adopted. */
  temporaryPath(): string {
    return join(this.#temporary, randomUUID())
  }

  /**
   * Takes a file in, moving it. The blob is pinned until `release`.
   * @throws AppError DISK_FULL
   */
  async adopt(file: string): Promise<{ id: AssetId; bytes: number }> {
    let pinned: AssetId | null = null
    try {
      const id = await hashFile(file)
      this.#pins.set(id, (this.#pins.get(id) ?? 0) + 1)
      pinned = id
      const { size } = await stat(file)
      const path = this.path(id)
      if (existsSync(path)) {
        await unlink(file)
      } else {
        await syncPath(file)
        await mkdir(dirname(path), { recursive: true })
        await rename(file, path)
        await syncPath(dirname(path))
        await syncPath(this.#root)
      }
      return { id, bytes: size }
    } catch (error) {
      if (pinned) this.release(pinned)
      throw translateDiskError(error)
    }
  }

  /** Takes bytes in, as `adopt` does a file. */
  async put(bytes: Uint8Array): Promise<{ id: AssetId; bytes: number }> {
    const file = this.temporaryPath()
    try {
      await writeFile(file, bytes)
    } catch (error) {
      await rm(file, { force: true })
      throw translateDiskError(error)
    }
    return this.adopt(file)
  }

  /** Ends the pin that `adopt` or `put` set: the blob has an owner now, or nobody wants it. */
  release(id: AssetId): void {
    const count = (this.#pins.get(id) ?? 1) - 1
    if (count > 0) this.#pins.set(id, count)
    else this.#pins.delete(id)
  }

  /**
   * Removes a blob unless it is just being taken in. Synchronous, so that nothing comes between it and the
   * look for owners.
   */
  removeNow(id: AssetId): boolean {
    if (this.#pins.has(id)) return false
    try {
      unlinkSync(this.path(id))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
    return true
  }

  /** Removes the copies derived from a blob. */
  async removeDerived(id: AssetId): Promise<void> {
    await rm(dirname(this.derivedPath(id, '-')), { recursive: true, force: true })
  }
}
