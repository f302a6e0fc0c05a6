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
  StructureCheck,
  VectorFacts,
  ViewsMade,
} from './types.ts'

/**
 * The image worker: everything that decodes, computes and encodes pictures away from the main thread.
 * Errors cross as carryErrors names them.
 */
export interface ImageWorker {
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
  /** Line drawing as PNG; the longer side is capped at 3000 px. */
  drawLines(file: Blob, params: ParamsOf<'lineart'>, onProgress: OnProgress): Promise<Encoded>
  /** A line drawing as SVG; `grainy` for pencil. */
  linesAsSvg(file: Blob, grainy: boolean, onProgress: OnProgress): Promise<VectorFacts>
  /** A line drawing as DXF, its width in mm or null for pixels. */
  linesAsDxf(file: Blob, grainy: boolean, widthMm: number | null, onProgress: OnProgress): Promise<Blob>
  /** Takes out what is white in the mask; PNG of the same size. */
  inpaint(file: Blob, mask: Blob, onProgress: OnProgress): Promise<Encoded>
  /** Another time of day, weather or season, within what is white in the mask; JPEG, WebP or PNG like the source. */
  relight(file: Blob, mask: Blob | null, params: ParamsOf<'relight'>, onProgress: OnProgress): Promise<Noted>
  /** Extends a picture to its sides; PNG. */
  outpaint(file: Blob, params: ParamsOf<'outpaint'>, onProgress: OnProgress): Promise<Encoded>
  /** One-click work on a photograph; JPEG, WebP or PNG like the source. */
  grade(file: Blob, params: ParamsOf<'grade'>, lut: Blob | null, onProgress: OnProgress): Promise<Encoded>
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
  /** Empties a room, by mask or by itself; rejects with NOTHING_TO_CLEAR and MASK_TOO_LARGE. */
  clearRoom(
    file: Blob,
    mask: Blob | null,
    params: ParamsOf<'clearroom'>,
    open: OpenLibrary,
    onProgress: OnProgress,
  ): Promise<Noted>
  /**
   * Renders a clay model, a line drawing or a photograph; JPEG, WebP or PNG like the source.
   * @param style picture of the style
   */
  render(
    file: Blob,
    style: Blob | null,
    params: ParamsOf<'render'>,
    open: OpenLibrary,
    onProgress: OnProgress,
  ): Promise<Noted>
  /** Makes new views of one picture, rendered once; rejects with NO_VIEWS. */
  views(
    file: Blob,
    style: Blob | null,
    params: ParamsOf<'views'>,
    open: OpenLibrary,
    onProgress: OnProgress,
  ): Promise<ViewsMade>
  /** How far a camera may go from a picture's place; null where no view but its own holds. */
  viewRange(file: Blob, params: ParamsOf<'views'>): Promise<ViewRange | null>
  /** Renders what is white in the mask and leaves the rest; JPEG, WebP or PNG like the source. */
  edit(
    file: Blob,
    mask: Blob,
    style: Blob | null,
    params: ParamsOf<'edit'>,
    open: OpenLibrary,
    onProgress: OnProgress,
  ): Promise<Noted>
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
  /** Gives what is white in the mask another material; JPEG, WebP or PNG like the source. */
  retexture(
    file: Blob,
    mask: Blob,
    material: MaterialFile,
    params: ParamsOf<'retexture'>,
    onProgress: OnProgress,
  ): Promise<Noted>
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
  /** Gives a picture the look of another one, within the mask; JPEG, WebP or PNG like the source. */
  stylize(
    file: Blob,
    style: Blob,
    mask: Blob | null,
    params: ParamsOf<'stylize'>,
    onProgress: OnProgress,
  ): Promise<Encoded>
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
  /** Takes noise and compression blocks out of a picture at its own size; PNG where it is to be enlarged, else like the source. */
  restore(file: Blob, params: ParamsOf<'restore'>, onProgress: OnProgress): Promise<Noted>
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
