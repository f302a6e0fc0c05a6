import type { ModelId } from '#contracts/models.ts'
import type { RegionChange } from '#contracts/surfaces.ts'
import type { ViewRange } from '#contracts/views.ts'
import type { Watermark } from '#contracts/watermark.ts'
import type { ParamsOf } from '#ops/index.ts'
import type { Networks } from './networks.ts'
import type {
  CompositePreview,
  Digests,
  Drawn,
  Encoded,
  GradePreview,
  ImageFacts,
  KeyedFile,
  KeyedMaterial,
  LayingSettings,
  MaterialTile,
  OnProgress,
  Openers,
  OpenLibrary,
  PlanPreview,
  PointedRegion,
  ReadText,
  RenderPreview,
  RetexturePreview,
  RunInput,
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
  /** Networks that an operation will run on what it was given. */
  networksOf(work: RunWork): Promise<readonly ModelId[]>
  /** Carries out an operation. @param networks those that it may run, see networksOf */
  run(work: RunWork, open: Openers, networks: Networks, onProgress: OnProgress): Promise<RunMade>
  /**
   * Cuts a picture's subject out as the op `composite` does; PNG of the same size, or null for a picture that comes cut
   * out. Rejects with NO_SUBJECT.
   * @param inputs the picture, and the mask that was painted on it
   */
  cutSubject(inputs: readonly RunInput[], networks: Networks, onProgress: OnProgress): Promise<Blob | null>
  /**
   * Texts of a plan, px of the picture in which it is read: those of its drawing, else what the networks read.
   * @param networks null to read no texts where there is no drawing: null then
   */
  planTexts(file: Blob, networks: Networks | null, onProgress: OnProgress): Promise<ReadText[] | null>
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
  /** A composition at most `side` px in the longer side: what was read of the last subject and ground is kept. */
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
  /** A coloured plan at most `side` px in the longer side, with its rooms: what was read of the last plan is kept. */
  previewPlan(
    source: KeyedFile,
    texts: readonly ReadText[],
    params: ParamsOf<'flatplan'>,
    side: number,
    open: OpenLibrary,
  ): Promise<PlanPreview>
  /** Makes a picture of a material repeat without a seam; WebP or PNG, at most 1024 px a side. */
  makeTile(file: Blob): Promise<MaterialTile>
  /**
   * Lays a watermark over a picture; JPEG, WebP or PNG like the source.
   * @param logo picture of the mark, for the kind `logo`
   * @param longerSide scales down to this first, px
   */
  watermark(file: Blob, settings: Watermark, logo: Blob | null, longerSide?: number): Promise<Encoded>
}
