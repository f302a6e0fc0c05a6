import type { Facts } from './labels-facts.ts'
import { give, nameOf } from './labels-groups.ts'
import { LABELS } from './scene.ts'

const [WALL, ROOF] = [LABELS.indexOf('wall'), LABELS.indexOf('roof')] as const

/**
 * A piece of a façade's band: part of the picture that it covers at most, part of its outline beside the wall that it goes
 * on in at least, and the step to that at most, ΔE.
 */
const BAND = { most: 0.004, beside: 0.1, step: 10 } as const

/**
 * Takes small pieces of roof for walls where a model has no other roof beside them and a wall goes on in their light: a
 * band over the windows ends at the sky as an eave does, and a shadow parts it. In place.
 * @param shares of the names for each region
 */
export function joinBands(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const names = shares.map(nameOf)
  for (const [k, { part, around }] of facts.entries()) {
    if (names[k] !== ROOF || part > BAND.most) continue
    const beside = [...around]
    if (beside.some(([q]) => names[q] === ROOF)) continue
    const goesOn = beside.some(
      ([q, one]) => names[q] === WALL && one.part > BAND.beside && one.step < BAND.step,
    )
    if (goesOn) give(shares[k]!, ROOF, WALL)
  }
}
