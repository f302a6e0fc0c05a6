const LIMIT_MS = 120_000
const RELOADED = 'chunkReloadedAt'
/** A second failure within this time is no missing chunk of an old version: reloading again would not help. */
const RELOAD_PAUSE_MS = 5 * 60_000

/** A page's code that did not arrive; its message is for the user. */
export class ChunkError extends Error {
  readonly reason: 'timeout' | 'failed'

  constructor(reason: 'timeout' | 'failed', cause?: unknown) {
    super(reason === 'timeout' ? '页面加载超时' : '页面没有加载成功', { cause })
    this.name = 'ChunkError'
    this.reason = reason
  }
}

function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (!navigator.onLine || Date.now() - last < RELOAD_PAUSE_MS) return false
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    // Without session storage nothing would stop a loop of reloads.
    return false
  }
  location.reload()
  return true
}

/**
 * Imports a page's code. A chunk that is gone, as after a new deployment, is fetched by one reload of the
 * page; a second failure rejects with a ChunkError, and so does a load that has not ended after 120 s.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('timeout')), LIMIT_MS)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (error) {
    if (error instanceof ChunkError) throw error
    // The page is going away: stay pending rather than flash an error.
    if (reloadOnce()) return await new Promise<never>(() => undefined)
    throw new ChunkError('failed', error)
  } finally {
    clearTimeout(timer)
  }
}
