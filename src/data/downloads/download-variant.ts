import type { AssetVariant } from '#contracts/asset.ts'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { costOf, type OpId } from '#ops/index.ts'

/** How pictures of the server are downloaded, where there is a choice. */
export type DownloadFormat = 'png' | 'original'

/** Kinds of tickets whose pictures go without the server's mark. */
const FREE_OF_MARK: readonly number[] = [TICKET_KINDS.image.type, TICKET_KINDS.live.type]
/** Encodings that a copy keeps; everything else becomes PNG. */
const KEPT_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** MIME type of a copy that was asked for without a format. @param type of the picture */
export function copyType(type: string): string {
  return KEPT_TYPES.includes(type) ? type : 'image/png'
}

/**
 * What to ask the server for when one of its results is downloaded: pictures paid with tickets of type 1 or 2
 * as PNG, other pictures with the server's mark, everything else as it is.
 * @param type MIME type of the result
 * @returns the variant, and the MIME type that it comes in
 */
export function downloadVariant(
  op: OpId,
  type: string,
  format: DownloadFormat = 'png',
): { variant: AssetVariant; type: string } {
  if (!type.startsWith('image/')) return { variant: {}, type }
  const cost = costOf(op)
  if (!cost || !FREE_OF_MARK.includes(TICKET_KINDS[cost.kind].type))
    return { variant: { watermark: true }, type: copyType(type) }
  if (format === 'original' || type === 'image/png') return { variant: {}, type }
  return { variant: { format: 'png' }, type: 'image/png' }
}
