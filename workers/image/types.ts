import type { PlaceKind } from '#contracts/flatplan.ts'
import type { Placing, SceneId } from '#contracts/scenes.ts'
import type { Label } from '#contracts/surfaces.ts'
import type { Trim } from '#contracts/task.ts'
import type { LeftAlone } from '#kernels/lines/upright.ts'
import type { RoomBox, View } from '#kernels/seeing/scene.ts'
import type { OpId, ParamsOf } from '#ops/index.ts'
import type { GivenRole } from '#ops/platform.ts'

export type { ReadText } from '#kernels/ocr/read-texts.ts'

/** An encoded picture with its size in pixels. */
export interface Encoded {
  blob: Blob
  width: number
  height: number
}

/** A picture with something to say about it. */
export interface Noted extends Encoded {
  /** One Chinese line for the user; '' for nothing. */
  note: string
}

/** A file that was given to an operation. */
export interface RunInput {
  role: GivenRole
  file: Blob
}

/** An operation to be carried out. */
export interface RunWork {
  op: OpId
  params: Readonly<Record<string, unknown>>
  inputs: readonly RunInput[]
}

/** What an operation made. */
export interface RunMade {
  /** Pictures; with titles where there are several. */
  pictures: (Encoded & { title?: string; quality?: number })[]
  /** One Chinese line for the user; '' for nothing. */
  note: string
  /** Where it lies in its source, if it was cropped. */
  trim?: Trim
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

/** A file with a name that stays the same while its bytes do. */
export interface KeyedFile {
  key: string
  file: Blob
}

/** A material's picture to lay. */
export interface MaterialFile {
  file: Blob
  /** What its width stands for, mm; null for a picture that does not repeat yet. */
  repeatMm: number | null
}

/** The same, with a name that stays the same while its bytes do. */
export interface KeyedMaterial extends MaterialFile {
  key: string
}

/** How a material is laid; see the op `retexture`. */
export type LayingSettings = Pick<ParamsOf<'retexture'>, 'corners' | 'scale' | 'turn' | 'keepLight'>

/** What another material looks like at a small size. */
export interface RetexturePreview {
  bitmap: ImageBitmap
  /** Corners of the plane, x and y each in parts of the sides: those that were given, or those that were found. */
  corners: number[]
  /** False where the lines did not tell, and the surface is taken as facing the camera. */
  sure: boolean
  /** The given corners were followed; not where they cannot be the picture of a rectangle. */
  placed: boolean
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

/** A room of a plan, or a part of a site. */
export interface PlanRoom {
  id: number
  /** As the drawing names it; '' where it does not. */
  name: string
  kind: PlaceKind
  /** Of the library; '' for an even colour. */
  material: string
  /** m²; null where the scale is not known. */
  area: number | null
  /** A place in it, parts of the sides. */
  x: number
  y: number
  /** Closed outlines, holes among them: x and y each in parts of the sides. */
  outline: number[][]
}

/** What a coloured plan looks like at a small size. */
export interface PlanPreview {
  bitmap: ImageBitmap
  width: number
  height: number
  rooms: PlanRoom[]
  /** How its scale is known; by a guess no areas are told. */
  measured: 'user' | 'drawing' | 'dimensions' | 'guess'
  /** One Chinese line for the user. */
  note: string
}

/** A picture to be shown at once. */
export interface Drawn {
  bitmap: ImageBitmap
  width: number
  height: number
}

/** What a render looks like at a small size. */
export interface RenderPreview extends Drawn {
  /** The bitmap is of half the size: a sharper one can be had. */
  rough: boolean
  /** Camera and room of an interior, px of the camera's picture; a usual box where none was found. */
  room: { view: View; box: RoomBox } | null
}

/** A region of the last preview of a render. */
export interface PointedRegion {
  label: Label
  /** As in zFinish; null where the source shows. */
  finish: string | null
  /** Whether its woods have the style's colour and the source shows otherwise. */
  stained: boolean
  /** A place well inside of it, parts of the sides. */
  at: { x: number; y: number }
  /** Which of the changes have set something of it. */
  changes: number[]
  /** Its outline over nothing, at the size that it was seen at. */
  outline: ImageBitmap
}

/** How the lines of a picture are found again in what was made of it. */
export interface StructureCheck {
  /** Part of their length that is kept, 0..1. */
  share: number
  /** Less than can be trusted. */
  isLow: boolean
  /** Kept lines in blue and lost ones in vermilion, over nothing; PNG of the result's shape. */
  lines: Blob
  /** Where lines were lost or came in, as a glow over nothing; PNG of the same shape. */
  heat: Blob
}

/** What a composition looks like at a small size. */
export interface CompositePreview {
  bitmap: ImageBitmap
  /** Size of the whole result, px. */
  width: number
  height: number
  /** Where the subject stands: where it was placed, or where it was put by itself. */
  placing: Placing
  /** Width of the subject over its height. */
  aspect: number
  /** One Chinese line for the user; '' for nothing. */
  note: string
}

/** A picture of a material that repeats in both directions. */
export interface MaterialTile extends Encoded {
  /** Mean colour, #rrggbb. */
  colour: string
}

/** What the one-click work looks like at a small size. */
export interface GradePreview {
  bitmap: ImageBitmap
  /** Pixels of the whole result. */
  width: number
  height: number
  /** What became of the verticals: set upright, or why they were left. */
  verticals: 'turned' | LeftAlone
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
