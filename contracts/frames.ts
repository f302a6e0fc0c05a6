/** Prefix of the cache that holds first frames; the revision of the shell that they belong to follows. */
export const FRAMES_PREFIX = 'frames-'

/** Type of the message by which a page hands its first frame to the service worker. */
export const KEEP_FRAME = 'KEEP_FRAME'

/** A page as it looks at first, before anything is known of its user. */
export interface FirstFrame {
  /** Path and query of the page's address. */
  readonly path: string
  /** Theme and width that it was drawn for; boot.js shows it to no other. */
  readonly look: string
  /** What stands in #root. */
  readonly markup: string
  /** Paths of all style sheets of the page. */
  readonly sheets: readonly string[]
  /** Path of the script that draws the page: it tells versions of the app apart. */
  readonly entry: string
}

export type KeepFrame = FirstFrame & { readonly type: typeof KEEP_FRAME }
