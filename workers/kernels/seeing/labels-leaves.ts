import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Segment } from '#kernels/lines/segments.ts'
import { distanceTo } from '#kernels/mask/distance.ts'
import type { Named } from './labels.ts'
import type { Facts } from './labels-facts.ts'
import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'
import { connected } from './regions-split.ts'

/** Unrest of leaves, ΔE, at least. */
const UNREST = 1.7
/** Length of an edge that no leaf has, and how far from it unrest is its own, in parts of the longer side. */
const [LONG, ASIDE] = [0.029, 0.006] as const
/** Part of the picture that a plant's leaves cover, their edges, ΔE, at least, and short straight ones, px by 100 px², at most. */
const PLANT = { least: 0.006, most: 0.1, edge: 2.5, straight: 3.2 } as const
/** Half window, in parts of the longer side, in which a leaf is lighter than its surroundings, and by how many L units. */
const [AROUND, LIGHTER] = [0.011, 1] as const
/** How far leaves reach beyond the tangle, in parts of the longer side. */
const REACH = 0.035
/** Half width of what is no leaf but a pot, and what goes with it around, in parts of the longer side. */
const [POT, RIM] = [0.0105, 0.024] as const
/** Straight part of the outline of a region from which it is a thing among leaves. */
const THING = 0.6

/** Whether each pixel is restless, and not by a straight edge. */
function tangleOf({ width, height, texture }: Sight, segments: readonly Segment[]): Int32Array {
  const restless = new Int32Array(texture.length)
  for (let i = 0; i < texture.length; i++) restless[i] = texture[i]! > UNREST ? 1 : 0
  const side = Math.max(width, height)
  const reach = Math.round(ASIDE * side)
  for (const { x1, y1, x2, y2 } of segments) {
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length < LONG * side) continue
    const steps = Math.ceil(length / 2)
    for (let k = 0; k <= steps; k++) {
      const [x, y] = [x1 + (k / steps) * (x2 - x1), y1 + (k / steps) * (y2 - y1)].map(Math.floor) as [
        number,
        number,
      ]
      for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
        restless.fill(0, v * width + Math.max(0, x - reach), v * width + Math.min(width, x + reach + 1))
    }
  }
  return restless
}

interface Tangle {
  pixels: number
  edge: number
  straight: number
  left: number
  right: number
  top: number
  bottom: number
}

/** Ids of the tangles that are plants, in a map of all that hangs together. */
function plantsAmong(
  { map, count }: { map: Int32Array; count: number },
  restless: Int32Array,
  { width, height, edge }: Sight,
  segments: readonly Segment[],
): Set<number> {
  const tangles = Array.from(
    { length: count },
    (): Tangle => ({
      ...{ pixels: 0, edge: 0, straight: 0 },
      ...{ left: width, right: 0, top: height, bottom: 0 },
    }),
  )
  for (let i = 0; i < map.length; i++) {
    if (!restless[i]) continue
    const tangle = tangles[map[i]!]!
    const [x, y] = [i % width, Math.floor(i / width)]
    tangle.pixels++
    tangle.edge += edge[i]!
    tangle.left = Math.min(tangle.left, x)
    tangle.right = Math.max(tangle.right, x)
    tangle.top = Math.min(tangle.top, y)
    tangle.bottom = Math.max(tangle.bottom, y)
  }
  for (const { x1, y1, x2, y2 } of segments) {
    const length = Math.hypot(x2 - x1, y2 - y1)
    const steps = Math.ceil(length / 2)
    for (let k = 0; k < steps; k++) {
      const t = (k + 0.5) / steps
      const [x, y] = [Math.floor(x1 + t * (x2 - x1)), Math.floor(y1 + t * (y2 - y1))]
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const tangle = tangles[map[y * width + x]!]!
      tangle.straight += length / steps
    }
  }
  const all = width * height
  // Lengths over areas are those of a picture 1024 px wide.
  const scale = Math.max(width, height) / 1024
  const isPlant = ({ pixels, edge, straight, left, right, top, bottom }: Tangle) =>
    pixels > PLANT.least * all &&
    pixels < PLANT.most * all &&
    edge > PLANT.edge * pixels &&
    100 * straight * scale < PLANT.straight * pixels &&
    bottom - top > right - left
  return new Set(tangles.flatMap((tangle, k) => (isPlant(tangle) ? [k] : [])))
}

/**
 * Leaves of the potted plants of a room's model: tall tangles of many short curved edges, with what is behind them left
 * out. Books, slats and legs have long straight edges, and bottles on a shelf stand in a row.
 * @param parts regions with their `facts` @param segments straight edges, px of the sight
 * @returns 1 for leaves, 0 for all else; null where there are no plants
 */
export function leavesOf(
  sight: Sight,
  parts: Parts,
  facts: readonly Facts[],
  segments: readonly Segment[],
): Uint8Array | null {
  const { width, height, l } = sight
  const restless = tangleOf(sight, segments)
  const found = connected(restless, width)
  const plants = plantsAmong(found, restless, sight, segments)
  if (plants.size === 0) return null
  const side = Math.max(width, height)
  const around = l.slice()
  const spare = new Float32Array(l.length)
  for (let pass = 0; pass < 2; pass++) boxBlur(around, width, height, Math.round(AROUND * side), spare)
  const tangled = new Uint8Array(l.length)
  for (let i = 0; i < l.length; i++) tangled[i] = plants.has(found.map[i]!) ? 1 : 0
  const away = distanceTo(tangled, width, height)
  const isThing = Uint8Array.from(facts, ({ straight }) => (straight < THING ? 0 : 1))
  const leaf = new Int32Array(l.length)
  for (let i = 0; i < l.length; i++) {
    const isNear = away[i]! < REACH * side && isThing[parts.map[i]!] === 0
    leaf[i] = isNear && l[i]! - around[i]! > LIGHTER ? 1 : 0
  }
  // Beyond the tangle, what hangs together with its leaves is one of them.
  const pieces = connected(leaf, width)
  const held = new Uint8Array(pieces.count)
  for (let i = 0; i < leaf.length; i++) if (leaf[i] && away[i] === 0) held[pieces.map[i]!] = 1
  const leaves = new Uint8Array(l.length)
  const others = new Uint8Array(l.length)
  for (let i = 0; i < leaf.length; i++) {
    leaves[i] = leaf[i]! & held[pieces.map[i]!]!
    others[i] = 1 - leaves[i]!
  }
  const inner = distanceTo(others, width, height)
  const pots = new Uint8Array(l.length)
  for (let i = 0; i < pots.length; i++) pots[i] = inner[i]! > POT * side ? 1 : 0
  const toPot = distanceTo(pots, width, height)
  for (let i = 0; i < leaves.length; i++) if (toPot[i]! <= RIM * side) leaves[i] = 0
  return leaves
}

/** How sure what was found as leaves is, and what is behind them. */
const [SURE, GUESSED] = [0.9, 0.4] as const
/** Part of a region that leaves stand before, from which it cannot be leaves itself. */
const HIDDEN = 0.05

/**
 * Regions with the leaves that stand before them as one more, named so. What was taken for plants and is behind them is
 * the wall. @param leaves see leavesOf
 */
export function addLeaves({ parts, names }: Tidy, leaves: Uint8Array): Tidy {
  const left = new Uint32Array(parts.count + 1)
  const cut = parts.map.map((k, i) => (leaves[i] ? parts.count : k))
  for (const k of cut) left[k]!++
  const hidden = new Uint32Array(parts.count)
  for (let i = 0; i < cut.length; i++) if (leaves[i]) hidden[parts.map[i]!]!++
  const behind = names.map((named, k): Named => {
    const isBehind = hidden[k]! > HIDDEN * (hidden[k]! + left[k]!)
    return named.label === 'vegetation' && isBehind ? { label: 'wall', sure: GUESSED } : named
  })
  const all: Named[] = [...behind, { label: 'vegetation', sure: SURE }]
  return withoutEmpty({ parts: { map: cut, count: all.length }, names: all })
}
