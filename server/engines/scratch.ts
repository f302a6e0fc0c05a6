import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { AssetId } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import type { Blobs } from '#server/store/blobs.ts'
import type { EngineIo } from './engine.ts'
import type { ChildPool } from './local/child-pool.ts'

/** Files of a job of which nothing is kept: its inputs by name, and what it saves until that was looked at. */
export class Scratch {
  readonly #blobs: Blobs
  readonly #pictures: ChildPool
  readonly #inputs = new Map<AssetId, string>()
  readonly #saved = new Map<AssetId, string>()

  /** @param pictures process that scales what is shown */
  constructor(blobs: Blobs, pictures: ChildPool) {
    this.#blobs = blobs
    this.#pictures = pictures
  }

  /** Gives a file to the job; the id by which it asks for it. */
  add(path: string): AssetId {
    const id = randomBytes(32).toString('hex')
    this.#inputs.set(id, path)
    return id
  }

  /** @param reads called whenever an input is read */
  io({
    reads,
    ...told
  }: Pick<EngineIo, 'signal' | 'progress' | 'preview'> & { reads?: () => void }): EngineIo {
    const locate = (id: AssetId) => {
      const file = this.#inputs.get(id)
      if (!file) throw new AppError('INPUT_MISSING')
      reads?.()
      return file
    }
    return {
      ...told,
      open: (id) => readFile(locate(id)),
      locate,
      temporaryPath: () => this.#blobs.temporaryPath(),
      save: async (result) => {
        const id = randomBytes(32).toString('hex')
        // Whoever hands a file over removes it afterwards.
        const own = this.#blobs.temporaryPath()
        await writeFile(own, result instanceof Uint8Array ? result : await readFile(result.path))
        this.#saved.set(id, own)
        return id
      },
    }
  }

  /** A result as WebP of so many px on its longer side at most. @throws AppError ENGINE_OUTPUT where it was not saved */
  async picture(id: AssetId | undefined, side: number): Promise<Buffer> {
    const path = this.#saved.get(id ?? '')
    if (!path) throw new AppError('ENGINE_OUTPUT')
    const out = this.#blobs.temporaryPath()
    try {
      const work = { kind: 'scale', path, out, side, format: 'webp', watermark: false } as const
      await this.#pictures.run(work)
      return await readFile(out)
    } finally {
      await rm(out, { force: true })
    }
  }

  /** Removes what was saved. */
  async clear(): Promise<void> {
    await Promise.all([...this.#saved.values()].map((path) => rm(path, { force: true })))
  }
}

/** A WebP as a data address. */
export const webpAddress = (bytes: Uint8Array): string =>
  `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`
