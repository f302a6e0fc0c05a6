import { FORMATS, PICTURE_TYPES } from './formats.ts'

/** Page that receives what other apps share, and files that the system opens with this one. */
export const SHARE_PATH = '/share'

/** Cache that keeps shares; emptied at sign-out with the account's pictures. */
export const SHARE_CACHE = 'shares'

/** Names of the form's fields in which the system hands over a share. */
export const SHARE_FIELDS = { title: 'title', text: 'text', url: 'url', files: 'files' } as const

/** Types offered to the system's share sheet and file manager, each with the endings of its files. */
export const SHARE_TYPES: Readonly<Record<string, readonly string[]>> = {
  ...PICTURE_TYPES,
  [FORMATS.svg.type]: ['.svg'],
  [FORMATS.dxf.type]: ['.dxf'],
  [FORMATS.pdf.type]: ['.pdf'],
}

/** How much of what was shared is kept, and how long: what nobody takes must not fill the device. */
export const SHARE_LIMITS = {
  /** Most files of one share; the rest is counted and told. */
  files: 500,
  /** Most bytes of one share. */
  bytes: 1024 ** 3,
  /** Shares kept beside each other, the newest. */
  shares: 3,
  /** Milliseconds until a share is forgotten. */
  ageMs: 24 * 60 * 60_000,
} as const

/** Where what was shared came from: another app's share sheet, or the system's “open with”. */
export type ShareOrigin = 'share' | 'open'

/** Why a share could not be kept. */
export type ShareProblem = 'full' | 'unread'

/** What was shared, without the bytes. */
export interface ShareRecord {
  id: string
  /** When it arrived, ms since 1970. */
  at: number
  origin: ShareOrigin
  title: string
  text: string
  url: string
  files: { name: string; type: string; bytes: number }[]
  /** Files beyond the limits, which were not kept. */
  left: number
}
