import type { Facts } from './labels-facts.ts'
import { LABELS } from './scene.ts'

const COUNT = LABELS.length

/** How many numbers tell of a region's surroundings. */
export const CONTEXT_FEATURES = 6 * COUNT

/**
 * What is likely around a region: its own shares of names, those of its neighbours above, below and beside it, those
 * over faint borders, and those of the whole picture (auto-context: Tu & Bai 2010).
 * @param shares of the names for each region
 */
export function contextOf(facts: readonly Facts[], shares: readonly Float32Array[]): Float32Array[] {
  const whole = new Float32Array(COUNT)
  for (const [k, { part }] of facts.entries())
    for (let c = 0; c < COUNT; c++) whole[c] = whole[c]! + part * shares[k]![c]!
  return facts.map(({ around }, k) => {
    const out = new Float32Array(CONTEXT_FEATURES)
    out.set(shares[k]!)
    for (const [q, { part, below, step }] of around) {
      const weights = [
        Math.max(0, -below) * part,
        Math.max(0, below) * part,
        (1 - Math.abs(below)) * part,
        part * Math.exp(-step / 4),
      ]
      for (let c = 0; c < COUNT; c++)
        for (let w = 0; w < 4; w++)
          out[(w + 1) * COUNT + c] = out[(w + 1) * COUNT + c]! + 1.5 * weights[w]! * shares[q]![c]!
    }
    out.set(whole, 5 * COUNT)
    return out
  })
}
