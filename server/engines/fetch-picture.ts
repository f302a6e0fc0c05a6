import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts'

const MOST_REDIRECTS = 5
/** Most bytes of a picture that a service hands over. */
export const MOST_PICTURE_BYTES = 64 * 1024 * 1024

interface Options {
  /** Origin that is trusted wherever it lies: the configured service's own. */
  ownOrigin: string
  signal: AbortSignal
  /** How names of other origins are resolved and checked. */
  lookup?: LookupFunction
}

function ask(url: URL, { ownOrigin, signal, lookup = publicLookup() }: Options): Promise<IncomingMessage> {
  const own = url.origin === ownOrigin
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal address is never looked up.
  if (!own && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError()
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { signal, agent: false, headers: { accept: 'image/*' }, ...(own ? {} : { lookup }) },
      resolve,
    )
    sent.on('error', reject)
    sent.end()
  })
}

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MOST_PICTURE_BYTES) throw new RangeError('the picture is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Fetches a picture from an address that a service named: only from the public internet or from the service's own
 * origin, which holds for every redirect and for what names resolve to. No credentials are sent.
 * @returns its bytes, at most MOST_PICTURE_BYTES
 * @throws PrivateAddressError, RangeError, and what the connection throws
 */
export async function fetchPicture(address: string, options: Options): Promise<Buffer> {
  let url = new URL(address)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    if (!/^https?:$/.test(url.protocol)) throw new PrivateAddressError()
    url.username = ''
    url.password = ''
    const answer = await ask(url, options)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 200 && statusCode < 300) return readAll(answer)
    answer.destroy()
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw new Error(`picture not to be had: ${statusCode}`)
    url = new URL(headers.location, url)
  }
  throw new Error('too many redirects')
}
