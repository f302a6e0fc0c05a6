import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import type { Layer } from './layer.ts'

/** Light of the ground that comes round a subject's edge; planes of a small copy of the layer. */
export interface EdgeLight {
  width: number
  height: number
  /** Pixels of the copy a pixel of the layer. */
  scale: number
  /** How near the edge is, 0..1. */
  near: Float32Array
  /** Linear light of the ground around, red, green, blue. */
  light: readonly [Float32Array, Float32Array, Float32Array]
}

/** Longer side of the small copy, px. */
const SIDE = 480
/** How far light comes round an edge, as a share of the root of the layer's area. */
const REACH = 0.006

/**
 * Looks at what is around a subject's edges.
 * @param ground the frame with its shadows; beyond its border the outermost pixels count
 */
export function edgeLight(layer: Layer, ground: Raster): EdgeLight {
  const scale = Math.min(1, SIDE / Math.max(layer.width, layer.height))
  const width = Math.max(1, Math.round(layer.width * scale))
  const height = Math.max(1, Math.round(layer.height * scale))
  const count = width * height
  const near = new Float32Array(count)
  const light = [new Float32Array(count), new Float32Array(count), new Float32Array(count)] as const
  for (let y = 0, i = 0; y < height; y++) {
    const own = Math.min(layer.height - 1, Math.floor((y + 0.5) / scale))
    const row = Math.min(ground.height - 1, Math.max(0, layer.top + own)) * ground.width
    for (let x = 0; x < width; x++, i++) {
      const column = Math.min(layer.width - 1, Math.floor((x + 0.5) / scale))
      near[i] = 1 - layer.data[4 * (own * layer.width + column) + 3]! / 255
      const at = 4 * (row + Math.min(ground.width - 1, Math.max(0, layer.left + column)))
      for (let c = 0; c < 3; c++) light[c]![i] = LINEAR_OF_BYTE[ground.data[at + c]!]!
    }
  }
  const spare = new Float32Array(count)
  const radius = Math.max(1, Math.round(REACH * Math.sqrt(count)))
  for (const plane of [near, ...light]) {
    boxBlur(plane, width, height, radius, spare)
    boxBlur(plane, width, height, radius, spare)
  }
  for (let i = 0; i < count; i++) near[i] = near[i]! * near[i]!
  return { width, height, scale, near, light }
}
