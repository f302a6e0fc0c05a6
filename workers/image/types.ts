import type { SceneId } from '#contracts/scenes.ts'
import type { StructureReport } from '#contracts/structure.ts'
import type { Trim } from '#contracts/task.ts'
import type { Extents } from '#kernels/cad/extents.ts'
import type { Raster } from '#kernels/raster.ts'
import type { OpId } from '#ops/index.ts'
import type { GivenRole } from '#ops/platform.ts'

export type { ReadText } from '#kernels/ocr/read-texts.ts'

/** An encoded picture with its size in pixels. */
export interface Encoded {
  blob: Blob
  width: number
  height: number
}

/** A drawing that was drawn, and what else lies on its sheet. */
export interface DrawnFile extends Encoded {
  others: Extents[]
}

/** A picture with something to say about it. */
export interface Noted extends Encoded {
  /** Note on the result for the user, one Chinese line; '' for none. */
  note: string
}

/** A file that was given to an operation. */
export interface RunInput {
  role: GivenRole
  file: Blob
  /** Stays the same while the file's bytes do; known of those of previews alone. */
  key?: string
}

/** An operation to be carried out. */
export interface RunWork {
  op: OpId
  params: Readonly<Record<string, unknown>>
  inputs: readonly RunInput[]
}

/** A file with a name that stays the same while its bytes do. */
export interface KeyedInput extends RunInput {
  key: string
}

/** A live preview that is to be drawn; see PreviewJob. */
export interface PreviewWork extends Omit<RunWork, 'inputs'> {
  inputs: readonly KeyedInput[]
  side: number
  quick?: boolean
  known?: unknown
}

/** Something that was drawn, with what is told of it. */
export interface Drawn {
  picture: Raster
}

/** What an operation made. */
export interface RunMade {
  /** Pictures; with titles where there are several. */
  pictures: (Encoded & { title?: string; quality?: number })[]
  /** Note on the result for the user, one Chinese line; '' for none. */
  note: string
  /** Where it lies in its source, if it was cropped. */
  trim?: Trim
  /** What of its source's structure it keeps, where that was looked at. */
  structure?: StructureReport
}

/** What a file is, judged by its bytes. */
export interface ImageFacts {
  type: string
  /** Pixels after EXIF orientation; 0 where the header does not tell. */
  width: number
  height: number
  /** This browser can decode it. */
  readable: boolean
  /** It is worked on as a copy, since others show it otherwise or not at all: of a HEIC, say, or turned by a tag. */
  needsCopy: boolean
  /** Pages; one of several is worked on. */
  pages: number
}

/** Check sums of a blob. */
export interface Digests {
  /** CRC-32, 0..2³²−1. */
  crc32: number
  /** SHA-256, lower-case hexadecimal. */
  sha256: string
}

/** A material's picture to lay. */
export interface MaterialFile {
  file: Blob
  /** What its width stands for, mm; null for a picture that does not repeat yet. */
  repeatMm: number | null
}

/** A material of the library. */
export interface LibraryFile {
  id: string
  /** Null where its picture is not to be had just now, and its colour stands for it. */
  file: Blob | null
  /** What the picture's width stands for, mm. */
  repeatMm: number
  /** Mean colour, #rrggbb. */
  colour: string
  /** 0 matt .. 1 mirror. */
  gloss: number
}

/** Gives materials of the library by their ids; those that are not in it are left out. */
export type OpenLibrary = (ids: string[]) => Promise<LibraryFile[]>

/** What an operation may ask the page for. */
export interface Openers {
  /** Gives a material of the library; rejects with INPUT_MISSING. */
  material(id: string): Promise<MaterialFile>
  library: OpenLibrary
  /** Gives a built-in scene's picture; rejects with INPUT_MISSING. */
  scene(id: SceneId): Promise<Blob>
}

/** How the lines of a picture are found again in what was made of it. */
export interface StructureCheck extends StructureReport {
  /** Kept lines in blue and lost ones in vermilion, over nothing; PNG of the result's shape. */
  lines: Blob
  /** Where lines were lost or came in, as a glow over nothing; PNG of the same shape. */
  heat: Blob
}

/** A picture of a material that repeats in both directions. */
export interface MaterialTile extends Encoded {
  /** Mean colour, #rrggbb. */
  colour: string
}

/** A line drawing in vectors. */
export interface VectorFacts {
  /** SVG document. */
  svg: Blob
  /** Size of the drawing, px. */
  width: number
  height: number
  /** Lines and outlines in it. */
  count: number
  /** It was traced from the pixels, for the file held no lines of its own. */
  traced: boolean
}

/** 0..1, and what is being done in Chinese. */
export type OnProgress = (progress: number, step: string) => void
