import { readHead } from './head.ts'
import type { OnProgress } from './types.ts'

/** Above this many pixels a picture is worked on alone: a few of them at once are more than a phone holds. */
const LARGE = 12_000_000
const LOCK = 'zhuhui-large-picture'

type Work<Rest extends unknown[], T> = (file: Blob, ...rest: [...Rest, OnProgress]) => Promise<T>

/** Work on a picture that waits, where the picture is large, until no other worker has a large one in hand. */
export function largeAlone<Rest extends unknown[], T>(work: Work<Rest, T>): Work<Rest, T> {
  return async (file, ...rest) => {
    const { width, height } = await readHead(file, '')
    // Only pages of a secure origin have locks.
    if (width * height <= LARGE || !('locks' in navigator)) return work(file, ...rest)
    const { held = [] } = await navigator.locks.query()
    const onProgress = rest[rest.length - 1] as OnProgress
    if (held.some(({ name }) => name === LOCK)) onProgress(0.01, '等待上一张大图')
    // A worker that is ended gives its lock back.
    return navigator.locks.request(LOCK, () => work(file, ...rest))
  }
}
