import { boxBlur } from '#kernels/lineart/smooth.ts'

/** Half windows, parts of the longer side, of grain and of the place that it belongs to. */
const [GRAIN, PLACE] = [0.002, 0.004]
/** Mean grain, stops, up to which a place of a model is smooth, and from which blades are drawn on it. */
export const [SMOOTH, BLADES] = [0.005, 0.01] as const
/** Most that counts. */
const MOST = 0.03

/** How far each pixel's light is off that around it, stops: blades of grass show by it. @param luma linear */
export function flecksOf(luma: Float32Array, width: number): Float32Array {
  const height = luma.length / width
  const light = luma.map((value) => Math.log2(0.03 + Math.sqrt(value)))
  const out = light.slice()
  const radius = Math.max(1, Math.round(GRAIN * Math.max(width, height)))
  boxBlur(out, width, height, radius, new Float32Array(luma.length))
  return out.map((value, i) => Math.min(MOST, Math.abs(light[i]! - value)))
}

/** Where a model's surface has the grain of grass, 0..1. @param flecks see flecksOf */
export function grainOf(flecks: Float32Array, width: number): Float32Array {
  const height = flecks.length / width
  const out = flecks.slice()
  const radius = Math.max(1, Math.round(PLACE * Math.max(width, height)))
  for (let pass = 0; pass < 2; pass++) boxBlur(out, width, height, radius, new Float32Array(out.length))
  return out.map((value) => Math.min(1, Math.max(0, (value - SMOOTH) / (BLADES - SMOOTH))))
}

/** Half the width that a lawn has everywhere, in parts of the longer side: the edge of a slab is as uneven, and narrow. */
const HALF = 0.011
/** Part of a window that is grain within a lawn, and that is lawn within its outline. */
const [WITHIN, OUTLINE] = [0.9, 0.4] as const

/** Where blades of grass show everywhere around, 0 or 1: its outline is smooth and has no holes. @param grain see grainOf */
export function lawnsOf(grain: Float32Array, width: number): Uint8Array {
  const height = grain.length / width
  const radius = Math.max(2, Math.round(HALF * Math.max(width, height)))
  const spare = new Float32Array(grain.length)
  const lawn = grain.map((value) => (value > 0.5 ? 1 : 0))
  const keep = (isIn: (value: number, i: number) => boolean) => {
    boxBlur(lawn, width, height, radius, spare)
    for (let i = 0; i < lawn.length; i++) lawn[i] = isIn(lawn[i]!, i) ? 1 : 0
  }
  keep((value) => value > WITHIN)
  keep((value, i) => value > 0 && grain[i]! > 0.5)
  keep((value) => value > OUTLINE)
  return Uint8Array.from(lawn)
}
