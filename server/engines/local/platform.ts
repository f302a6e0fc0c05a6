import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '#contracts/errors.ts'
import type { ModelId } from '#contracts/models.ts'
import { type SceneId, scenePicture } from '#contracts/scenes.ts'
import { fitInside } from '#kernels/fit-inside.ts'
import type { RunNetwork } from '#kernels/networks.ts'
import type { Raster } from '#kernels/raster.ts'
import { zOpId } from '#ops/index.ts'
import type { Encoded, GivenRole, Picture, Platform } from '#ops/platform.ts'
import { asSeen } from '#ops/transparency.ts'
import { asJpeg, asPng, decodeRaster, fromRaster, openImage, QUALITY, withImageErrors } from './decode.ts'
import { openLibraryMaterial, openLibraryMaterials } from './material.ts'
import type { RunWork } from './protocol.ts'
import { runNetwork } from './session.ts'

const PUBLIC = resolve(import.meta.dirname, '../../../public')

interface Size {
  width: number
  height: number
}

/** The world around an operation in a child process: sharp, onnxruntime-node and the files of the job. */
export class ServerPlatform implements Platform {
  readonly #work: RunWork

  constructor(work: RunWork) {
    this.#work = work
  }

  async size(role: GivenRole) {
    const path = this.#pathOf(role)
    if (!path) return null
    const { autoOrient } = await withImageErrors(() => openImage(path).metadata())
    return { width: autoOrient.width, height: autoOrient.height }
  }

  async read(role: GivenRole, { maxSide }: { maxSide?: number } = {}): Promise<Picture | null> {
    const path = this.#pathOf(role)
    const whole = path && (await this.size(role))
    if (!path || !whole) return null
    const fit = maxSide ? fitInside(whole, maxSide) : whole
    const raster = await decodeRaster(path, fit.width < whole.width ? fit : undefined)
    return { ...whole, raster: asSeen(zOpId.parse(this.#work.op), role, raster) }
  }

  async bytes(role: GivenRole) {
    const path = this.#pathOf(role)
    return path ? readFile(path) : null
  }

  async mask({ width, height }: Size) {
    const path = this.#pathOf('mask')
    if (!path) return null
    const { data } = await decodeRaster(path, { width, height })
    return Uint8Array.from({ length: width * height }, (_, i) => data[4 * i] ?? 0)
  }

  async material(id: string) {
    if (id.startsWith('own-'))
      throw new AppError('INPUT_MISSING', '自己添加的材质没有随任务送到，请重新选择这种材质再提交')
    const material = await openLibraryMaterial(id)
    if (!material) throw new AppError('INPUT_MISSING', '还没有选择材质')
    return material.picture
  }

  materials(ids: readonly string[]) {
    return openLibraryMaterials(ids)
  }

  scene(id: SceneId) {
    return decodeRaster(`${PUBLIC}${scenePicture(id)}`)
  }

  network(...ids: readonly ModelId[]): RunNetwork {
    const { models, threads } = this.#work
    const files = { models: ids.map((id) => models[id] ?? ''), threads }
    return (...run) => runNetwork(files, ...run)
  }

  encodeLike(raster: Raster): Promise<Encoded> {
    return withImageErrors(async () => {
      const path = this.#pathOf('image')
      const format = path && (await openImage(path).metadata()).format
      if (format === 'webp')
        return this.#encode(raster, fromRaster(raster).webp({ quality: QUALITY }), 'image/webp')
      if (format !== 'jpeg') return this.encodePng(raster)
      return this.#encode(raster, asJpeg(fromRaster(raster)), 'image/jpeg')
    })
  }

  encodePng(raster: Raster): Promise<Encoded> {
    return withImageErrors(() => this.#encode(raster, asPng(fromRaster(raster)), 'image/png'))
  }

  async compress(): Promise<never> {
    throw new AppError('OP_UNAVAILABLE', '压缩只在本机进行')
  }

  encodeGrey(values: Uint8Array, { width, height }: Size) {
    const grey = sharp(values, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
    return withImageErrors(() => grey.png({ compressionLevel: 6 }).toBuffer())
  }

  async #encode({ width, height }: Raster, pipeline: Sharp, type: string): Promise<Encoded> {
    return { bytes: await pipeline.toBuffer(), type, width, height }
  }

  #pathOf(role: GivenRole): string | undefined {
    return this.#work.inputs.find((input) => input.role === role)?.path
  }
}
