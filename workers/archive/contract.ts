import type { ArchiveEntry } from '#contracts/archive.ts'
import type { ErrorName } from '#contracts/errors.ts'

/** What was found in an archive. */
export interface Unpacked {
  /** Pictures in the order of the archive, each under its file name without folders. */
  files: File[]
  /** Pictures that could not be read. */
  refused: { name: string; errorName: ErrorName }[]
  /** Pictures past the limit, left in the archive. */
  left: number
  /** Files that are no pictures by their names. */
  skipped: number
}

/** A file of an archive whose bytes are all at hand. */
export interface BlobEntry {
  /** Path in the archive: safe and unique, as archiveNames makes it. */
  name: string
  /** ms since 1970. */
  modified: number
  blob: Blob
  /** CRC-32 of the bytes; null when it has to be computed. */
  crc32: number | null
}

/** Where an archive is written. */
export type SinkPlace =
  /** A file of the origin's private file system, in the folder of downloads. */
  | { kind: 'opfs'; name: string }
  /** A file that the user has chosen. */
  | { kind: 'file'; handle: FileSystemFileHandle }
  /** The memory of this page; gone with it. */
  | { kind: 'memory' }

/** An archive to write, or to go on with. */
export interface PackJob {
  place: SinkPlace
  /** Bytes of the archive that are safely written; what lies behind them is not believed. */
  committed: number
  /** At most one is partial: the last one that was begun. */
  entries: ArchiveEntry[]
  /** Name and first lines of the list of files that are missing. */
  missingList: { name: string; head: string }
  /** Name of the list of check sums. */
  sumList: { name: string }
}

/** What an archive needs from the page while it is written. */
export interface PackIo {
  /** Bytes of an entry that come from this device. `again`: they may be had later, when the network is back. */
  open(
    index: number,
  ): Promise<{ blob: Blob } | { error: { message: string; remedy: string }; again: boolean }>
  /** Everything up to `committed` is safely written: keep that, and how far the entries are. */
  commit(committed: number, changes: [index: number, entry: ArchiveEntry][]): Promise<void>
  /** Tells how far the entry on its way is, some times a second. `waiting`: for the network. */
  progress(index: number, received: number, waiting: boolean): void
  /** Whether the server can be reached, asked of the server. */
  online(): Promise<boolean>
}

/** How writing an archive ended; `signIn`: the server wants to know first who asks. */
export interface PackResult {
  outcome: 'done' | 'stopped' | 'signIn'
  /** Size of the finished archive. */
  bytes: number
  /** The archive when it was written to memory. */
  blob: Blob | null
}

/** The archive worker: opens and writes zips away from the main thread. */
export interface ArchiveWorker {
  /**
   * Unpacks the pictures of a zip.
   * @param mostFiles stops after so many pictures
   * @throws AppError ARCHIVE_DAMAGED, ARCHIVE_EMPTY
   */
  unpack(zip: Blob, mostFiles: number): Promise<Unpacked>
  /**
   * A zip that refers to its blobs instead of copying them: nearly free when all CRCs are known.
   * @throws AppError FILE_DAMAGED when a blob cannot be read any more
   */
  zipBlobs(entries: BlobEntry[]): Promise<Blob>
  /**
   * Writes an archive, from where it was left. Entries that fail are left out and listed.
   * @throws AppError STORAGE_FULL, SAVE_REFUSED; what was committed stays good
   */
  pack(job: PackJob, io: PackIo): Promise<PackResult>
  /** Ends `pack` in good order: what has arrived is committed. */
  stop(): Promise<void>
  /** The network may be back: ends the wait for the next try. */
  wake(): Promise<void>
}
