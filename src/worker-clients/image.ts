import { proxy, type Remote } from 'comlink'
import type { ParamsOf } from '#contracts/op-params.ts'
import type { RegionChange } from '#contracts/surfaces.ts'
import type { ViewRange } from '#contracts/views.ts'
import type { Watermark } from '#contracts/watermark.ts'
import type {
  CompositePreview,
  CompressResult,
  Digests,
  Drawn,
  Encoded,
  GradePreview,
  ImageFacts,
  ImageWorker,
  KeyedFile,
  KeyedMaterial,
  LayingSettings,
  MaterialFile,
  MaterialTile,
  Noted,
  OpenLibrary,
  PlanPreview,
  PointedRegion,
  RenderPreview,
  RetexturePreview,
  StructureCheck,
  VectorFacts,
  ViewsMade,
} from '#workers/image/contract.ts'
import type { ReadText } from '#workers/vision/contract.ts'
import { adoptWorker, reviveError } from './comlink-worker.ts'
import { WorkerPool } from './pool.ts'

export type {
  CompositePreview,
  CompressResult,
  Drawn,
  Encoded,
  GradePreview,
  ImageFacts,
  KeyedFile,
  LibraryFile,
  PlanPreview,
  PlanRoom,
  PointedRegion,
  RenderPreview,
  RetexturePreview,
  StructureCheck,
  VectorFacts,
} from '#workers/image/contract.ts'

/** Options of every job. */
export interface JobOptions {
  /** Aborting ends the job at once. */
  signal?: AbortSignal
  /** 0..1 and what is being done, in Chinese. */
  onProgress?: (progress: number, step: string) => void
  /** Called when a worker takes the job from the queue. */
  onStart?: () => void
}

const MOST_WORKERS = 4

const startWorker = () =>
  adoptWorker<ImageWorker>(
    new Worker(new URL('../../workers/image/worker.ts', import.meta.url), { type: 'module', name: 'image' }),
  )

const pool = new WorkerPool<Remote<ImageWorker>>(startWorker, {
  size: Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS),
})

/** How long the worker of live previews keeps what it has measured, ms. */
const PREVIEW_IDLE_MS = 60_000

/** One worker of its own for live previews: it keeps what it has measured, and no batch stands before it. */
const previews = new WorkerPool<Remote<ImageWorker>>(startWorker, { size: 1, idleMs: PREVIEW_IDLE_MS })

async function run<T>(
  work: (api: Remote<ImageWorker>) => Promise<T>,
  options: JobOptions,
  urgent = false,
  workers = pool,
): Promise<T> {
  try {
    return await workers.run(work, { ...options, urgent })
  } catch (thrown) {
    throw reviveError(thrown)
  }
}

const ignore = () => undefined

/** Draws the lines of a picture on this device; PNG, longer side at most 3000 px. */
export async function drawLinesOnDevice(
  file: Blob,
  params: ParamsOf<'lineart'>,
  options: JobOptions = {},
): Promise<Blob> {
  const report = proxy(options.onProgress ?? ignore)
  return (await run((api) => api.drawLines(file, params, report), options)).blob
}

/** A line drawing as SVG. @param grainy whether it is a pencil drawing */
export function linesAsSvg(file: Blob, grainy: boolean, options: JobOptions = {}): Promise<VectorFacts> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.linesAsSvg(file, grainy, report), options, true)
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
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.linesAsDxf(file, grainy, widthMm, report), options, true)
}

/**
 * Empties a room on this device; JPEG, WebP or PNG like the source. Rejects with NOTHING_TO_CLEAR, MASK_TOO_LARGE.
 * @param mask what is to go; null takes what is recognised as furniture
 * @param open gives materials of the library
 */
export function clearRoomOnDevice(
  file: Blob,
  mask: Blob | null,
  params: ParamsOf<'clearroom'>,
  open: OpenLibrary,
  options: JobOptions = {},
): Promise<Noted> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.clearRoom(file, mask, params, proxy(open), report), options)
}

/** Renders a picture on this device; JPEG, WebP or PNG like the source. @param open gives materials of the library */
export function renderOnDevice(
  file: Blob,
  style: Blob | null,
  params: ParamsOf<'render'>,
  open: OpenLibrary,
  options: JobOptions = {},
): Promise<Noted> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.render(file, style, params, proxy(open), report), options)
}

/** Makes new views of a picture on this device; JPEG, WebP or PNG like the source. Rejects with NO_VIEWS. */
export function makeViewsOnDevice(
  file: Blob,
  style: Blob | null,
  params: ParamsOf<'views'>,
  open: OpenLibrary,
  options: JobOptions = {},
): Promise<ViewsMade> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.views(file, style, params, proxy(open), report), options)
}

/** How far a camera may go from a picture's place; null where no view but its own holds. */
export function viewRangeOf(
  file: Blob,
  params: ParamsOf<'views'>,
  options: JobOptions = {},
): Promise<ViewRange | null> {
  return run((api) => api.viewRange(file, params), options, true, previews)
}

/** Renders what is white in the mask on this device; JPEG, WebP or PNG like the source. */
export function editOnDevice(
  file: Blob,
  mask: Blob,
  style: Blob | null,
  params: ParamsOf<'edit'>,
  open: OpenLibrary,
  options: JobOptions = {},
): Promise<Noted> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.edit(file, mask, style, params, proxy(open), report), options)
}

/** A render at a small size, while single regions are changed. */
export function previewRender(
  source: KeyedFile,
  style: KeyedFile | null,
  params: ParamsOf<'render'>,
  side: number,
  quick: boolean,
  open: OpenLibrary,
): Promise<RenderPreview> {
  return run((api) => api.previewRender(source, style, params, side, quick, proxy(open)), {}, true, previews)
}

/** A render of a marked part at a small size, while words and marks are changed. */
export function previewEdit(
  source: KeyedFile,
  mask: KeyedFile,
  style: KeyedFile | null,
  params: ParamsOf<'edit'>,
  side: number,
  open: OpenLibrary,
): Promise<Drawn> {
  return run((api) => api.previewEdit(source, mask, style, params, side, proxy(open)), {}, true, previews)
}

/** The region at a place of the last preview, parts of the sides; null before there was one. */
export function pointAtRegion(x: number, y: number): Promise<PointedRegion | null> {
  return run((api) => api.pointAtRegion(x, y), {}, true, previews)
}

/** Whether another change would do anything to the regions of the last preview. */
export function triesChange(change: RegionChange): Promise<boolean> {
  return run((api) => api.triesChange(change), {}, true, previews)
}

/** Finds the lines of a picture again in what was made of it; `repair` where it was repaired before. */
export function checkStructure(source: Blob, result: Blob, repair: boolean): Promise<StructureCheck> {
  return run((api) => api.checkStructure(source, result, repair), {}, true)
}

/** Takes what is white in the mask out of a picture on this device. */
export function inpaintOnDevice(file: Blob, mask: Blob, options: JobOptions = {}): Promise<Encoded> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.inpaint(file, mask, report), options)
}

/** Extends a picture to its sides on this device. */
export function outpaintOnDevice(
  file: Blob,
  params: ParamsOf<'outpaint'>,
  options: JobOptions = {},
): Promise<Encoded> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.outpaint(file, params, report), options)
}

/** Carries out the one-click work on a photograph on this device; JPEG, WebP or PNG like the source. */
export function gradeOnDevice(
  file: Blob,
  params: ParamsOf<'grade'>,
  lut: Blob | null,
  options: JobOptions = {},
): Promise<Encoded> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.grade(file, params, lut, report), options)
}

/**
 * What the one-click work makes of a small copy. The first call for a picture measures it whole.
 * @param side longer side of the copy at most, px
 */
export function previewGrade(
  source: KeyedFile,
  params: ParamsOf<'grade'>,
  lut: KeyedFile | null,
  side: number,
  options: JobOptions = {},
): Promise<GradePreview> {
  return run((api) => api.previewGrade(source, params, lut, side), options, true, previews)
}

/** A small chart of colours as a table (.cube) renders them; rejects with LUT_INVALID when the file is none. */
export function drawTable(file: Blob): Promise<Blob> {
  return run((api) => api.drawTable(file), {}, true)
}

/** Gives a picture another time of day, weather or season on this device, within what is white in the mask. */
export function relightOnDevice(
  file: Blob,
  mask: Blob | null,
  params: ParamsOf<'relight'>,
  options: JobOptions = {},
): Promise<Noted> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.relight(file, mask, params, report), options)
}

/** Gives what is white in the mask another material on this device; JPEG, WebP or PNG like the source. */
export function retextureOnDevice(
  file: Blob,
  mask: Blob,
  material: MaterialFile,
  params: ParamsOf<'retexture'>,
  options: JobOptions = {},
): Promise<Noted> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.retexture(file, mask, material, params, report), options)
}

/** The same on a small copy, for corners and sliders that move; previews take their turn among themselves. */
export function previewRetexture(
  source: KeyedFile,
  mask: KeyedFile,
  material: KeyedMaterial,
  settings: LayingSettings,
  side: number,
  quick: boolean,
  options: JobOptions = {},
): Promise<RetexturePreview> {
  return run(
    (api) => api.previewRetexture(source, mask, material, settings, side, quick),
    options,
    true,
    previews,
  )
}

/** Gives a picture the look of another one on this device, within the mask; JPEG, WebP or PNG like the source. */
export function stylizeOnDevice(
  file: Blob,
  style: Blob,
  mask: Blob | null,
  params: ParamsOf<'stylize'>,
  options: JobOptions = {},
): Promise<Encoded> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.stylize(file, style, mask, params, report), options)
}

/** Whether a picture still has its ground; one that is transparent around its subject is a cut-out already. */
export function hasGround(file: Blob, options: JobOptions = {}): Promise<boolean> {
  return run((api) => api.hasGround(file), options, true)
}

/** Cuts out what is white in the mask; PNG of the same size. */
export async function cutPaintedOnDevice(file: Blob, mask: Blob, options: JobOptions = {}): Promise<Blob> {
  return (await run((api) => api.cutPainted(file, mask), options)).blob
}

/** Sets a cut-out subject on another ground on this device; JPEG, WebP or PNG like the source. */
export function compositeOnDevice(
  file: Blob,
  cut: Blob,
  scene: { file: Blob; own: boolean } | null,
  params: ParamsOf<'composite'>,
  options: JobOptions = {},
): Promise<Noted> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.composite(file, cut, scene, params, report), options)
}

/** The same at a small size, while the subject is moved about. */
export function previewComposite(
  source: KeyedFile,
  cut: KeyedFile,
  scene: (KeyedFile & { own: boolean }) | null,
  params: ParamsOf<'composite'>,
  side: number,
): Promise<CompositePreview> {
  return run((api) => api.previewComposite(source, cut, scene, params, side), {}, true, previews)
}

/** Opens a drawing (DXF, SVG); null for a picture. See ImageWorker.openDrawing. */
export function openDrawing(file: Blob, options: JobOptions = {}): Promise<Encoded | null> {
  return run((api) => api.openDrawing(file), options, true)
}

/** Texts that a plan's picture keeps of its drawing; null without any. */
export function drawnTexts(file: Blob, options: JobOptions = {}): Promise<ReadText[] | null> {
  return run((api) => api.drawnTexts(file), options, true)
}

/** A coloured plan in vectors, which its file holds. */
export function planAsSvg(file: Blob, options: JobOptions = {}): Promise<Blob> {
  return run((api) => api.planAsSvg(file), options, true)
}

/** Lines of a plan as a picture on white paper; see ImageWorker.planPaper. */
export async function planPaper(file: Blob, options: JobOptions = {}): Promise<Blob> {
  return (await run((api) => api.planPaper(file), options)).blob
}

/** Colours a line plan on this device; PNG. Rejects with NO_ROOMS. @param texts what was read on its paper */
export function colourPlanOnDevice(
  file: Blob,
  texts: readonly ReadText[],
  params: ParamsOf<'flatplan'>,
  open: OpenLibrary,
  options: JobOptions = {},
): Promise<Noted> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.colourPlan(file, texts, params, proxy(open), report), options)
}

/** A coloured plan at most `side` px in its longer side, and its rooms. */
export function previewPlan(
  source: KeyedFile,
  texts: readonly ReadText[],
  params: ParamsOf<'flatplan'>,
  side: number,
  open: OpenLibrary,
): Promise<PlanPreview> {
  return run((api) => api.previewPlan(source, texts, params, side, proxy(open)), {}, true, previews)
}

/** Cleans a picture on this device at its own size; PNG where it is to be enlarged, else like the source. */
export function restoreOnDevice(
  file: Blob,
  params: ParamsOf<'restore'>,
  options: JobOptions = {},
): Promise<Noted> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.restore(file, params, report), options)
}

/** Makes a picture of a material repeat without a seam; WebP or PNG, at most 1024 px a side. */
export function makeTileOnDevice(file: Blob, options: JobOptions = {}): Promise<MaterialTile> {
  return run((api) => api.makeTile(file), options)
}

/** Compresses a picture on this device; never larger than the file, without metadata. */
export function compressOnDevice(
  file: File,
  params: ParamsOf<'compress'>,
  options: JobOptions = {},
): Promise<CompressResult> {
  const report = proxy(options.onProgress ?? ignore)
  return run((api) => api.compress(file, params, report), options)
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
  return run((api) => api.resize(file, side, options.quality), options, true)
}

/** A small upright copy for lists. */
export function thumbnail(file: Blob, side = 320, options: JobOptions = {}): Promise<Blob> {
  return run((api) => api.thumbnail(file, side), options, true)
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
  return run((api) => api.watermark(file, settings, logo, longerSide), options, longerSide !== undefined)
}

/** Checks a file by its bytes; rejects with the FILE_ errors of the catalogue. */
export function inspectFile(file: Blob, name: string, options: JobOptions = {}): Promise<ImageFacts> {
  return run((api) => api.inspect(file, name), options, true)
}

/** SHA-256 of the bytes, lower-case hexadecimal. */
export function hashFile(file: Blob, options: JobOptions = {}): Promise<string> {
  return run((api) => api.hash(file), options, true)
}

/** SHA-256 and CRC-32 of the bytes, read once. */
export function digestFile(file: Blob, options: JobOptions = {}): Promise<Digests> {
  return run((api) => api.digest(file), options, true)
}

/** Ends all image workers; called at sign-out, since they may hold private pictures. */
export function terminateImageWorkers(): void {
  pool.terminate()
  previews.terminate()
}
