import { meanWithin } from '#kernels/lineart/smooth.ts'
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
  if (source.kind !== 'model' || !isSky.some(Boolean)) return null
  const side = Math.max(width, map.length / width)
  const sky = Float32Array.from(map, (id) => (isSky[id] ? 1 : 0))
  const { luma } = source
  const [wide, small] = [WIDE, SMALL].map((part) =>
    meanWithin(sky, luma, width, Math.round(part * side)),
  ) as [Float32Array, Float32Array]
  return sky.map((one, i) => {
    if (one === 0) return 0
    return Math.max(ramp(luma[i]! / wide[i]!, SKY, LEAF), ramp(luma[i]! / small[i]!, BRIGHT, LIT))
  })
}
