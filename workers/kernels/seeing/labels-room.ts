import type { Facts } from './labels-facts.ts'
import { exchange, groupsOf, name, nameOf } from './labels-groups.ts'
import { potPlants } from './labels-plants-indoors.ts'
import { closeWindows, lookOut, lookOutOfDrawing } from './labels-windows.ts'
import type { PictureKind } from './regions-sight.ts'
import { LABELS, type Label } from './scene.ts'

const [WALL, OPENING, FLOOR, THING] = (
  ['wall', 'opening', 'floor', 'furniture'] as const satisfies readonly Label[]
).map((label) => LABELS.indexOf(label)) as [number, number, number, number]

/** Step, ΔE, up to which a drawn stroke is a joint, and the part of an outline from which it is one. */
const [JOINT, SHARED] = [19, 0.05] as const

/**
 * Lets a name go on from region to region over joints.
 * @param step ΔE, up to which a drawn stroke is a joint
 * @param take gives it to a region where that may be, in place, and says whether it did
 */
function goOn(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  as: number,
  step: number,
  take: (k: number) => boolean,
): void {
  const next = [...facts.keys()].filter((k) => nameOf(shares[k]!) === as)
  for (let k = next.pop(); k !== undefined; k = next.pop())
    for (const [q, near] of facts[k]!.around) {
      const isJoint = near.step < step && Math.max(near.part, facts[q]!.around.get(k)!.part) > SHARED
      if (isJoint && nameOf(shares[q]!) !== as && take(q)) next.push(q)
    }
}

/**
 * How far ahead a thing is up to which it may as well be a piece of the tiles beside it, and the step of their
 * joints, ΔE.
 */
const HARDLY = { floor: 0.25, wall: 0.55 } as const
const GROUT = 26

/** Whether a region is taken for a thing, but hardly sooner than for something else. */
const isHardlyThing = (share: Float32Array, as: number, lead: number) =>
  nameOf(share) === THING && share[THING]! - share[as]! <= lead

/** What only joints part from a drawing's floor, under the horizon, is floor: its tiles. */
function joinTiles(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const take = (k: number) => {
    if (facts[k]!.above > 0) return false
    name(shares[k]!, FLOOR)
    return true
  }
  goOn(facts, shares, FLOOR, JOINT, take)
  goOn(facts, shares, FLOOR, GROUT, (k) => isHardlyThing(shares[k]!, FLOOR, HARDLY.floor) && take(k))
}

/** What only joints part from a drawing's wall, and is hardly sooner a thing, is wall: its tiles. */
function joinWallTiles(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  goOn(facts, shares, WALL, GROUT, (k) => {
    const share = shares[k]!
    if (!isHardlyThing(share, WALL, HARDLY.wall)) return false
    exchange(share, WALL, THING)
    return true
  })
}

/**
 * A shadow: unrest and spread, ΔE, edges upright and along the axes in roots of its area, fullness, roundness, at
 * most.
 */
const SHADOW = { texture: 1.5, spread: 4, upright: 2.5, level: 2.5, convex: 0.8, round: 0.2 } as const
/** Part of its outline that lies on the floor, and at a floor or at another shadow. */
const [ON_FLOOR, ON_SHADE] = [0.25, 0.3] as const
/** Part of the picture that is the largest shadow. */
const LARGEST = 0.03

function isShadowlike({ texture, spread, lines, convex, round, above, part }: Facts): boolean {
  const level = lines[0] + lines[1] + lines[3] + lines[4]
  return (
    above === 0 &&
    part < LARGEST &&
    texture < SHADOW.texture &&
    spread < SHADOW.spread &&
    lines[2] < SHADOW.upright &&
    level < SHADOW.level &&
    convex < SHADOW.convex &&
    round < SHADOW.round
  )
}

/** Part of its outline at which a floor goes all around, and how much darker than that a shadow is, L units. */
const [AROUND, DARKER] = [0.8, 2.5] as const

/** Part of a region's outline within the picture that lies at those that are asked for. */
export function partAt({ around }: Pick<Facts, 'around'>, isIt: (id: number) => boolean): number {
  let [all, some] = [0, 0]
  for (const [q, { part }] of around) {
    all += part
    if (isIt(q)) some += part
  }
  return some / Math.max(1e-6, all)
}

/**
 * Whether a calm place, round as that of a stool may be, lies dark in the middle of a floor: a thing would show its
 * sides.
 */
function isCast(one: Facts, facts: readonly Facts[], isFloor: readonly boolean[]): boolean {
  if (one.above > 0 || one.part > LARGEST || one.texture > SHADOW.texture || one.spread > SHADOW.spread)
    return false
  let [floor, light] = [0, 0]
  for (const [q, { part }] of one.around) {
    if (!isFloor[q]) continue
    floor += part
    light += part * facts[q]!.l
  }
  return partAt(one, (q) => isFloor[q]!) > AROUND && light > (one.l + DARKER) * floor
}

/**
 * A patch of a floor: how far ahead another name is at most, part of its outline at floor at least, upright edges
 * and spread at most.
 */
const PATCH = { lead: 0.2, floor: 0.5, upright: 1.5, spread: 6 } as const

/**
 * Whether a calm place that is hardly sooner something else lies in a floor: light or shade between the legs of
 * things.
 */
function isPatch(one: Facts, share: Float32Array, isFloor: readonly boolean[]): boolean {
  const isCalm = one.texture < SHADOW.texture && one.spread < PATCH.spread && one.part < LARGEST
  if (one.above > 0 || !isCalm || one.lines[2] > PATCH.upright) return false
  if (Math.max(...share) - share[FLOOR]! > PATCH.lead) return false
  return partAt(one, (q) => isFloor[q]!) > PATCH.floor
}

/** What lies calm and ragged or dark in a model's floor, without an edge of its own, is a shadow on it. */
function layShadows(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const isFloor = facts.map((_, k) => nameOf(shares[k]!) === FLOOR)
  for (const [k, one] of facts.entries()) {
    if (isFloor[k]) continue
    if (isCast(one, facts, isFloor) || isPatch(one, shares[k]!, isFloor)) {
      name(shares[k]!, FLOOR)
      continue
    }
    if (!isShadowlike(one)) continue
    let [floor, shade] = [0, 0]
    for (const [q, { part }] of one.around) {
      // A floor is lit or in the shade as well, so the step does not tell.
      if (isFloor[q] && facts[q]!.lines[2] < 1) floor += part
      else if (isShadowlike(facts[q]!)) shade += part
    }
    if (floor > ON_FLOOR && floor + shade > ON_SHADE) name(shares[k]!, FLOOR)
  }
}

/**
 * Unrest, ΔE, and upright edges, roots of its area, of a floor that is nothing else, at most, and its part at
 * least.
 */
const PLAIN = { texture: 1, upright: 1, part: 0.01 } as const

/** A large calm floor without an upright edge is sure, as dim as it may be. */
function makeSure(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  for (const [k, { texture, lines, part, above }] of facts.entries()) {
    const isPlain = texture < PLAIN.texture && lines[2] < PLAIN.upright && part > PLAIN.part && above === 0
    if (isPlain && nameOf(shares[k]!) === FLOOR) name(shares[k]!, FLOOR)
  }
}

/**
 * Upright edges of a slat, roots of its area, and its height in widths; the part of an outline that is the next one's;
 * upright edges of a few slats that were not told apart, and the part of a picture that they cover at most.
 */
const SLAT = { upright: 12, tall: 1.4, next: 0.18, several: 28, few: 0.01 } as const
/** How far the tops or feet of two slats beside each other may be apart, in parts of the picture's height. */
const LEVEL = 0.03
/** How far a thing lies over a slat, −1..1, and part of the slat's outline that is there. */
const UNDER = { below: 0.6, part: 0.07 } as const
/** Fewest slats of a row. */
const ROW = 4

const isSlat = ({ lines, left, right, top, bottom, part }: Facts) =>
  (lines[2] > SLAT.several && part < SLAT.few) ||
  (lines[2] > SLAT.upright && bottom - top > SLAT.tall * (right - left))

/**
 * Whether two neighbours are slats of one row.
 * @param part of one's outline that is the other's
 */
export function areSlats(one: Facts, other: Facts, part: number): boolean {
  const inLine = Math.min(Math.abs(one.top - other.top), Math.abs(one.bottom - other.bottom)) < LEVEL
  return part > SLAT.next && inLine && isSlat(one) && isSlat(other)
}

/** The thing that a slat reaches up to, as a counter's top is; −1 for none. @param isThing of an id */
function thingOver({ around }: Facts, isThing: (id: number) => boolean): number {
  for (const [q, { part, below }] of around)
    if (below < -UNDER.below && part > UNDER.part && isThing(q)) return q
  return -1
}

/**
 * How far two slats of a panel may be apart, in parts of the picture's width, how much of the lower one is beside the
 * other, and how high each is, on a wall and in a front, and the highest, at least, for books on a shelf are no panel.
 */
const PANEL = { gap: 0.008, beside: 0.5, low: 0.1, front: 0.06, high: 0.2 } as const

function areBeside(one: Facts, other: Facts): boolean {
  const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right)
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return gap < PANEL.gap && shared > PANEL.beside * Math.min(one.bottom - one.top, other.bottom - other.top)
}

/** Upright edges, roots of its area, of a piece of a counter's front in which slats were not told apart. */
const SLATTED = 7

/**
 * Groups of at least four slats side by side, whether their outlines meet or not; ids by group.
 * @param among pieces of walls, or of furniture
 * @param front whether pieces with several slats in them go on, as behind what stands before a counter's front
 */
export function panelsOf(facts: readonly Facts[], among: readonly number[], front: boolean): number[][] {
  const highOf = (k: number) => facts[k]!.bottom - facts[k]!.top
  const isPiece = (k: number) => isSlat(facts[k]!) || (front && facts[k]!.lines[2] > SLATTED)
  const pieces = among.filter((k) => highOf(k) > (front ? PANEL.front : PANEL.low) && isPiece(k))
  const next = (k: number) => pieces.filter((q) => areBeside(facts[k]!, facts[q]!))
  return groupsOf(pieces, next).filter((panel) => {
    const slats = panel.filter((k) => isSlat(facts[k]!))
    return slats.length >= ROW && panel.some((k) => highOf(k) > PANEL.high)
  })
}

/**
 * Groups of at least four slats under one thing, as under a counter's top: its front goes on behind what stands before
 * it; ids by group.
 * @param things ids of all furniture
 */
export function frontsOf(facts: readonly Facts[], things: ReadonlySet<number>): number[][] {
  const under = new Map<number, number[]>()
  for (const k of things) {
    const over = isSlat(facts[k]!) ? thingOver(facts[k]!, (q) => things.has(q)) : -1
    if (over >= 0) under.set(over, [...(under.get(over) ?? []), k])
  }
  return [...under.values()].filter((front) => front.length >= ROW)
}

/**
 * Fewest slats side by side that may be a gap in a front, and part of each one's outline at furniture or the next
 * one.
 */
const GAP = { fewest: 2, hemmed: 0.9 } as const

/** Whether some slats are hemmed in by furniture, as in the middle of a counter's front. */
function isGap(row: readonly number[], facts: readonly Facts[], shares: readonly Float32Array[]): boolean {
  const isHemmed = (k: number) =>
    partAt(facts[k]!, (q) => row.includes(q) || nameOf(shares[q]!) === THING) > GAP.hemmed
  return row.length >= GAP.fewest && row.every(isHemmed)
}

/**
 * Slats of one row bear one name: that which most of them speaks for. Rows under one thing are its front, and a few
 * slats that furniture hems in are furniture.
 */
function nameRows(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const over = facts.map((one) => (isSlat(one) ? thingOver(one, (q) => nameOf(shares[q]!) === THING) : -1))
  const slats = [...facts.keys()].filter((k) => isSlat(facts[k]!))
  const goesOn = (k: number) => {
    const beside = [...facts[k]!.around].flatMap(([q, { part }]) =>
      areSlats(facts[k]!, facts[q]!, Math.max(part, facts[q]!.around.get(k)!.part)) ? q : [],
    )
    return over[k]! < 0 ? beside : [...beside, ...slats.filter((q) => over[q] === over[k])]
  }
  for (const row of groupsOf(slats, goesOn)) {
    const named = row.filter((k) => [WALL, OPENING, THING].includes(nameOf(shares[k]!)))
    if (named.length < ROW) {
      if (isGap(row, facts, shares)) for (const k of named) name(shares[k]!, THING)
      continue
    }
    const weight = (c: number) => named.reduce((sum, k) => sum + facts[k]!.part * shares[k]![c]!, 0)
    const as = [WALL, OPENING, THING].reduce((best, c) => (weight(c) > weight(best) ? c : best))
    for (const k of named) if (nameOf(shares[k]!) !== as) name(shares[k]!, as)
  }
}

/** What is as bright as panes, and of which no part reaches over the eye, is no window: the top of a table in the sun. */
function closeTops(facts: readonly Facts[], shares: readonly Float32Array[]): void {
  const panes = [...facts.keys()].filter((k) => nameOf(shares[k]!) === OPENING)
  const isPane = new Set(panes)
  const next = (k: number) => [...facts[k]!.around.keys()].filter((q) => isPane.has(q))
  for (const window of groupsOf(panes, next))
    if (window.every((k) => facts[k]!.above === 0))
      for (const k of window) exchange(shares[k]!, THING, OPENING)
}

/**
 * What holds of floors, windows, slats and plants of any room, after its regions were named by themselves. In place.
 * @param shares of the names for each region
 */
export function settleNames(
  facts: readonly Facts[],
  shares: readonly Float32Array[],
  kind: PictureKind,
): void {
  if (kind === 'drawing') {
    closeWindows(facts, shares)
    lookOutOfDrawing(facts, shares)
    joinTiles(facts, shares)
    joinWallTiles(facts, shares)
    potPlants(facts, shares)
  }
  if (kind === 'model') {
    lookOut(facts, shares)
    closeTops(facts, shares)
    layShadows(facts, shares)
    makeSure(facts, shares)
  }
  nameRows(facts, shares)
}
