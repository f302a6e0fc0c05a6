import type { Surrounded } from './region-facts.ts'
import { isAlike, type NamedParts } from './regions-join.ts'
import { LABELS, type Named, SURE } from './scene.ts'
import { type Basins, PHOTO_EDGE } from './superpixels.ts'

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
 * How sure regions are of their labels by what edges enclose: a wall that goes over into a cupboard where no more than the
 * network's soft border parts them is as little sure as both are together. What surrounds a scene is as sure as before.
 * @param enclosed parts of the picture between its edges @param means shares of LABELS in each of them, see labelMeans
 */
export function sureAsEnclosed(
  { parts, names }: NamedParts,
  enclosed: Pick<Basins, 'map'>,
  means: readonly Float64Array[],
): Named[] {
  // How far each label is ahead of the best of the others, in each enclosed part.
  const ahead = means.map((shares) => {
    const [best, next] = shares.toSorted((p, q) => q - p) as unknown as [number, number]
    return shares.map((share) => Math.max(0, share - (share === best ? next : best)))
  })
  const numbers = names.map(({ label }) => LABELS.indexOf(label))
  const [sums, sizes] = [new Float64Array(names.length), new Float64Array(names.length)]
  for (let i = 0; i < parts.map.length; i++) {
    const k = parts.map[i]!
    sums[k] = sums[k]! + ahead[enclosed.map[i]!]![numbers[k]!]!
    sizes[k] = sizes[k]! + 1
  }
  return names.map((name, k) =>
    name.own === 'interface' || name.own === 'backdrop' ? name : { ...name, sure: sums[k]! / sizes[k]! },
  )
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
 * In 88 photographs with reference label maps 38 walls, floors, ceilings, façades and grounds are finished as a whole and 13 in part
 * then, and 33 things that are to stay; 56 and 49, and 70 things, where surfaces need not be whole; 41 and 28, and 45, where the part
 * that is sure is 0.85.
 */
const WHOLE = 0.9

/**
 * Makes surfaces unsure that would be finished in part: those of which much is unsure itself, and those that end where the picture
 * has no edge. What bears one name and looks the same is one surface, as a wall to both sides of a cupboard.
 * @param colours mean colour of each region, CIE Lab
 */
export function wholeSurfaces(
  names: readonly Named[],
  facts: readonly Pick<Surrounded, 'pixels' | 'outline' | 'around'>[],
  colours: readonly Lab[],
): Named[] {
  const isJoined = (p: number, q: number) => facts[p]!.around.has(q) || looksLike(colours[p]!, colours[q]!)
  const out = [...names]
  for (const surface of surfacesOf(names, isJoined)) {
    const finished = new Set(surface.filter((k) => names[k]!.sure >= SURE))
    let [size, outline, ending] = [0, 0, 0]
    for (const k of finished) {
      size += facts[k]!.pixels
      for (const [q, { part, step }] of facts[k]!.around) {
        if (finished.has(q)) continue
        const length = part * facts[k]!.outline
        const isOther = names[q]!.sure >= SURE && !isAlike(names[k]!, names[q]!)
        outline += length
        if (isOther || step >= PHOTO_EDGE) ending += length
      }
    }
    const all = surface.reduce((sum, k) => sum + facts[k]!.pixels, 0)
    if (size >= WHOLE * all && ending >= WHOLE * outline) continue
    for (const k of finished) out[k] = { ...names[k]!, sure: SURE / 2 }
  }
  return out
}
