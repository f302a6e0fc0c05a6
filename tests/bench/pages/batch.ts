import { resizeForUpload } from '#src/worker-clients/image-files.ts'

const SIDE = 1024
const QUALITY = 85

let photos: Blob[] = []

/** Watches the main thread: tasks that the browser calls long, and the longest wait of a timer. */
function watch() {
  let longestTask = 0
  let longestGap = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
  })
  observer.observe({ type: 'longtask' })
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longestGap = Math.max(longestGap, now - last)
    last = now
  }, 8)
  return () => {
    clearInterval(timer)
    for (const { duration } of observer.takeRecords()) longestTask = Math.max(longestTask, duration)
    observer.disconnect()
    return { longestTask, longestGap }
  }
}

const bench = {
  async load(paths: readonly string[]): Promise<void> {
    photos = await Promise.all(paths.map(async (path) => (await fetch(path)).blob()))
  },

  /**
   * Runs `count` photos through the app's own pool with `lanes` in hand at a time.
   * @returns milliseconds of all, the longest task that the browser reported (0 for none of 50 ms or more),
   *   the longest wait of an 8 ms timer, and the bytes made
   */
  async run(count: number, lanes: number) {
    const stop = watch()
    const startedAt = performance.now()
    let next = 0
    let bytes = 0
    const lane = async () => {
      while (next < count) {
        const photo = photos[next++ % photos.length]
        if (!photo) throw new Error('load first')
        // A slice: its own Blob, so that nothing can be shared between photos.
        const { blob } = await resizeForUpload(photo.slice(0, photo.size, 'image/jpeg'), SIDE, {
          quality: QUALITY,
        })
        bytes += blob.size
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return { ms: performance.now() - startedAt, bytes, ...stop() }
  },
}

export type BatchBench = typeof bench

Object.assign(window, { bench })
