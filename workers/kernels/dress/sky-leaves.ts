import { boxBlur } from '#kernels/lineart/smooth.ts'
import { ramp } from '#kernels/seeing/ramp.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import type { Source } from './source.ts'

/**
 * Half the windows, parts of the longer side, over which a model's sky is even: where it is darker, and where it is
 * brighter than around, for clouds are that as well, and leaves are small.
 */
const [WIDE, SMALL] = [0.05, 0.012] as const
/** Luma in parts of the sky's around from which a pixel is not quite sky, and at which it is none at all. */
const [SKY, LEAF] = [0.95, 0.75] as const
/** The same for leaves in the sun. */
const [BRIGHT, LIT] = [1.06, 1.2] as const

/** Luma of a sky in parts of what it is around. @param sky 1 where it is, 0 elsewhere @param radius px */
function partsOf(sky: Float32Array, luma: Float32Array, width: number, radius: number): Float32Array {
  const height = sky.length / width
  const spare = new Float32Array(sky.length)
  const around = sky.slice()
  const mean = sky.map((one, i) => one * luma[i]!)
  for (const plane of [around, mean]) boxBlur(plane, width, height, radius, spare)
  return sky.map((_, i) => (luma[i]! * around[i]!) / Math.max(1e-4, mean[i]!))
}

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
  const side = Math.max(width, map.length / width)
  const sky = Float32Array.from(map, (id) => (isSky[id] ? 1 : 0))
  const [dark, bright] = [WIDE, SMALL].map((part) =>
    partsOf(sky, source.luma, width, Math.round(part * side)),
  ) as [Float32Array, Float32Array]
  return sky.map((one, i) => one * Math.max(ramp(dark[i]!, SKY, LEAF), ramp(bright[i]!, BRIGHT, LIT)))
}
