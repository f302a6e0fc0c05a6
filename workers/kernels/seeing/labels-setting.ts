import type { Facts } from './labels-facts.ts'
import { type Circumstances, featuresOf, OWN_FEATURES } from './labels-features.ts'
import type { PixelLabels } from './pixel-labels.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'
import { LABELS, type Label } from './scene.ts'

/** What a picture shows as a whole: the features of its regions, each by its part of the picture. */
export function wholeOf(facts: readonly Facts[], circumstances: Circumstances): Float32Array {
  const sum = new Float32Array(OWN_FEATURES)
  for (const [k, features] of featuresOf(facts, circumstances).entries())
    for (let c = 0; c < OWN_FEATURES; c++) sum[c] = sum[c]! + facts[k]!.part * features[c]!
  return sum
}

/** Unrest, ΔE, from which a region may be leaves. */
const LEAFY = 2
const COLUMNS = 40
/** Spread of its lightness, L units, from which what is at the top of a model is no sky. */
const EVEN = 2.8

/** How far down each of some columns the first region reaches, in parts of the height. */
function depthsOf({ map }: Parts, { width, height }: Sight): number[] {
  return Array.from({ length: COLUMNS }, (_, k) => {
    const x = Math.floor(((k + 0.5) / COLUMNS) * width)
    let y = 0
    while (y < height && map[y * width + x] === map[x]) y++
    return y / height
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))

/**
 * How much a picture without colours looks open to the sky, about −1.5 (a ceiling) to 3: a sky comes down beside what
 * stands in the middle, a ceiling ends high at the picture's sides; leaves stand outdoors.
 */
export function openness(parts: Parts, sight: Sight, facts: readonly Facts[]): number {
  const depths = depthsOf(parts, sight)
  const beside = Math.max(mean(depths.slice(0, 3)), mean(depths.slice(-3)))
  const middle = mean(depths.slice(COLUMNS / 4, (3 * COLUMNS) / 4))
  const falls = beside > 1.15 * middle ? within(7 * (beside - 0.38), 1.5) : -1.5
  const leaves = facts.reduce((sum, one) => sum + (one.texture > LEAFY && one.top < 0.4 ? one.part : 0), 0)
  const rim = facts.reduce((sum, one) => sum + one.atTop, 0)
  const atTop = (value: (one: Facts) => number) =>
    facts.reduce((sum, one) => sum + one.atTop * value(one), 0) / Math.max(1e-6, rim)
  // Light falls off into the corners of a ceiling; in a drawing, its edges run away from the eye.
  const ceiling =
    sight.kind === 'model'
      ? within(atTop(({ spread }) => spread) - EVEN, 2.5)
      : 2.2 *
        Math.min(
          1.2,
          atTop(({ lines }) => lines[4]),
        )
  return falls + within(12 * leaves, 3) - ceiling
}

/** What is only outdoors and only in rooms, and how much of either counts as none. */
const OUTSIDE: readonly Label[] = ['sky', 'ground', 'roof', 'water']
const INSIDE: readonly Label[] = ['floor', 'ceiling']
const NOTHING = 0.01
/** How much what is learnt of pixels counts beside openness, and at most. */
const [MUCH, MOST] = [1.5, 4] as const

/** How much the pixels of a model or a drawing look as outdoors, in the unit of openness, −4 to 4. */
export function outlookOf({ shares, width, height }: PixelLabels): number {
  const part = (labels: readonly Label[]) => {
    const size = width * height
    let sum = 0
    for (const label of labels) {
      const from = LABELS.indexOf(label) * size
      for (let i = from; i < from + size; i++) sum += shares[i]!
    }
    return sum / size
  }
  return within(MUCH * Math.log((part(OUTSIDE) + NOTHING) / (part(INSIDE) + NOTHING)), MOST)
}
