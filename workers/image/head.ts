import { hasWideProfile } from '#kernels/metadata/jpeg.ts'
import { type ByteSource, readStand } from '#kernels/orientation.ts'
import { checkImageFile, type FileKind, SNIFF_BYTES } from '#kernels/sniff.ts'

/** What the start of a picture file tells. */
export interface Head {
  kind: FileKind
  type: string
  /** Pixels as stored; 0 when the header does not tell. */
  width: number
  height: number
  /** How the stored pixels are turned to be upright: Exif's numbers 1..8, whatever the type says it with. */
  orientation: number
  /** Colours are not sRGB, so that decoding has to convert them. */
  wide: boolean
  /** Pixels an inch; 0 where it is not told. */
  density: number
  /** Pages of a TIFF; 1 for other types. */
  pages: number
}

/** Bytes that hold the frame header even behind big Exif thumbnails and profiles. */
const HEAD_BYTES = 4 * SNIFF_BYTES

const sourceOfBlob = (blob: Blob): ByteSource => ({
  size: blob.size,
  read: async (start, length) => new Uint8Array(await blob.slice(start, start + length).arrayBuffer()),
})

/**
 * Reads and checks the start of a file.
 * @throws AppError FILE_EMPTY, FILE_NOT_IMAGE, FILE_TOO_MANY_PIXELS and their like
 */
export async function readHead(file: Blob, name: string): Promise<Head> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const { kind, type, width, height } = checkImageFile(bytes, file.size, name)
  const stand = await readStand(sourceOfBlob(file), kind)
  return {
    kind,
    type,
    width: width || stand.width,
    height: height || stand.height,
    orientation: stand.orientation,
    density: stand.density,
    pages: stand.pages,
    wide: hasWideProfile(bytes),
  }
}
