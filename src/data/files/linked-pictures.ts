import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { extensionOf, stemOf } from '#contracts/file-names.ts'
import { network } from '#src/data/api/network.ts'

/** How long a site may take to hand out a picture, ms. */
const PATIENCE_MS = 60_000

/** Name of a picture by its address and what it was sent as. */
function nameOf(url: URL, type: string): string {
  const last = url.protocol === 'data:' ? '' : (url.pathname.split('/').at(-1) ?? '')
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {
    // Not written in UTF-8: it stays as it is.
  }
  return `${stemOf(name) || '网络图片'}.${extensionOf(type)}`
}

/** The body of an answer as long as it is no larger than an upload may be. */
async function bodyOf(answer: Response): Promise<Blob> {
  if (Number(answer.headers.get('Content-Length')) > LIMITS.uploadBytes) throw new AppError('FILE_TOO_BIG')
  const reader = answer.body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.length
    if (bytes > LIMITS.uploadBytes) {
      await reader?.cancel()
      throw new AppError('FILE_TOO_BIG')
    }
    parts.push(part.value)
  }
  return new Blob(parts)
}

/**
 * The picture that an address leads to, without telling the site who asks.
 * @throws AppError LINK_CLOSED where the site does not let other sites read it, LINK_NO_PICTURE, FILE_TOO_BIG, NETWORK
 * without a network; AbortError when it is stopped
 */
export async function fetchLinkedPicture(link: string, signal: AbortSignal): Promise<File> {
  const url = new URL(link)
  const patient = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  try {
    const answer = await fetch(url, {
      signal: patient,
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
    })
    if (!answer.ok) throw new AppError('LINK_CLOSED')
    const type = (answer.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    if (!type.startsWith('image/')) throw new AppError('LINK_NO_PICTURE')
    return new File([await bodyOf(answer)], nameOf(url, type), { type })
  } catch (thrown) {
    if (thrown instanceof AppError || signal.aborted) throw thrown
    throw new AppError(network.peek() === 'offline' ? 'NETWORK' : 'LINK_CLOSED', undefined, { cause: thrown })
  }
}
