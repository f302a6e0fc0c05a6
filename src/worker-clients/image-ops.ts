import { proxy } from 'comlink'
import type { ParamsOf } from '#ops/index.ts'
import type {
  Encoded,
  MaterialFile,
  Noted,
  OpenLibrary,
  StructureCheck,
  ViewsMade,
} from '#workers/image/types.ts'
import type { ReadText } from '#workers/vision/contract.ts'
import { run, URGENT } from './image-pool.ts'
import type { JobOptions } from './pool.ts'

export type { StructureCheck } from '#workers/image/types.ts'

/** Draws the lines of a picture on this device; PNG, longer side at most 3000 px. */
export async function drawLinesOnDevice(
  file: Blob,
  params: ParamsOf<'lineart'>,
  options: JobOptions = {},
): Promise<Blob> {
  return (await run((api, report) => api.drawLines(file, params, report), options)).blob
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
  return run((api, report) => api.clearRoom(file, mask, params, proxy(open), report), options)
}

/** Renders a picture on this device; JPEG, WebP or PNG like the source. @param open gives materials of the library */
export function renderOnDevice(
  file: Blob,
  style: Blob | null,
  params: ParamsOf<'render'>,
  open: OpenLibrary,
  options: JobOptions = {},
): Promise<Noted> {
  return run((api, report) => api.render(file, style, params, proxy(open), report), options)
}

/** Makes new views of a picture on this device; JPEG, WebP or PNG like the source. Rejects with NO_VIEWS. */
export function makeViewsOnDevice(
  file: Blob,
  style: Blob | null,
  params: ParamsOf<'views'>,
  open: OpenLibrary,
  options: JobOptions = {},
): Promise<ViewsMade> {
  return run((api, report) => api.views(file, style, params, proxy(open), report), options)
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
  return run((api, report) => api.edit(file, mask, style, params, proxy(open), report), options)
}

/** Finds the lines of a picture again in what was made of it; `repair` where it was repaired before. */
export function checkStructure(source: Blob, result: Blob, repair: boolean): Promise<StructureCheck> {
  return run((api) => api.checkStructure(source, result, repair), {}, URGENT)
}

/** Takes what is white in the mask out of a picture on this device. */
export function inpaintOnDevice(file: Blob, mask: Blob, options: JobOptions = {}): Promise<Encoded> {
  return run((api, report) => api.inpaint(file, mask, report), options)
}

/** Extends a picture to its sides on this device. */
export function outpaintOnDevice(
  file: Blob,
  params: ParamsOf<'outpaint'>,
  options: JobOptions = {},
): Promise<Encoded> {
  return run((api, report) => api.outpaint(file, params, report), options)
}

/** Carries out the one-click work on a photograph on this device; JPEG, WebP or PNG like the source. */
export function gradeOnDevice(
  file: Blob,
  params: ParamsOf<'grade'>,
  lut: Blob | null,
  options: JobOptions = {},
): Promise<Encoded> {
  return run((api, report) => api.grade(file, params, lut, report), options)
}

/** Gives a picture another time of day, weather or season on this device, within what is white in the mask. */
export function relightOnDevice(
  file: Blob,
  mask: Blob | null,
  params: ParamsOf<'relight'>,
  options: JobOptions = {},
): Promise<Noted> {
  return run((api, report) => api.relight(file, mask, params, report), options)
}

/** Gives what is white in the mask another material on this device; JPEG, WebP or PNG like the source. */
export function retextureOnDevice(
  file: Blob,
  mask: Blob,
  material: MaterialFile,
  params: ParamsOf<'retexture'>,
  options: JobOptions = {},
): Promise<Noted> {
  return run((api, report) => api.retexture(file, mask, material, params, report), options)
}

/** Gives a picture the look of another one on this device, within the mask; JPEG, WebP or PNG like the source. */
export function stylizeOnDevice(
  file: Blob,
  style: Blob,
  mask: Blob | null,
  params: ParamsOf<'stylize'>,
  options: JobOptions = {},
): Promise<Encoded> {
  return run((api, report) => api.stylize(file, style, mask, params, report), options)
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
  return run((api, report) => api.composite(file, cut, scene, params, report), options)
}

/** Colours a line plan on this device; PNG. Rejects with NO_ROOMS. @param texts what was read on its paper */
export function colourPlanOnDevice(
  file: Blob,
  texts: readonly ReadText[],
  params: ParamsOf<'flatplan'>,
  open: OpenLibrary,
  options: JobOptions = {},
): Promise<Noted> {
  return run((api, report) => api.colourPlan(file, texts, params, proxy(open), report), options)
}

/** Cleans a picture on this device at its own size; PNG where it is to be enlarged, else like the source. */
export function restoreOnDevice(
  file: Blob,
  params: ParamsOf<'restore'>,
  options: JobOptions = {},
): Promise<Noted> {
  return run((api, report) => api.restore(file, params, report), options)
}
