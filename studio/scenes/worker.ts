// Render thread: takes blocks of rows from a shared counter until none is left.
import { parentPort, workerData } from 'node:worker_threads'
import { CHANNELS, denoiseRows } from './denoise.ts'
import { drawRows } from './line-drawing.ts'
import type { PackedScene } from './packed-scene.ts'
import { PathTracer } from './path-tracer.ts'

export interface RenderJob {
  kind: 'trace' | 'denoise' | 'lines'
  scene: PackedScene
  width: number
  height: number
  spp: number
  /** Number of this thread: its scratch memory in the ray kernel. */
  thread: number
  strength: number
  /** CHANNELS numbers a pixel. */
  frame: Float32Array
  /** Linear RGB (denoise) or ink (lines). */
  out: Float32Array
  next: Int32Array
}

export const BLOCK = { trace: 8, denoise: 120, lines: 32 } as const

function traceRows(tracer: PathTracer, job: RenderJob, y0: number, y1: number): void {
  const { width, spp, frame } = job
  const sum = new Float64Array(CHANNELS)
  for (let y = y0; y < y1; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0)
      for (let s = 0; s < spp; s++) {
        tracer.trace(x, y, s)
        const half = (s & 1) * 3
        for (let c = 0; c < 3; c++) sum[half + c]! += tracer.color[c]!
        for (let f = 0; f < 7; f++) sum[6 + f]! += tracer.features[f]!
      }
      const k = (y * width + x) * CHANNELS
      for (let c = 0; c < 6; c++) frame[k + c] = sum[c]! / (spp / 2)
      for (let c = 6; c < CHANNELS; c++) frame[k + c] = sum[c]! / spp
    }
  }
}

function work(job: RenderJob): void {
  const block = BLOCK[job.kind]
  const tracer = job.kind === 'trace' ? new PathTracer(job.scene, job.width, job.height, job.thread) : null
  for (;;) {
    const y0 = Atomics.add(job.next, 0, 1) * block
    if (y0 >= job.height) return
    const y1 = Math.min(job.height, y0 + block)
    if (tracer) traceRows(tracer, job, y0, y1)
    else if (job.kind === 'denoise') {
      denoiseRows(job.frame, job.width, job.height, y0, y1, { strength: job.strength }, job.out)
    } else drawRows(job.scene, job.width, job.height, y0, y1, job.out, job.thread)
  }
}

work(workerData as RenderJob)
parentPort?.postMessage('done')
