import type { Surrounded } from './region-facts.ts'
import { isAlike } from './regions-join.ts'
import { type Named, SURE } from './scene.ts'

/**
 * Difference in colour, ΔE, up to which what is unsure looks like what is sure of its surface. In 88 photographs with reference
 * label maps 73 things that are to stay take a finish in part then, and 83 where looks do not count; 48 walls, façades, floors
 * and grounds are finished in part, and 41, panes that stay among them.
 */
const LIKE = 12

/** CIE Lab. */
type Lab = readonly [l: number, a: number, b: number]

/** Whether two regions look the same, in whatever light: shade on a wall is darker, but of its hue. */
const looksLike = (p: Lab, q: Lab) => Math.hypot(0.4 * (p[0] - q[0]), p[1] - q[1], p[2] - q[2]) <= LIKE

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
 * Part of a surface that has to be sure, and part of its outline that has to lie on edges or beside what is surely something else.
 * In 88 photographs with reference label maps 41 walls, floors, ceilings, façades and grounds are finished as a whole and 10 in part
 * then, and 15 things that are to stay.
 */
const WHOLE = 0.9

/**
 * Makes surfaces unsure that would be finished in part: those of which much is unsure itself, and those that end where the picture
 * has no edge. What bears one label and touches or looks the same is one surface, as a wall to both sides of a cupboard, and a part
 * of a floor that is taken for a rug.
 * @param colours mean colour of each region, CIE Lab
 */
export function wholeSurfaces(
  names: readonly Named[],
  facts: readonly Pick<Surrounded, 'pixels' | 'outline' | 'around'>[],
  colours: readonly Lab[],
): Named[] {
  const labels = names.map(({ label, sure }): Named => ({ label, sure }))
  const isJoined = (p: number, q: number) => facts[p]!.around.has(q) || looksLike(colours[p]!, colours[q]!)
  const out = [...names]
  for (const surface of surfacesOf(labels, isJoined)) {
    const finished = new Set(surface.filter((k) => names[k]!.sure >= SURE && !names[k]!.own))
    let [size, outline, unended] = [0, 0, 0]
    for (const k of finished) {
      size += facts[k]!.pixels
      for (const [q, { part, open }] of facts[k]!.around) {
        if (finished.has(q)) continue
        const length = part * facts[k]!.outline
        const isOther = names[q]!.sure >= SURE && !isAlike(names[k]!, names[q]!)
        outline += length
        if (!isOther) unended += open * length
      }
    }
    const all = surface.reduce((sum, k) => sum + facts[k]!.pixels, 0)
    if (size >= WHOLE * all && unended <= (1 - WHOLE) * outline) continue
    for (const k of finished) out[k] = { ...names[k]!, sure: SURE / 2 }
  }
  return out
}
