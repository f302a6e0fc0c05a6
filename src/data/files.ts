import type { AppError } from '#contracts/errors.ts'

export interface PreparedImage {
  file: File
  /** Pixels after EXIF orientation; 0 when this browser cannot read the type (TIFF). */
  width: number
  height: number
  /** Name of the file that the user chose. */
  originalName: string
  shrunk: boolean
  /** Object URL of a thumbnail; '' when this browser cannot show it. Release with releasePreview. */
  previewUrl: string
}
export interface AcceptOptions {
  /** No notice about shrinking. */
  silent?: boolean
  /** False keeps the picture's size whatever it is. */
  shrink?: boolean
}
export interface Accepted {
  accepted: PreparedImage[]
  refused: { name: string; error: AppError }[]
  /** To be shown as an info toast. */
  notice?: string
}
/** Checks files by their bytes and applies the size rule of uploads. */
export async function acceptImages(_files: Iterable<File>, _options: AcceptOptions = {}): Promise<Accepted> {
  return { accepted: [], refused: [] }
}
/** Frees the object URL of a preview. */
export function releasePreview(image: Pick<PreparedImage, 'previewUrl'>): void {
  if (image.previewUrl) URL.revokeObjectURL(image.previewUrl)
}
