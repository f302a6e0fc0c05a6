import type { Seen } from '#kernels/seeing/scene.ts'
import { partAt } from './furnish.ts'
import type { Box } from './shapes.ts'

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
