import { useEffect, useState } from 'react'
import { thumbnail } from '#src/worker-clients/image-files.ts'
import { readBlob } from './blobs.ts'
import { onPrivateDataCleared } from './private-data.ts'

interface Lease {
  url: Promise<string | undefined>
  uses: number
  release: ReturnType<typeof setTimeout> | undefined
}

/** An address that nobody uses is kept this long: lists scroll back, pages are left and entered again. */
const KEEP_MS = 30_000

const leases = new Map<string, Lease>()

async function makeUrl(key: string, side: number | null): Promise<string | undefined> {
  const blob = await readBlob(key)
  if (!blob) return undefined
  // A picture that cannot be scaled here (TIFF, damaged) is shown as it is, or fails in the <img>.
  const shown = side ? await thumbnail(blob, side).catch(() => blob) : blob
  return URL.createObjectURL(shown)
}

function revoke(name: string, lease: Lease): void {
  clearTimeout(lease.release)
  if (leases.get(name) === lease) leases.delete(name)
  void lease.url.then((url) => url && URL.revokeObjectURL(url))
}

function acquire(key: string, side: number | null): { lease: Lease; leave: () => void } {
  const name = `${key}@${side ?? 'full'}`
  const lease = leases.get(name) ?? { url: makeUrl(key, side), uses: 0, release: undefined }
  leases.set(name, lease)
  clearTimeout(lease.release)
  lease.uses++
  const leave = () => {
    lease.uses--
    if (lease.uses === 0) lease.release = setTimeout(() => revoke(name, lease), KEEP_MS)
  }
  return { lease, leave }
}

onPrivateDataCleared(() => {
  for (const [name, lease] of [...leases]) revoke(name, lease)
})

/**
 * Object URL of a stored blob, shared by everyone who shows it and revoked when nobody does.
 * @param key key in the store `blobs`; null for none
 * @param side longer side in px of a scaled copy; null for the whole picture
 */
export function useBlobUrl(key: string | null, side: number | null): string | undefined {
  const [found, setFound] = useState<{ name: string; url: string | undefined }>()
  const name = `${key}@${side}`
  useEffect(() => {
    if (!key) return undefined
    let isLive = true
    const { lease, leave } = acquire(key, side)
    lease.url.then(
      (url) => isLive && setFound({ name, url }),
      () => isLive && setFound({ name, url: undefined }),
    )
    return () => {
      isLive = false
      leave()
    }
  }, [key, side, name])
  return found?.name === name ? found.url : undefined
}
