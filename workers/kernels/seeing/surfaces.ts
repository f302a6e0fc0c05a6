import { COLOURED, type Lab, paintsApart, paintsOf, type Surrounded } from './region-facts.ts'
import { IS_LEVEL, isAlike } from './regions-join.ts'
import { type Named, SURE } from './scene.ts'

/**
 * Difference in colour, ΔE, up to which what is unsure looks like what is sure of its surface. In 88 photographs with reference
 * label maps 73 things that are to stay take a finish in part then, and 83 where looks do not count; 48 walls, façades, floors
 * and grounds are finished in part, and 41, panes that stay among them.
 */
const LIKE = 12

/** Difference in colour, ΔE, in whatever light: shade on a wall is darker, but of its hue. */
const apart = (p: Lab, q: Lab) => Math.hypot(0.4 * (p[0] - q[0]), p[1] - q[1], p[2] - q[2])

const looksLike = (p: Lab, q: Lab) => apart(p, q) <= LIKE

/** Regions of one name of which each is joined to another one of them. */
function surfacesOf(names: readonly Named[], isJoined: (p: number, q: number) => boolean): number[][] {
  const isTaken = new Uint8Array(names.length)
  const surfaces: number[][] = []
  for (const start of names.keys()) {
    if (isTaken[start]) continue
    isTaken[start] = 1
    const surface = [start]
    for (const p of surface)
      for (const q of names.keys()) {
        if (isTaken[q] || !isAlike(names[p]!, names[q]!) || !isJoined(p, q)) continue
        isTaken[q] = 1
        surface.push(q)
      }
    surfaces.push(surface)
  }
  return surfaces
}

/**
 * Names what is unsure, and of a paint that is unusual for its name, as the largest region of the same paint, where that is
 * usual for its name: a coloured one wherever it is, and what lies level where it runs on. Of the places of 16 models and
 * viewports of others 0.721 are named right then, and 0.699 without.
 * @param colours mean colour of each region, CIE Lab
 */
export function namedByPaint(
  names: readonly Named[],
  facts: readonly Pick<Surrounded, 'pixels' | 'around'>[],
  colours: readonly Lab[],
): Named[] {
  const regions = names.map(({ label }, k) => ({ label, lab: colours[k]!, pixels: facts[k]!.pixels }))
  const { isUsual } = paintsOf(regions)
  return names.map((named, k) => {
    if (named.sure >= SURE || isUsual[k]) return named
    const isColoured = Math.hypot(colours[k]![1], colours[k]![2]) > COLOURED
    let best = k
    for (const [q, { label, own }] of names.entries()) {
      if (!isUsual[q] || own || facts[q]!.pixels <= facts[best]!.pixels) continue
      const runsOn = isColoured || (IS_LEVEL.has(label) && facts[k]!.around.has(q))
      if (runsOn && 4 * paintsApart(colours[q]!, colours[k]!) <= 1) best = q
    }
    return best === k ? named : { ...names[best]!, sure: named.sure }
  })
}

/**
 * Regions of one name that hang together are one surface, and as sure as it is in the mean, so that a façade takes a finish as
 * a whole or not at all. A region less than half as sure as is asked for, as a pot before a wall, is no part of the surface, nor
 * is an unsure one that looks like nothing that is sure of it, as a towel on a wall and the panes of a façade. Of walls, floors,
 * ceilings, façades and grounds in 88 photographs with reference label maps 113 are finished in part where each region is as sure
 * as itself.
 * @param colours mean colour of each region, CIE Lab
 */
export function sureAsSurfaces(
  names: readonly Named[],
  facts: readonly Pick<Surrounded, 'pixels' | 'around'>[],
  colours: readonly Lab[],
): Named[] {
  const out = [...names]
  for (const surface of surfacesOf(names, (p, q) => facts[p]!.around.has(q))) {
    const all = surface.reduce((sum, k) => sum + facts[k]!.pixels, 0)
    const sure = surface.reduce((sum, k) => sum + (names[k]!.sure * facts[k]!.pixels) / all, 0)
    const models = surface.filter((k) => names[k]!.sure >= SURE)
    for (const k of surface) {
      const { sure: own } = names[k]!
      const isOf = own >= Math.min(SURE, sure) || models.some((p) => looksLike(colours[k]!, colours[p]!))
      if (own >= SURE / 2 && isOf) out[k] = { ...names[k]!, sure }
    }
  }
  return out
}

/**
 * Part of a surface that has to be sure, and part of its outline that has to lie on edges or beside what is something else.
 * In 88 photographs with reference label maps 37 walls, floors, ceilings, façades and grounds are finished as a whole and 9 in part
 * then, and 14 things that are to stay.
 */
const WHOLE = 0.9
/**
 * Part of a surface that has to look like most of it: a façade with its roof, doors and what stands before it does not, and nothing
 * tells where they end. In 72 of 88 photographs with reference label maps nothing is finished in part and nothing that is to stay,
 * in 62 without; 0.20 of what may take a finish does, and 0.33.
 */
const EVEN = 0.75
/** How sure a surface has to be that is even and ends at edges: with SURE in its place it is 0.16, in 76 photographs. */
const LIKELY = 0.55

/** Part of a surface that looks like most of it. */
function evenPart(
  surface: readonly number[],
  facts: readonly Pick<Surrounded, 'pixels'>[],
  colours: readonly Lab[],
): number {
  const sizeOf = (regions: readonly number[]) => regions.reduce((sum, k) => sum + facts[k]!.pixels, 0)
  const alike = surface.map((k) =>
    sizeOf(surface.filter((q) => apart(colours[k]!, colours[q]!) <= LIKE / 1.5)),
  )
  return Math.max(...alike) / sizeOf(surface)
}

/**
 * Makes surfaces sure that can be finished, and others unsure. They are whole, with all of their name that looks like them or that
 * no edge parts from them, also where it is taken for a rug; they end at edges or beside something else; and they look the same all
 * over. What is only uneven is LIKELY: it is the first that is named where one asks for more.
 * @param colours mean colour of each region, CIE Lab
 */
export function wholeSurfaces(
  names: readonly Named[],
  facts: readonly Pick<Surrounded, 'pixels' | 'outline' | 'around'>[],
  colours: readonly Lab[],
): Named[] {
  const out = [...names]
  const isLikely = names.map(({ sure, own }) => sure >= LIKELY && !own)
  const isAround = (p: number, q: number) => facts[p]!.around.has(q)
  const isJoined = (p: number, q: number) =>
    isLikely[p] === isLikely[q] && (isAround(p, q) || looksLike(colours[p]!, colours[q]!))
  for (const surface of surfacesOf(names, isJoined)) {
    if (!isLikely[surface[0]!]) continue
    const { label } = names[surface[0]!]!
    const isOf = new Set(surface)
    let [size, outline, unended] = [0, 0, 0]
    for (const k of surface) {
      size += facts[k]!.pixels
      for (const [q, { part, open }] of facts[k]!.around) {
        if (isOf.has(q)) continue
        const length = part * facts[k]!.outline
        outline += length
        if (names[q]!.sure < LIKELY || isAlike(names[k]!, names[q]!)) unended += open * length
      }
    }
    const belongs = (q: number) =>
      surface.some(
        (k) => looksLike(colours[k]!, colours[q]!) || (facts[k]!.around.get(q)?.open ?? 0) > 1 - WHOLE,
      )
    let all = size
    for (const q of names.keys())
      if (names[q]!.label === label && !isOf.has(q) && belongs(q)) all += facts[q]!.pixels
    const isWhole = size >= WHOLE * all && unended <= (1 - WHOLE) * outline
    const isEven = isWhole && evenPart(surface, facts, colours) >= EVEN
    for (const k of surface)
      out[k] = { ...names[k]!, sure: isEven ? Math.max(SURE, names[k]!.sure) : isWhole ? LIKELY : SURE / 2 }
  }
  return out
}
