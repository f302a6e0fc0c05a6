import type { ErrorName } from '#contracts/errors.ts'

/** What was found in an archive. */
export interface Unpacked {
  /** Pictures in the order of the archive, each under its file name without folders. */
  files: File[]
  /** Pictures that could not be read. */
  refused: { name: string; errorName: ErrorName }[]
  /** Pictures past the limit, left in the archive. */
  left: number
}

/** The archive worker: opens zips away from the main thread. */
export interface ArchiveWorker {
  /**
   * Unpacks the pictures of a zip.
   * @param mostFiles stops after so many pictures
   * @throws AppError ARCHIVE_DAMAGED, ARCHIVE_EMPTY
   */
  unpack(zip: Blob, mostFiles: number): Promise<Unpacked>
}
