import { AppError } from '#contracts/errors.ts'
import type { ModelId } from '#contracts/models.ts'
import type { InputRole } from '#contracts/ops.ts'
import { flatten } from '#kernels/alpha.ts'
import { standingSize } from '#kernels/orientation.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Cut } from '#kernels/upscale/cut-model.ts'
import type { RunHalf } from '#kernels/upscale/enlarge.ts'
import type { Encoded, Platform } from '#ops/platform.ts'
import { decode, decodeSmaller } from './decode.ts'
import { encodeAsPng, encodeLike } from './encode.ts'
import { readHead } from './head.ts'
import { inkOf } from './ink.ts'
import { openLibrary } from './library.ts'
import type { MaterialFile, OpenLibrary, RunInput } from './types.ts'

/** What a worker has for the operations that it carries out; what is left out cannot be asked for there. */
export interface Means {
  openMaterial?: (id: string) => Promise<MaterialFile>
  openLibrary?: OpenLibrary
  network?: (id: ModelId, cut: Cut | undefined) => RunHalf
}

async function encoded(blob: Blob, { width, height }: Raster): Promise<Encoded> {
  return { bytes: new Uint8Array(await blob.arrayBuffer()), type: blob.type, width, height }
}

/** The world around an operation in a browser's worker. */
export class BrowserPlatform implements Platform {
  readonly #inputs: readonly RunInput[]
  readonly #means: Means

  constructor(inputs: readonly RunInput[], means: Means) {
    this.#inputs = inputs
    this.#means = means
  }

  async size(role: InputRole) {
    const file = this.#fileOf(role)
    if (!file) return null
    const head = await readHead(file, '')
    return standingSize(head, head.orientation)
  }

  async read(role: InputRole, { maxSide }: { maxSide?: number } = {}) {
    const file = this.#fileOf(role)
    if (!file) return null
    return maxSide ? decodeSmaller(file, maxSide) : decode(file)
  }

  async readText(role: InputRole) {
    return (await this.#fileOf(role)?.text()) ?? null
  }

  async mask({ width, height }: { width: number; height: number }) {
    const file = this.#fileOf('mask')
    return file ? inkOf(file, width, height) : null
  }

  async material(id: string) {
    const { openMaterial } = this.#means
    if (!openMaterial) throw new AppError('DEVICE_FAILED')
    const { file, repeatMm } = await openMaterial(id)
    // What the library holds repeats and has a size.
    if (repeatMm === null) throw new AppError('DEVICE_FAILED')
    return { picture: flatten((await decode(file)).raster), repeatMm, repeats: true }
  }

  async materials(ids: readonly string[]) {
    const { openLibrary: open } = this.#means
    if (!open) throw new AppError('DEVICE_FAILED')
    return openLibrary(await open([...ids]))
  }

  network(id: ModelId, cut?: Cut) {
    const { network } = this.#means
    if (!network) throw new AppError('DEVICE_FAILED')
    return network(id, cut)
  }

  async encodeLike(raster: Raster) {
    const file = this.#fileOf('image')
    const type = file ? (await readHead(file, '')).type : 'image/png'
    return encoded(await encodeLike(raster, type), raster)
  }

  async encodePng(raster: Raster) {
    return encoded(await encodeAsPng(raster), raster)
  }

  #fileOf(role: InputRole): Blob | undefined {
    return this.#inputs.find((input) => input.role === role)?.file
  }
}
