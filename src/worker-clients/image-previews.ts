import { proxy } from 'comlink'
import type { RegionChange } from '#contracts/surfaces.ts'
import type { ViewRange } from '#contracts/views.ts'
import type { ParamsOf } from '#ops/index.ts'
import type {
  CompositePreview,
  Drawn,
  GradePreview,
  KeyedFile,
  KeyedMaterial,
  LayingSettings,
  OpenLibrary,
  PlanPreview,
  PointedRegion,
  ReadText,
  RenderPreview,
  RetexturePreview,
} from '#workers/image/types.ts'
import { LIVE, run } from './image-pool.ts'
import type { JobOptions } from './pool.ts'

export type {
  CompositePreview,
  Drawn,
  GradePreview,
  KeyedFile,
  LibraryFile,
  PlanPreview,
  PlanRoom,
  PointedRegion,
  RenderPreview,
  RetexturePreview,
} from '#workers/image/types.ts'

/** A render at a small size, while single regions are changed. */
export function previewRender(
  source: KeyedFile,
  style: KeyedFile | null,
  params: ParamsOf<'render'>,
  side: number,
  quick: boolean,
  open: OpenLibrary,
): Promise<RenderPreview> {
  return run((api) => api.previewRender(source, style, params, side, quick, proxy(open)), {}, LIVE)
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
  return run((api) => api.previewEdit(source, mask, style, params, side, proxy(open)), {}, LIVE)
}

/** The region at a place of the last preview, parts of the sides; null before there was one. */
export function pointAtRegion(x: number, y: number): Promise<PointedRegion | null> {
  return run((api) => api.pointAtRegion(x, y), {}, LIVE)
}

/** Whether another change would do anything to the regions of the last preview. */
export function triesChange(change: RegionChange): Promise<boolean> {
  return run((api) => api.triesChange(change), {}, LIVE)
}

/** How far a camera may go from a picture's place; null where no view but its own holds. */
export function viewRangeOf(
  file: Blob,
  params: ParamsOf<'views'>,
  options: JobOptions = {},
): Promise<ViewRange | null> {
  return run((api) => api.viewRange(file, params), options, LIVE)
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
  return run((api) => api.previewGrade(source, params, lut, side), options, LIVE)
}

/** Another material on a small copy, while its corners and size are changed; `quick` while something moves. */
export function previewRetexture(
  source: KeyedFile,
  mask: KeyedFile,
  material: KeyedMaterial,
  settings: LayingSettings,
  side: number,
  quick: boolean,
  options: JobOptions = {},
): Promise<RetexturePreview> {
  return run((api) => api.previewRetexture(source, mask, material, settings, side, quick), options, LIVE)
}

/** A subject on another ground at a small size, while it is moved about. */
export function previewComposite(
  source: KeyedFile,
  cut: KeyedFile,
  scene: (KeyedFile & { own: boolean }) | null,
  params: ParamsOf<'composite'>,
  side: number,
): Promise<CompositePreview> {
  return run((api) => api.previewComposite(source, cut, scene, params, side), {}, LIVE)
}

/** A coloured plan at most `side` px in its longer side, and its rooms, while they are changed. */
export function previewPlan(
  source: KeyedFile,
  texts: readonly ReadText[],
  params: ParamsOf<'flatplan'>,
  side: number,
  open: OpenLibrary,
): Promise<PlanPreview> {
  return run((api) => api.previewPlan(source, texts, params, side, proxy(open)), {}, LIVE)
}
