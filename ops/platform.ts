import type { ModelId } from '#contracts/models.ts'
import type { InputRole } from '#contracts/ops.ts'
import type { SceneId } from '#contracts/scenes.ts'
import type { StructureReport } from '#contracts/structure.ts'
import type { Trim } from '#contracts/task.ts'
import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import type { RunNetwork } from '#kernels/networks.ts'
import type { Raster } from '#kernels/raster.ts'
import type { LibraryMaterial } from '#kernels/render/look-of-plan.ts'
import type { OpId, ParamsOf } from './index.ts'

interface Size {
  width: number
  height: number
}

/** Role of a file that an operation is given; `cut`: the picture in the role `image`, cut out before. */
export type GivenRole = InputRole | 'cut'

/** A decoded picture, upright, in sRGB, straight alpha. */
export interface Picture extends Size {
  /** Its pixels; fewer than `width` × `height` where less was asked for. */
  raster: Raster
}

/** A picture in fewer bytes. */
export interface Compressed extends Encoded {
  /** Encoder quality that was used, 1..100; 100 for what is kept without loss. */
  quality: number
  /** One Chinese line when something differs from what was asked, such as a kept original; else ''. */
  note: string
}

/** A picture as a file's bytes. */
export interface Encoded extends Size {
  bytes: Uint8Array
  type: string
}

/**
 * What an operation has of the world around it, in a browser's worker and in a child process of the server alike.
 * Errors are those of the catalogue.
 */
export interface Platform {
  /** Pixels of a picture that was given, read from its header; null where there is none. */
  size(role: GivenRole): Promise<Size | null>
  /** A picture that was given, its longer side at most `maxSide` px; null where there is none. */
  read(role: GivenRole, options?: { maxSide?: number }): Promise<Picture | null>
  /** Bytes of a file that was given; null where there is none. */
  bytes(role: GivenRole): Promise<Uint8Array | null>
  /** What is painted, 0..255 a pixel, at this size; null where nothing is. */
  mask(size: Size): Promise<Uint8Array | null>
  /** A material of the library; throws INPUT_MISSING where it is not to be had. */
  material(id: string): Promise<MaterialPicture>
  /** Materials of the library by their ids; those that are not in it are left out. */
  materials(ids: readonly string[]): Promise<Map<string, LibraryMaterial>>
  /** Picture of a built-in scene; throws INPUT_MISSING where it is not to be had. */
  scene(id: SceneId): Promise<Raster>
  /** Runs networks that the op's facts name: one, or several that work together. */
  network(...ids: readonly ModelId[]): RunNetwork
  /** Encodes in the type of the picture in the role `image`: JPEG and WebP stay what they are, the rest is PNG. */
  encodeLike(raster: Raster): Promise<Encoded>
  encodePng(raster: Raster): Promise<Encoded>
  /** Writes a file anew, smaller, by this platform's own encoders; throws OP_UNAVAILABLE where it has none for it. */
  compress(role: GivenRole, params: ParamsOf<'compress'>, report: Report): Promise<Compressed>
  /** Encodes one value a pixel, 0..255, as a grey PNG. */
  encodeGrey(values: Uint8Array, size: Size): Promise<Uint8Array>
}

/** @param done 0..1 @param step what is being done, in Chinese */
export type Report = (done: number, step: string) => void

/** What an operation made. */
export interface RunResult {
  /** Pictures; with titles where there are several, with the encoder's quality where it was looked for. */
  pictures: (Encoded & { title?: string; quality?: number })[]
  /** Note on the result for the user, one Chinese line; '' for none. */
  note: string
  /** Where it lies in its source, if it was cropped. */
  trim?: Trim
  /** Report of the structure check; only `render` runs it. */
  structure?: StructureReport
}

/** What an operation is given to find out what it will run. */
export type NetworksOf<Op extends OpId> = (job: {
  io: Platform
  params: ParamsOf<Op>
}) => Promise<readonly ModelId[]>

/** An operation: written once, run on every platform. */
export type Run<Op extends OpId> = (job: {
  io: Platform
  params: ParamsOf<Op>
  report: Report
}) => Promise<RunResult>
