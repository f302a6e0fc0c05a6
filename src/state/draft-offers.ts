import { signal } from '@preact/signals-react'

/** A form of a tool that another tab had changed at the same time: it is kept, and can take the place of the one on show. */
export interface DraftOffer {
  toolId: string
  /** When it was stored. */
  at: number
  /** Files that it holds. */
  pictures: number
  take: () => void
  drop: () => void
}

/** Forms that are kept beside those on show, one a tool. */
export const draftOffers = signal<readonly DraftOffer[]>([])
