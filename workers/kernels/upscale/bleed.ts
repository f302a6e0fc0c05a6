import type { Raster } from '#kernels/raster.ts'

/** Steps to the eight neighbours. */
const AROUND = [-1, 0, 1]
  .flatMap((dy) => [-1, 0, 1].map((dx) => ({ dx, dy })))
  .filter(({ dx, dy }) => dx || dy)

/**
 * Carries colours on under what is fully transparent, ring by ring: a pixel gets the mean of its neighbours
 * that are known. Filters that look around a pixel then find no black beside an edge.
 * @param reach rings, px
 * @returns a new raster with the same alpha
 */
export function bleedColours({ width, height, data }: Raster, reach: number): Raster {
  const out = new Uint8ClampedArray(data)
  // The ring in which a pixel became known, 1 for what is visible; 0 where nothing is known yet.
  const ring = new Uint16Array(width * height)
  for (let i = 0; i < ring.length; i++) if (data[i * 4 + 3] !== 0) ring[i] = 1
  let edge: number[] = []
  for (let i = 0; i < ring.length; i++) if (ring[i] === 1) queueAround(i, ring, width, height, edge)
  for (let step = 2; step < reach + 2 && edge.length > 0; step++) {
    const next: number[] = []
    for (const i of edge) fill(out, ring, i, step, width, height)
    for (const i of edge) queueAround(i, ring, width, height, next)
    edge = next
  }
  return { width, height, data: out }
}

/** A pixel that waits for its turn. */
const QUEUED = 0xffff

/** Queues the unknown neighbours of a pixel, each once. */
function queueAround(i: number, ring: Uint16Array, width: number, height: number, queue: number[]): void {
  const x = i % width
  const y = (i - x) / width
  for (const { dx, dy } of AROUND) {
    const u = x + dx
    const v = y + dy
    if (u < 0 || v < 0 || u >= width || v >= height || ring[v * width + u] !== 0) continue
    ring[v * width + u] = QUEUED
    queue.push(v * width + u)
  }
}

/** Gives a pixel the mean colour of the neighbours known before this step. */
function fill(
  out: Uint8ClampedArray,
  ring: Uint16Array,
  i: number,
  step: number,
  width: number,
  height: number,
): void {
  const x = i % width
  const y = (i - x) / width
  let count = 0
  const sum = [0, 0, 0]
  for (const { dx, dy } of AROUND) {
    const u = x + dx
    const v = y + dy
    if (u < 0 || v < 0 || u >= width || v >= height) continue
    const known = ring[v * width + u] as number
    if (known === 0 || known >= step) continue
    count++
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (out[(v * width + u) * 4 + c] as number)
  }
  for (let c = 0; c < 3; c++) out[i * 4 + c] = (sum[c] as number) / count
  ring[i] = step
}
