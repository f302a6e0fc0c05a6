/** Prefix of the cache that holds first frames; the revision of the shell that they belong to follows. */
export const FRAMES_PREFIX = 'frames-'

/** Type of the message by which a page hands its first frame to the service worker. */
export const KEEP_FRAME = 'KEEP_FRAME'

/** A page as it looks at first, before anything is known of its user. */
export interface KeepFrame {
  readonly type: typeof KEEP_FRAME
  /** Path and query of the page's address. */
  readonly path: string
  /** The whole document: the shell with what the app draws first in it. */
  readonly html: string
}
