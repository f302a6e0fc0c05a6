/** Folder of the origin's private file system that holds archives. */
export const DOWNLOADS_FOLDER = 'downloads'

/** Bytes that an archive may have where it has to be held in memory. */
export const MEMORY_LIMIT = 500 * 1000 * 1000
