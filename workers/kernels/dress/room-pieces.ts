import type { Region, Seen } from '#kernels/seeing/scene.ts'
import { partAt } from './furnish.ts'
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

/** Part of its outline at which a slat lies in a panel, and how sure it is that it is none. */
const [BETWEEN, SURE] = [0.5, 0.5] as const

/**
 * The same with the slats that lie in these panels and have a light of their own, as beside a lamp.
 * @param of the region that each is a part of, or its own id
 */
export function withSlats(
  panels: readonly boolean[],
  { regions }: Seen,
  of: readonly number[],
  beside: readonly ReadonlyMap<number, number>[],
  compact: readonly boolean[],
): boolean[] {
  const made = panels.map((panel, id) => panel || panels[of[id]!]!)
  const around = regions.map(() => new Map<number, number>())
  for (const [id, lengths] of beside.entries())
    for (const [other, length] of lengths) {
      const whole = around[of[id]!]!
      if (of[other] !== of[id]) whole.set(other, (whole.get(other) ?? 0) + length)
    }
  for (let had = -1, now = 0; now > had; ) {
    had = now
    for (const { id, label, sure } of regions) {
      if (made[id] || compact[id] || sure > SURE || (label !== 'wall' && label !== 'furniture')) continue
      if (partAt(around[of[id]!]!, (other) => made[other]!) < BETWEEN) continue
      made[id] = true
      now++
    }
  }
  return made
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
