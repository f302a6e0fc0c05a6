/**
 * Keeps what other apps hand over until a tool takes it. It lies in a cache, which the service worker and
 * pages reach alike: the share sheet posts to the worker, “open with” gives files to a page.
 */
import { shownName } from '#contracts/safe-name.ts'
import { SHARE_CACHE, SHARE_LIMITS, SHARE_PATH, type ShareRecord } from '#contracts/share.ts'

const RECORD = 'record'

const keyOf = (id: string, part: string | number) => `${SHARE_PATH}/${id}/${part}`
/** A share's id, from a key of the cache. */
const idOf = (key: string) => new URL(key).pathname.slice(SHARE_PATH.length + 1).split('/')[0] ?? ''

/** What comes in: texts may be empty, files come as the system gave them. */
export type Incoming = Pick<ShareRecord, 'origin' | 'title' | 'text' | 'url'> & { files: readonly File[] }

/** The files that fit within the limits, in their order. */
function withinLimits(files: readonly File[]): File[] {
  let bytes = 0
  return files.slice(0, SHARE_LIMITS.files).filter((file) => {
    if (bytes + file.size > SHARE_LIMITS.bytes) return false
    bytes += file.size
    return true
  })
}

async function put(cache: Cache, record: ShareRecord, files: readonly File[]): Promise<void> {
  await cache.put(keyOf(record.id, RECORD), Response.json(record))
  // One after the other: a hundred photos at once would all be in memory.
  for (const [index, file] of files.entries()) {
    const headers = { 'Content-Type': file.type || 'application/octet-stream' }
    await cache.put(keyOf(record.id, index), new Response(file, { headers }))
  }
}

/**
 * Keeps a share.
 * @returns its record
 * @throws DOMException QuotaExceededError when the disk is full even without older shares
 */
export async function keepShare(incoming: Incoming, now = Date.now()): Promise<ShareRecord> {
  const { origin, title, text, url } = incoming
  const files = withinLimits(incoming.files)
  const record: ShareRecord = {
    id: crypto.randomUUID(),
    at: now,
    origin,
    title,
    text,
    url,
    files: files.map(({ name, type, size }) => ({ name: shownName(name), type, bytes: size })),
    left: incoming.files.length - files.length,
  }
  const cache = await caches.open(SHARE_CACHE)
  try {
    await put(cache, record, files)
  } catch {
    await sweepShares(now, 0)
    await put(cache, record, files).catch(async (thrown: unknown) => {
      await dropShare(record.id)
      throw thrown
    })
  }
  await sweepShares(now)
  return record
}

/** The record of a share as it was stored; undefined when there is none (any more). */
export async function findShare(id: string): Promise<unknown> {
  const found = await caches.match(keyOf(id, RECORD), { cacheName: SHARE_CACHE })
  return found?.json()
}

/** Bytes of one file of a share; undefined when they are gone. */
export async function readShared(id: string, index: number): Promise<Blob | undefined> {
  const found = await caches.match(keyOf(id, index), { cacheName: SHARE_CACHE })
  return found?.blob()
}

/** Forgets a share. */
export async function dropShare(id: string): Promise<void> {
  const cache = await caches.open(SHARE_CACHE)
  for (const { url } of await cache.keys()) if (idOf(url) === id) await cache.delete(url)
}

/** Forgets shares that are old or surplus. */
async function sweepShares(now: number, most: number = SHARE_LIMITS.shares): Promise<void> {
  const cache = await caches.open(SHARE_CACHE)
  const ids = new Set((await cache.keys()).map(({ url }) => idOf(url)))
  const found = await Promise.all(
    [...ids].map(async (id) => {
      const record = (await findShare(id)) as { at?: unknown } | undefined
      return { id, at: typeof record?.at === 'number' ? record.at : 0 }
    }),
  )
  const newestFirst = found.sort((a, b) => b.at - a.at)
  const gone = newestFirst.filter(({ at }, place) => place >= most || now - at > SHARE_LIMITS.ageMs)
  for (const { id } of gone) await dropShare(id)
}
