import type { RegionChange } from '#contracts/surfaces.ts'
import type { ViewRange } from '#contracts/views.ts'
import type { Watermark } from '#contracts/watermark.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { ParamsOf } from '#ops/index.ts'
import type {
  CompositePreview,
  CompressResult,
  Digests,
  Drawn,
  Encoded,
  GradePreview,
  ImageFacts,
  KeyedFile,
  KeyedMaterial,
  LayingSettings,
  MaterialFile,
  MaterialTile,
  Noted,
  OnProgress,
  OpenLibrary,
  PlanPreview,
  PointedRegion,
  RenderPreview,
  RetexturePreview,
  RunMade,
  RunWork,
  StructureCheck,
  VectorFacts,
} from './types.ts'

/**
 * The image worker: everything that decodes, computes and encodes pictures away from the main thread.
 * Errors cross as carryErrors names them.
 */
export interface ImageWorker {
  /**
   * Carries out an operation that runs no network.
   * @param openMaterial gives a material of the library; rejects with INPUT_MISSING
   * @param openLibrary gives materials of the library for a render
   */
  run(
    work: RunWork,
    openMaterial: (id: string) => Promise<MaterialFile>,
    openLibrary: OpenLibrary,
    onProgress: OnProgress,
  ): Promise<RunMade>
  /** Checks a file by its bytes and decodes its header; rejects with the catalogue's FILE_ errors. */
  inspect(file: Blob, name: string): Promise<ImageFacts>
  /**
   * Scales down so that the longer side is at most `longerSide` px; JPEG, PNG or WebP like the source.
   * @param quality of JPEG and WebP, 1..100; 92 when left out
   */
  resize(file: Blob, longerSide: number, quality?: number): Promise<Encoded>
  /** A small WebP (or JPEG) copy; upright. */
  thumbnail(file: Blob, longerSide: number): Promise<Blob>
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  hash(file: Blob): Promise<string>
  /** SHA-256 and CRC-32 of the bytes, read once. */
  digest(file: Blob): Promise<Digests>
  /** A line drawing as SVG; `grainy` for pencil. */
  linesAsSvg(file: Blob, grainy: boolean, onProgress: OnProgress): Promise<VectorFacts>
  /** A line drawing as DXF, its width in mm or null for pixels. */
  linesAsDxf(file: Blob, grainy: boolean, widthMm: number | null, onProgress: OnProgress): Promise<Blob>
  /**
   * The same on a copy whose longer side is at most `side` px, for a slider that moves: what was measured in the
   * last source and read from the last table is kept.
   */
  previewGrade(
    source: KeyedFile,
    params: ParamsOf<'grade'>,
    lut: KeyedFile | null,
    side: number,
  ): Promise<GradePreview>
  /** A small chart of colours as a table (.cube) renders them; rejects with LUT_INVALID when the file is none. */
  drawTable(file: Blob): Promise<Blob>
  /** How far a camera may go from a picture's place; null where no view but its own holds. */
  viewRange(file: Blob, params: ParamsOf<'views'>): Promise<ViewRange | null>
  /** The same on a copy whose longer side is at most `side` px: what was seen of the last picture is kept. */
  previewEdit(
    source: KeyedFile,
    mask: KeyedFile,
    style: KeyedFile | null,
    params: ParamsOf<'edit'>,
    side: number,
    open: OpenLibrary,
  ): Promise<Drawn>
  /**
   * A render on a copy whose longer side is at most `side` px: what was seen of the last picture is kept. A `quick`
   * one may be rough where more than finishes has changed.
   */
  previewRender(
    source: KeyedFile,
    style: KeyedFile | null,
    params: ParamsOf<'render'>,
    side: number,
    quick: boolean,
    open: OpenLibrary,
  ): Promise<RenderPreview>
  /** The region at a place of the last preview, parts of the sides; null before there was one. */
  pointAtRegion(x: number, y: number): Promise<PointedRegion | null>
  /** Whether another change would do anything to the regions of the last preview. */
  triesChange(change: RegionChange): Promise<boolean>
  /** Finds the lines of a picture again in what was made of it; `repair` where it was repaired before. */
  checkStructure(source: Blob, result: Blob, repair: boolean): Promise<StructureCheck>
  /**
   * The same on a copy whose longer side is at most `side` px: what was read of the last surfaces is kept. `quick`
   * while something moves.
   */
  previewRetexture(
    source: KeyedFile,
    mask: KeyedFile,
    material: KeyedMaterial,
    settings: LayingSettings,
    side: number,
    quick: boolean,
  ): Promise<RetexturePreview>
  /** Whether a picture still has its ground: a good part of a cut-out is transparent. */
  hasGround(file: Blob): Promise<boolean>
  /** Cuts out what is white in the mask; PNG of the same size. */
  cutPainted(file: Blob, mask: Blob): Promise<Encoded>
  /** Sets a picture's subject on another ground; JPEG, WebP or PNG like the source. */
  composite(
    file: Blob,
    cut: Blob,
    scene: { file: Blob; own: boolean } | null,
    params: ParamsOf<'composite'>,
    onProgress: OnProgress,
  ): Promise<Noted>
  /** The same at most `side` px in the longer side: what was read of the last subject and ground is kept. */
  previewComposite(
    source: KeyedFile,
    cut: KeyedFile,
    own: (KeyedFile & { own: boolean }) | null,
    params: ParamsOf<'composite'>,
    side: number,
  ): Promise<CompositePreview>
  /** A coloured plan in vectors, which its file holds. */
  planAsSvg(file: Blob): Promise<Blob>
  /**
   * Opens a drawing, told by its bytes: a DXF is drawn as PNG, which keeps the drawing's texts and scale; an SVG, which
   * only a page can draw, comes back as a document that is safe to draw and has its size. null for what is neither.
   * Rejects with NO_LINES, DRAWING_TOO_COMPLEX, FILE_SVG.
   */
  openDrawing(file: Blob): Promise<Encoded | null>
  /** Texts that a plan's picture keeps of its drawing, px of the picture in which it is read; null without any. */
  drawnTexts(file: Blob): Promise<ReadText[] | null>
  /** Lines of a plan as a picture on white paper, for the networks that read texts; PNG. */
  planPaper(file: Blob): Promise<Noted>
  /** Colours a line plan by its rooms and the texts in it; PNG. Rejects with NO_ROOMS. */
  colourPlan(
    file: Blob,
    texts: readonly ReadText[],
    params: ParamsOf<'flatplan'>,
    open: OpenLibrary,
    onProgress: OnProgress,
  ): Promise<Noted>
  /** The same at most `side` px in the longer side, with its rooms: what was read of the last plan is kept. */
  previewPlan(
    source: KeyedFile,
    texts: readonly ReadText[],
    params: ParamsOf<'flatplan'>,
    side: number,
    open: OpenLibrary,
  ): Promise<PlanPreview>
  /** Makes a picture of a material repeat without a seam; WebP or PNG, at most 1024 px a side. */
  makeTile(file: Blob): Promise<MaterialTile>
  compress(file: Blob, params: ParamsOf<'compress'>, onProgress: OnProgress): Promise<CompressResult>
  /**
   * Lays a watermark over a picture; JPEG, WebP or PNG like the source.
   * @param logo picture of the mark, for the kind `logo`
   * @param longerSide scales down to this first, px
   */
  watermark(file: Blob, settings: Watermark, logo: Blob | null, longerSide?: number): Promise<Encoded>
}
