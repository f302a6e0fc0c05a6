import { AppError } from '#contracts/errors.ts'
import type { ModelId } from '#contracts/models.ts'
import type { SceneId } from '#contracts/scenes.ts'
import { flatten } from '#kernels/alpha.ts'
import { standingSize } from '#kernels/orientation.ts'
import type { Raster } from '#kernels/raster.ts'
import type { OpId, ParamsOf } from '#ops/index.ts'
import type { Encoded, GivenRole, Picture, Platform, Report } from '#ops/platform.ts'
import type { PreviewPlatform } from '#ops/preview.ts'
import { asSeen } from '#ops/transparency.ts'
import { decode, decodeSmaller } from './decode.ts'
import { encodeAsPng, encodeLike } from './encode.ts'
import { readHead } from './head.ts'
import { inkOf } from './ink.ts'
import { openLibrary } from './library.ts'
import { maskPng } from './mask-png.ts'
import { scale } from './scale.ts'
import type { Openers, RunInput } from './types.ts'

/** What a worker has for the operations that it carries out. */
export interface Means {
  network: Platform['network']
  /** What the page opens; left out where nothing of it is wanted. */
  open: Openers | undefined
}

interface Size {
  width: number
  height: number
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer())
}

async function encoded(blob: Blob, { width, height }: Size): Promise<Encoded> {
  return { bytes: await bytesOf(blob), type: blob.type, width, height }
}

/** The world around an operation in a browser's worker. */
export class BrowserPlatform implements PreviewPlatform {
  readonly #op: OpId
  readonly #inputs: readonly RunInput[]
  readonly #means: Means

  constructor(op: OpId, inputs: readonly RunInput[], means: Means) {
    this.#op = op
    this.#inputs = inputs
    this.#means = means
  }

  get #open(): Openers {
    const { open } = this.#means
    if (!open) throw new AppError('DEVICE_FAILED')
    return open
  }

  async size(role: GivenRole) {
    const file = this.#fileOf(role)
    if (!file) return null
    const head = await readHead(file, '')
    return standingSize(head, head.orientation)
  }

  async read(role: GivenRole, { maxSide }: { maxSide?: number } = {}): Promise<Picture | null> {
    const file = this.#fileOf(role)
    if (!file) return null
    const decoded = await (maxSide ? decodeSmaller(file, maxSide) : decode(file))
    return { ...decoded, raster: asSeen(this.#op, role, decoded.raster) }
  }

  keyOf(role: GivenRole) {
    return this.#inputs.find((input) => input.role === role)?.key ?? ''
  }

  scale(picture: Raster, { width, height }: Size) {
    return scale(picture, width, height)
  }

  async bytes(role: GivenRole) {
    const file = this.#fileOf(role)
    return file ? bytesOf(file) : null
  }

  async mask({ width, height }: Size) {
    const file = this.#fileOf('mask')
    return file ? inkOf(file, width, height) : null
  }

  async material(id: string) {
    const { file, repeatMm } = await this.#open.material(id)
    // What the library holds repeats and has a size.
    if (repeatMm === null) throw new AppError('DEVICE_FAILED')
    return { picture: flatten((await decode(file)).raster), repeatMm, repeats: true }
  }

  async materials(ids: readonly string[]) {
    return openLibrary(ids.length > 0 ? await this.#open.library([...ids]) : [])
  }

  async scene(id: SceneId) {
    return (await decode(await this.#open.scene(id))).raster
  }

  network(...ids: readonly ModelId[]) {
    return this.#means.network(...ids)
  }

  async encodeLike(raster: Raster) {
    const file = this.#fileOf('image')
    const type = file ? (await readHead(file, '')).type : 'image/png'
    return encoded(await encodeLike(raster, type), raster)
  }

  async encodePng(raster: Raster) {
    return encoded(await encodeAsPng(raster), raster)
  }

  async compress(role: GivenRole, params: ParamsOf<'compress'>, report: Report) {
    const file = this.#fileOf(role)
    if (!file) throw new AppError('INPUT_MISSING')
    const { compress } = await import('./compress.ts')
    const { blob, width, height, quality, note } = await compress(file, params, report)
    return { ...(await encoded(blob, { width, height })), quality, note }
  }

  async encodeGrey(values: Uint8Array, { width, height }: Size) {
    return bytesOf(await maskPng(values, width, height))
  }

  #fileOf(role: GivenRole): Blob | undefined {
    return this.#inputs.find((input) => input.role === role)?.file
  }
}
