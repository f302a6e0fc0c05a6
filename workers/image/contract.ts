import type { ModelId } from '#contracts/models.ts'
import type { Box } from '#contracts/structure.ts'
import type { ViewRange } from '#contracts/views.ts'
import type { Watermark } from '#contracts/watermark.ts'
import type { Extents } from '#kernels/cad/extents.ts'
import type { SheetWish } from '#kernels/cad/sheet.ts'
import type { OpId, ParamsOf } from '#ops/index.ts'
import type { AnswerStore } from './answers.ts'
import type { Networks } from './networks.ts'
import type {
  Digests,
  DrawnFile,
  Encoded,
  ImageFacts,
  MaterialTile,
  OnProgress,
  Openers,
  PreviewWork,
  ReadText,
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
  /** Takes the page's store of what networks answered; by proxy, before the first job. */
  shareAnswers(store: AnswerStore): void
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
  /**
   * Draws a live preview of an operation: what `ops/<op>/preview.ts` gives, with a bitmap in the place of its picture.
   * What was found out for the last one is kept, until another operation's is drawn.
   */
  preview(work: PreviewWork, open: Openers, networks: Networks): Promise<unknown>
  /** Asks the last preview of an operation something. */
  ask(op: OpId, question: unknown): Promise<unknown>
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
  /** A small chart of colours as a table (.cube) renders them; rejects with LUT_INVALID when the file is none. */
  drawTable(file: Blob): Promise<Blob>
  /** How far a camera may go from a picture's place; null where no view but its own holds. */
  viewRange(file: Blob, params: ParamsOf<'views'>, networks: Networks): Promise<ViewRange | null>
  /** Compares the structure of a picture with that of what a render made of it. */
  checkStructure(
    source: Blob,
    result: Blob,
    params: ParamsOf<'render'>,
    networks: Networks,
  ): Promise<StructureCheck>
  /** Puts places of a picture back into what a render made of it, in the result's type; boxes in parts of the sides. */
  putBackPlaces(
    source: Blob,
    result: Blob,
    boxes: readonly Box[],
    params: ParamsOf<'render'>,
  ): Promise<Encoded>
  /** A coloured plan in vectors, which its file holds. */
  planAsSvg(file: Blob): Promise<Blob>
  /**
   * Opens a drawing, told by its bytes: a DXF is drawn as PNG, which keeps the drawing's texts and scale; an SVG, which
   * only a page can draw, comes back as a document that is safe to draw and has its size. null for what is neither.
   * Of several drawings on a sheet one is drawn: that which is asked for, or that most like a plan.
   * Rejects with NO_LINES, DRAWING_ELSEWHERE, DRAWING_ON_PAPER, DRAWING_TOO_COMPLEX, FILE_SVG.
   */
  openDrawing(file: Blob, wish?: SheetWish): Promise<DrawnFile | null>
  /** A part of a plan's picture as PNG, with what it keeps of its drawing; the box in parts of the sides. */
  cropPlan(file: Blob, box: Extents): Promise<Encoded>
  /** Makes a picture of a material repeat without a seam; WebP or PNG, at most 1024 px a side. */
  makeTile(file: Blob): Promise<MaterialTile>
  /**
   * Lays a watermark over a picture; JPEG, WebP or PNG like the source.
   * @param logo picture of the mark, for the kind `logo`
   * @param longerSide scales down to this first, px
   */
  watermark(file: Blob, settings: Watermark, logo: Blob | null, longerSide?: number): Promise<Encoded>
}
