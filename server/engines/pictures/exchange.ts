import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Asset } from '#contracts/asset.ts'
import { AppError, type ErrorName } from '#contracts/errors.ts'
import { resultName } from '#ops/result-name.ts'
import type { EngineIo, Job, Output } from '../engine.ts'
import type { ChildPool } from '../local/child-pool.ts'
import { isGlb, readFilm } from './film.ts'
import type { Frame, MadeSizes, Margins } from './frame.ts'

/** Longer side of further pictures that are sent along, px. */
const SENT_SIDE = 2048
/** Failures that say more than that the picture is of no use. */
const USEFUL_ERRORS: ReadonlySet<ErrorName> = new Set(['DISK_FULL', 'CANCELLED'])

type Kept = Output['assets'][number]

/** Where the picture of a job lies in what was sent. */
interface Placed {
  frame: Frame
  margins: Margins | null
}

/** The picture of a job as a model takes it. */
export interface Framed extends Placed {
  /** PNG. */
  image: Buffer
  /** PNG; null where all of the picture is to be changed. */
  mask: Buffer | null
}

/** Brings the pictures of one job to an engine elsewhere and back; what has to be decoded is in a killable process. */
export class PictureExchange {
  readonly #job: Job
  readonly #io: EngineIo
  readonly #pool: ChildPool

  constructor(job: Job, io: EngineIo, pool: ChildPool) {
    this.#job = job
    this.#io = io
    this.#pool = pool
  }

  /** Inputs in a role. */
  inputs(role: Job['inputs'][number]['role']): Job['inputs'] {
    return this.#job.inputs.filter((input) => input.role === role)
  }

  /**
   * The picture that the job is about, cut and scaled to a size that a model makes, with its mask.
   * @throws AppError INPUT_MISSING, FILE_TOO_MANY_PIXELS
   */
  async frame(options: {
    made: MadeSizes
    margins: Margins | null
    maskAs: 'alpha' | 'grey'
  }): Promise<Framed> {
    const [out, maskOut] = [this.#io.temporaryPath(), this.#io.temporaryPath()]
    try {
      const work = { kind: 'frame', ...this.#source(), ...options, out, maskOut } as const
      const { frame, masked } = await this.#pool.run(work, { signal: this.#io.signal })
      if (!frame) throw new AppError('ENGINE_FAILED')
      const [image, mask] = [await readFile(out), masked ? await readFile(maskOut) : null]
      return { frame, margins: options.margins, image, mask }
    } finally {
      await Promise.all([out, maskOut].map((file) => rm(file, { force: true })))
    }
  }

  /** A further picture: upright, without place and camera, not larger than needed; PNG. */
  copy(asset: Asset): Promise<Buffer> {
    return this.#copy(asset, SENT_SIDE)
  }

  /** The same in its own size. */
  whole(asset: Asset): Promise<Buffer> {
    return this.#copy(asset, null)
  }

  /** Longer side of the job's picture, so many times, px. */
  largest(factor: number): number {
    const { width = 0, height = 0 } = this.inputs('image')[0]?.asset ?? {}
    return factor * Math.max(width, height)
  }

  async #copy(asset: Asset, side: number | null): Promise<Buffer> {
    const out = this.#io.temporaryPath()
    try {
      await this.#scale(this.#io.locate(asset.id), out, side)
      return await readFile(out)
    } finally {
      await rm(out, { force: true })
    }
  }

  #scale(path: string, out: string, side: number | null) {
    const work = { kind: 'scale', path, out, side, format: 'png', watermark: false } as const
    return this.#pool.run(work, { signal: this.#io.signal })
  }

  /**
   * Stores a picture that came back, once it was decoded whole: in the place of the job's picture where that was framed.
   * @param title what it is called among several
   * @param largest longer side that it is brought down to, px; null to leave it
   * @throws AppError ENGINE_OUTPUT for bytes that are no whole picture, DISK_FULL, CANCELLED
   */
  async keep(
    bytes: Uint8Array,
    { framed, title, largest }: { framed: Placed | null; title: string; largest: number | null },
  ): Promise<Kept> {
    const [result, out] = [this.#io.temporaryPath(), this.#io.temporaryPath()]
    const { signal } = this.#io
    try {
      await writeFile(result, bytes)
      const look = { kind: 'inspect', path: result, size: bytes.length, name: '', out } as const
      const seen = await this.#pool.run(look, { signal })
      if (seen.drawn || !seen.type.startsWith('image/')) throw new AppError('ENGINE_OUTPUT')
      if (!framed && !largest) return await this.#save(result, seen, title)
      if (!framed) return await this.#save(out, await this.#scale(result, out, largest), title)
      const { frame, margins } = framed
      const work = { kind: 'unframe', ...this.#source(), margins, frame, result, out } as const
      return await this.#save(out, await this.#pool.run(work, { signal }), title)
    } catch (cause) {
      if (cause instanceof AppError && !USEFUL_ERRORS.has(cause.errorName))
        throw new AppError('ENGINE_OUTPUT', undefined, { cause })
      throw cause
    } finally {
      await Promise.all([result, out].map((file) => rm(file, { force: true })))
    }
  }

  /**
   * Stores a film or a model of 3D that came back, as it is.
   * @throws AppError ENGINE_OUTPUT for bytes that are neither a whole MP4 nor a whole GLB
   */
  async keepFile(bytes: Uint8Array, title: string): Promise<Kept> {
    const file = Buffer.from(bytes)
    const seen = isGlb(file)
      ? { type: 'model/gltf-binary', width: 0, height: 0 }
      : { type: 'video/mp4', ...readFilm(file) }
    return this.#save(file, seen, title)
  }

  #source(): { path: string; mask: string | null } {
    const [image] = this.inputs('image')
    if (!image) throw new AppError('INPUT_MISSING')
    const [mask] = this.inputs('mask')
    return { path: this.#io.locate(image.asset.id), mask: mask ? this.#io.locate(mask.asset.id) : null }
  }

  async #save(
    result: string | Uint8Array,
    made: { type: string; width: number; height: number },
    title: string,
  ): Promise<Kept> {
    const { type, width, height } = made
    const saved = typeof result === 'string' ? { path: result } : result
    const id = await this.#io.save(saved, { type, width, height })
    const source = this.inputs('image')[0]?.name ?? ''
    return { id, name: resultName(this.#job.op, source, type, title) }
  }
}
