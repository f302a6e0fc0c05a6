import { wrap } from 'comlink'
import { resizeForUpload } from '#src/worker-clients/image-files.ts'
import { terminateImageWorkers } from '#src/worker-clients/image-pool.ts'
import type { BenchWorker } from './image-worker.ts'

const SIDE = 1024
const QUALITY = 85

type Way = 'app' | 'pica' | 'bitmap'

let worker: Worker | undefined
let photo: Blob | undefined

function others() {
  worker ??= new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' })
  return wrap<BenchWorker>(worker)
}

function picture(): Blob {
  if (!photo) throw new Error('load first')
  return photo
}

const bench = {
  async load(path: string): Promise<number> {
    photo = await (await fetch(path)).blob()
    return photo.size
  },

  /** Milliseconds of one picture, from the file to the JPEG, by the clock of this page. */
  async time(way: Way): Promise<number> {
    const startedAt = performance.now()
    if (way === 'app') await resizeForUpload(picture(), SIDE, { quality: QUALITY })
    else if (way === 'pica') await others().pica(picture(), SIDE)
    else await others().bitmap(picture(), SIDE)
    return performance.now() - startedAt
  },

  /** Ends the workers, so that the next measurement of memory starts without them. */
  stop(): void {
    terminateImageWorkers()
    worker?.terminate()
    worker = undefined
  },

  /** The app's resized pixels, RGBA in base64. */
  async pixels(): Promise<{ width: number; height: number; base64: string }> {
    const { width, height, data } = await others().pixels(picture(), SIDE)
    let binary = ''
    for (let at = 0; at < data.length; at += 0x8000) {
      binary += String.fromCharCode(...data.subarray(at, at + 0x8000))
    }
    return { width, height, base64: btoa(binary) }
  },
}

export type ImageBench = typeof bench

Object.assign(window, { bench })
