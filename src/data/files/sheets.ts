import type { JobOptions } from '#src/worker-clients/pool.ts'

/** A picture that can take another one's place. */
export interface OpenedSheet {
  file: File
  width: number
  height: number
}

/** What a file held besides the picture that was made of it: another drawing of its sheet, or all of what was cropped. */
export interface SheetOffer {
  title: string
  /** A small picture of it. */
  thumb: () => Promise<Blob>
  open: (options: JobOptions) => Promise<OpenedSheet>
}

const NONE: readonly SheetOffer[] = []
const offers = new WeakMap<File, readonly SheetOffer[]>()

/** What else there was where a picture came from. It is forgotten when the page is left: the file is not kept. */
export const sheetsBeside = (file: File): readonly SheetOffer[] => offers.get(file) ?? NONE

/** Tells what else there was where a picture came from. */
export function offerSheets(file: File, list: readonly SheetOffer[]): void {
  if (list.length > 0) offers.set(file, list)
}
