import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import type { Source } from './source.ts'

/** Half the window, parts of the longer side, over which a model's sky is even. */
const EVEN = 0.05
/** Luma in parts of the sky's around from which a pixel is not quite sky, and at which it is none at all. */
const [SKY, LEAF] = [0.95, 0.75]

/**
 * What of a model's sky is leaves and twigs, 0..1: they are too small to be regions of their own, and in the colour of
 * the sky they would be blots. Null where there is none.
 * @param map ids at the picture's size
 */
export function leavesInSky(
  { regions }: Seen,
  map: Uint16Array,
  width: number,
  source: Source,
): Float32Array | null {
  const isSky = regions.map(({ label }) => label === 'sky')
  if (source.kind !== 'clay' || !isSky.some(Boolean)) return null
  const height = map.length / width
  const radius = Math.round(EVEN * Math.max(width, height))
  const spare = new Float32Array(map.length)
  const sky = Float32Array.from(map, (id) => (isSky[id] ? 1 : 0))
  const luma = sky.map((one, i) => one * source.luma[i]!)
  boxBlur(luma, width, height, radius, spare)
  const around = sky.slice()
  boxBlur(around, width, height, radius, spare)
  for (let i = 0; i < sky.length; i++) {
    if (sky[i] === 0) continue
    const part = (source.luma[i]! * around[i]!) / Math.max(1e-4, luma[i]!)
    sky[i] = Math.min(1, Math.max(0, (SKY - part) / (SKY - LEAF)))
  }
  return sky
}
