import type { Watermark } from '#contracts/watermark.ts'
import type { Extents } from '#kernels/cad/extents.ts'
import type { SheetWish } from '#kernels/cad/sheet.ts'
import type {
  Digests,
  DrawnFile,
  Encoded,
  ImageFacts,
  MaterialTile,
  VectorFacts,
} from '#workers/image/types.ts'
import { run, URGENT } from './image-pool.ts'
import type { JobOptions } from './pool.ts'

export type { Extents } from '#kernels/cad/extents.ts'
export type { Encoded, VectorFacts } from '#workers/image/types.ts'

/** Checks a file by its bytes; rejects with the FILE_ errors of the catalogue. */
export function inspectFile(file: Blob, name: string, options: JobOptions = {}): Promise<ImageFacts> {
  return run((api) => api.inspect(file, name), options, URGENT)
}

/** SHA-256 of the bytes, lower-case hexadecimal. */
export function hashFile(file: Blob, options: JobOptions = {}): Promise<string> {
  return run((api) => api.hash(file), options, URGENT)
}

/** SHA-256 and CRC-32 of the bytes, read once. */
export function digestFile(file: Blob, options: JobOptions = {}): Promise<Digests> {
  return run((api) => api.digest(file), options, URGENT)
}

/**
 * Scales a picture down so that its longer side is at most `side` px.
 * @param options quality: of JPEG and WebP, 1..100; 92 when left out, since the picture is worked on
 */
export function resizeForUpload(
  file: Blob,
  side = 1024,
  options: JobOptions & { quality?: number } = {},
): Promise<Encoded> {
  return run((api) => api.resize(file, side, options.quality), options, URGENT)
}

/** A small upright copy for lists. */
export function thumbnail(file: Blob, side = 320, options: JobOptions = {}): Promise<Blob> {
  return run((api) => api.thumbnail(file, side), options, URGENT)
}

/**
 * Lays a watermark over a picture on this device; JPEG, WebP or PNG like the source.
 * @param logo picture of the mark; needed for settings of the kind `logo`, else the text is drawn
 * @param options longerSide: scales down to this first, px, as for a preview
 */
export function watermarkOnDevice(
  file: Blob,
  settings: Watermark,
  logo: Blob | null,
  options: JobOptions & { longerSide?: number } = {},
): Promise<Encoded> {
  const { longerSide } = options
  return run(
    (api) => api.watermark(file, settings, logo, longerSide),
    options,
    longerSide === undefined ? {} : URGENT,
  )
}

/** A small chart of colours as a table (.cube) renders them; rejects with LUT_INVALID when the file is none. */
export function drawTable(file: Blob): Promise<Blob> {
  return run((api) => api.drawTable(file), {}, URGENT)
}

/** Makes a picture of a material repeat without a seam; WebP or PNG, at most 1024 px a side. */
export function makeTileOnDevice(file: Blob, options: JobOptions = {}): Promise<MaterialTile> {
  return run((api) => api.makeTile(file), options)
}

/** Opens a drawing (DXF, SVG); null for a picture. See ImageWorker.openDrawing. */
export function openDrawing(
  file: Blob,
  options: JobOptions = {},
  wish: SheetWish = {},
): Promise<DrawnFile | null> {
  return run((api) => api.openDrawing(file, wish), options, URGENT)
}

/** A part of a plan's picture. @param box in parts of the sides; see ImageWorker.cropPlan */
export function cropPlan(file: Blob, box: Extents, options: JobOptions = {}): Promise<Encoded> {
  return run((api) => api.cropPlan(file, box), options, URGENT)
}

/** A coloured plan in vectors, which its file holds. */
export function planAsSvg(file: Blob, options: JobOptions = {}): Promise<Blob> {
  return run((api) => api.planAsSvg(file), options, URGENT)
}

/** A line drawing as SVG. @param grainy whether it is a pencil drawing */
export function linesAsSvg(file: Blob, grainy: boolean, options: JobOptions = {}): Promise<VectorFacts> {
  return run((api, report) => api.linesAsSvg(file, grainy, report), options, URGENT)
}

/**
 * A line drawing as DXF.
 * @param grainy whether it is a pencil drawing
 * @param widthMm width of the picture in mm; null for pixels without a unit
 */
export function linesAsDxf(
  file: Blob,
  grainy: boolean,
  widthMm: number | null,
  options: JobOptions = {},
): Promise<Blob> {
  return run((api, report) => api.linesAsDxf(file, grainy, widthMm, report), options, URGENT)
}
