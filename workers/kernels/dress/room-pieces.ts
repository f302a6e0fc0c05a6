import type { Region, Seen } from '#kernels/seeing/scene.ts'
import type { Box } from './shapes.ts'
import type { SourceKind } from './source.ts'

/**
 * Mean pattern from which a wall with upright stripes is clad with slats; how high that is in parts of a picture,
 * and a wide front.
 */
const PANEL = { busy: 0.5, high: 0.2, front: 0.1 } as const

/**
 * Which walls and fronts of a room are clad with slats.
 * @param crowd mean pattern of the source in each region, 0..1
 */
export function panelsOf(
  { regions, setting, height }: Seen,
  boxes: readonly Box[],
  folded: readonly boolean[],
  crowd: Float32Array,
): boolean[] {
  return regions.map(({ id, label }) => {
    const { left, top, right, bottom } = boxes[id]!
    if (setting !== 'indoors' || (label !== 'wall' && label !== 'furniture')) return false
    const isFront = label === 'furniture' && right - left > bottom - top
    if (bottom - top < (isFront ? PANEL.front : PANEL.high) * height) return false
    return folded[id]! && crowd[id]! > PANEL.busy
  })
}

/**
 * Part of a picture that a rug covers at least, how sure it is floor, and how much smaller other whole pieces of
 * floor are.
 */
const RUG = { part: 0.04, sure: 0.5, others: 1 / 3 } as const

/**
 * A rug: the one that was seen as such, or the one piece of a drawn floor that lies whole in it and is larger than its
 * slabs; null for none, and where it was named by hand.
 */
export function rugOf(
  { regions, setting, width, height }: Seen,
  boxes: readonly Box[],
  kind: SourceKind,
): number | null {
  const seen = regions.find(({ rug, label }) => rug && label === 'floor')
  if (seen) return seen.id
  if (setting !== 'indoors' || kind !== 'line') return null
  const isWhole = ({ id, label }: Region) => {
    const { left, right, bottom } = boxes[id]!
    return label === 'floor' && left > 0 && right < width - 1 && bottom < height - 1
  }
  const [first, second] = regions.filter(isWhole).sort((a, b) => b.pixels - a.pixels)
  if (!first || first.sure < RUG.sure || first.sure === 1 || first.pixels < RUG.part * width * height)
    return null
  return (second?.pixels ?? 0) < RUG.others * first.pixels ? first.id : null
}
