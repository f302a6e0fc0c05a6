import type { Facts } from './labels-facts.ts'
import { exchange, groupsOf, nameOf } from './labels-groups.ts'
import { LABELS, type Label } from './scene.ts'

const [GREEN, SKY, THING, WALL, ROOF, OPENING] = (
  ['vegetation', 'sky', 'furniture', 'wall', 'roof', 'opening'] as const satisfies readonly Label[]
).map((label) => LABELS.indexOf(label)) as [number, number, number, number, number, number]

/**
 * Steps, ΔE, of a drawing's thin strokes, of those that may be thin, and of outlines of plants as a whole at most.
 */
const THIN = { sure: 22, perhaps: 35, tuft: 33, blade: 30 } as const
/** Part of the picture that what is seen between trunks covers at most, and a tuft of grass. */
const [BACKDROP, TUFT, BLADE] = [0.03, 0.03, 0.01] as const
/** Part of its outline that leaves have to have, and that anything else may have over a stroke that may be thin. */
const [LEAVES, OTHERS] = [0.4, 0.1] as const
/** Unrest of a tuft, ΔE; edge of the blades beside it, ΔE, and part of their outline that lies at it. */
const [UNREST, BLADES, BESIDE] = [1.8, 5, 0.25] as const
/** Part of the outline that edges along the axes of the view may run by: blades do not heed them. */
const ALIGNED = 0.42
/**
 * Unrest, ΔE, of what is nothing but leaves and blades, though posts may stand in it, and how far ahead its pixels
 * name them.
 */
const TANGLE = { unrest: 7, lead: 0.15 } as const
/** Part of a tuft that may lie over the horizon. */
const OVER = 0.3

/** Length of an outline, px. */
const outlineOf = ({ pixels, round }: Facts) => Math.sqrt((4 * Math.PI * pixels) / Math.max(1e-3, round))

/** Makes leaves the likeliest name, ahead by no more than a guess. */
function makeGreen(share: Float32Array): void {
  const most = Math.max(...share)
  const gained = share[nameOf(share)]! / 2 + 0.1
  for (let c = 0; c < share.length; c++) share[c] = (share[c]! * (1 - most / 2)) / 1.2
  share[GREEN] = share[GREEN]! + most / 2 + gained
  const sum = share.reduce((total, value) => total + value, 0)
  for (let c = 0; c < share.length; c++) share[c] = share[c]! / sum
}

/** What only thin strokes part from leaves and bold ones from all else is what is seen between them. */
function fillBetween(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const names = shares.map(nameOf)
  const mayBe = (k: number) => names[k] !== GREEN && names[k] !== SKY && facts[k]!.part < BACKDROP
  const beyondThin = (k: number) =>
    [...facts[k]!.around].flatMap(([q, { step }]) => (step <= THIN.sure && mayBe(q) ? q : []))
  for (const group of groupsOf([...facts.keys()].filter(mayBe), beyondThin)) {
    const own = new Set(group)
    let [all, leaves, others] = [0, 0, 0]
    for (const k of group)
      for (const [q, { part, step }] of facts[k]!.around) {
        if (own.has(q)) continue
        const length = part * outlineOf(facts[k]!)
        all += length
        if (names[q] === GREEN) leaves += step < THIN.sure ? length : 0
        else if (step < THIN.perhaps) others += length
      }
    if (leaves > LEAVES * all && others < OTHERS * all) for (const k of group) makeGreen(shares[k]!)
  }
}

/** Mean step over the outline, ΔE. */
function stepOf({ around }: Facts): number {
  let [sum, length] = [0, 1e-6]
  for (const { part, step } of around.values()) {
    sum += part * step
    length += part
  }
  return sum / length
}

/** Part of the outline along which edges run with the axes of the view; over 1 where they also run inside. */
const alignedOf = ({ lines: [a, b, c, d, e], round }: Facts) =>
  (a + b + c + d + e) / Math.sqrt((4 * Math.PI) / Math.max(1e-3, round))

/**
 * Tufts of grass: restless, under the horizon, without a bold outline or edges that heed the view; and their
 * blades.
 */
function growTufts(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const mayBe = (one: Facts, k: number, size: number) =>
    nameOf(shares[k]!) !== GREEN &&
    nameOf(shares[k]!) !== SKY &&
    one.part < size &&
    one.above < OVER &&
    alignedOf(one) < ALIGNED
  for (const [k, one] of facts.entries())
    if (mayBe(one, k, TUFT) && one.texture > UNREST && stepOf(one) < THIN.tuft) makeGreen(shares[k]!)
  const names = shares.map(nameOf)
  for (const [k, one] of facts.entries()) {
    if (!mayBe(one, k, BLADE) || one.edge < BLADES || stepOf(one) > THIN.blade) continue
    let beside = 0
    for (const [q, { part, step }] of one.around) if (names[q] === GREEN && step < THIN.blade) beside += part
    if (beside > BESIDE) makeGreen(shares[k]!)
  }
}

/**
 * A seat among a model's grasses: how straight its outline is, part of a picture, and mean step to what is beside
 * it, ΔE.
 */
const SEAT = { straight: 0.7, most: 0.004, step: 30 } as const

/**
 * Takes small things of a model outdoors for furniture where they were taken for leaves but have straight outlines and
 * stand out against what is behind them, as chairs on a terrace. In place.
 * @param shares of the names for each region
 */
export function seatAmongLeaves(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  for (const [k, one] of facts.entries()) {
    const share = shares[k]!
    if (nameOf(share) !== GREEN || one.above > 0 || one.part > SEAT.most) continue
    if (one.straight < SEAT.straight || stepOf(one) < SEAT.step) continue
    exchange(share, GREEN, THING)
  }
}

/**
 * Unrest of a model's leaves at least, ΔE, where their pixels are sooner something else, how far ahead that is, and how
 * straight the outline of that is, for tufts are ragged.
 */
const CALM = { unrest: 4, lead: 0.2, straight: 0.3 } as const
/** The same of what is too calm to be leaves in any light, as a wall behind a tree. */
const EVEN = { unrest: 1.5, lead: 0.1 } as const

/**
 * Names what was taken for leaves in a model outdoors by its pixels where it is calm and they are sooner something else,
 * as a terrace between grasses. In place.
 * @param shares of the names for each region @param pixels the same by its pixels
 */
export function doubtLeaves(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  pixels: readonly Float32Array[],
): void {
  for (const [k, { texture, straight }] of facts.entries()) {
    const [share, seen] = [shares[k]!, pixels[k]!]
    const as = nameOf(seen)
    if (nameOf(share) !== GREEN || texture > CALM.unrest || straight < CALM.straight) continue
    const { lead } = texture < EVEN.unrest ? EVEN : CALM
    if (seen[as]! < seen[GREEN]! + lead) continue
    exchange(share, GREEN, as)
  }
}

/**
 * What lies within a building and may as well be its shadow: part of the picture and lead over the next name at most, part
 * above the horizon and of its outline at what is built at least.
 */
const BUILT_IN = { most: 0.003, lead: 0.65, above: 0.8, around: 0.85 } as const

/**
 * Names small pieces of a model's building as what is next likeliest where they were taken for leaves and hardly so, as
 * the stripes that an arbour casts on a wall. In place.
 * @param shares of the names for each region
 */
export function doubtCreepers(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const names = shares.map(nameOf)
  const isBuilt = (k: number) => names[k] === WALL || names[k] === ROOF || names[k] === OPENING
  for (const [k, { part, above, around }] of facts.entries()) {
    if (names[k] !== GREEN || part > BUILT_IN.most || above < BUILT_IN.above) continue
    let built = 0
    // Such pieces lie beside each other.
    for (const [q, { part }] of around)
      if (isBuilt(q) || (names[q] === GREEN && facts[q]!.part < BUILT_IN.most)) built += part
    const [first, second] = [...shares[k]!.keys()].sort((p, q) => shares[k]![q]! - shares[k]![p]!)
    const lead = shares[k]![first!]! - shares[k]![second!]!
    if (built > BUILT_IN.around && lead < BUILT_IN.lead) exchange(shares[k]!, GREEN, second!)
  }
}

/** Mean step, ΔE, and part of its outline, by which a piece of a wall hangs together with plants. */
const HANGS = { step: 8, part: 0.5 } as const

/**
 * Takes pieces of a model's walls outdoors for plants where hardly a step parts them from plants and their pixels are
 * sooner plants, as what is seen between stems through a gate. In place.
 * @param shares of the names for each region @param pixels the same by its pixels
 */
export function followPlants(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  pixels: readonly Float32Array[],
): void {
  const names = shares.map(nameOf)
  for (const [k, { around }] of facts.entries()) {
    if (names[k] !== WALL || pixels[k]![GREEN]! < pixels[k]![WALL]!) continue
    for (const [q, { part, step }] of around)
      if (names[q] === GREEN && part > HANGS.part && step < HANGS.step) exchange(shares[k]!, WALL, GREEN)
  }
}

/** What is very restless and has the pixels of plants is plants, whatever stands in it. */
function heedTangles(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  pixels: readonly Float32Array[],
): void {
  for (const [k, { texture }] of facts.entries()) {
    if (texture < TANGLE.unrest || nameOf(shares[k]!) === GREEN) continue
    const others = pixels[k]!.reduce((most, value, c) => (c === GREEN ? most : Math.max(most, value)), 0)
    if (pixels[k]![GREEN]! > others + TANGLE.lead) makeGreen(shares[k]!)
  }
}

/**
 * Finds plants of a drawing by its pen: what is built has bold outlines and heeds the view's axes, what grows is
 * thin strokes. In place.
 * @param shares of the names for each region of a drawing of outdoors @param pixels shares by its pixels; null for none
 */
export function drawPlants(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  pixels: readonly Float32Array[] | null,
): void {
  growTufts(facts, shares)
  if (pixels) heedTangles(facts, shares, pixels)
  fillBetween(facts, shares)
}
