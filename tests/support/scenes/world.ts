import type { Vector3 } from '#kernels/seeing/scene.ts'
import { aim, clip, meet, reaches, span, stopAt } from './meet.ts'
import { emptyHit, type Hit, type Solid } from './solids.ts'

/** Ids a solid may use: its sides, then eight for each opening. */
const IDS = 4096
const LEAF = 2

/** Solids in a tree of boxes, ready to be met by rays. */
export interface World {
  solids: readonly Solid[]
  /** Lower and upper corner of each node's box, then of each solid's. */
  nodes: Float64Array
  bounds: Float64Array
  /** Of a node: its second child, or −1 − its first solid in `order` for a leaf; and how many solids. */
  links: Int32Array
  counts: Int32Array
  order: Int32Array
}

function wrap(bounds: Float64Array, some: readonly number[], out: number[]): void {
  for (let c = 0; c < 3; c++) out.push(Math.min(...some.map((i) => bounds[6 * i + c]!)))
  for (let c = 3; c < 6; c++) out.push(Math.max(...some.map((i) => bounds[6 * i + c]!)))
}

/** Splits at the median of the longest side until two solids are left (a bounding volume hierarchy). */
export function makeWorld(solids: readonly Solid[]): World {
  const bounds = Float64Array.from(solids.flatMap(({ low, high }) => [...low, ...high]))
  const nodes: number[] = []
  const links: number[] = []
  const counts: number[] = []
  const order: number[] = []
  const middle = (i: number, c: number) => bounds[6 * i + c]! + bounds[6 * i + 3 + c]!
  const split = (some: number[]): void => {
    const node = links.length
    wrap(bounds, some, nodes)
    links.push(-1 - order.length)
    counts.push(some.length)
    if (some.length <= LEAF) {
      order.push(...some)
      return
    }
    const spread = [0, 1, 2].map((c) => {
      const at = some.map((i) => middle(i, c))
      return Math.max(...at) - Math.min(...at)
    })
    const c = spread.indexOf(Math.max(...spread))
    some.sort((i, j) => middle(i, c) - middle(j, c))
    split(some.slice(0, some.length >> 1))
    links[node] = links.length
    split(some.slice(some.length >> 1))
  }
  split(solids.map((_, i) => i))
  return {
    solids,
    bounds,
    nodes: Float64Array.from(nodes),
    links: Int32Array.from(links),
    counts: Int32Array.from(counts),
    order: Int32Array.from(order),
  }
}

const stack = new Int32Array(64)
const trial = emptyHit()

function copy(from: Hit, to: Hit): void {
  to.t = from.t
  to.nx = from.nx
  to.ny = from.ny
  to.nz = from.nz
  to.surface = from.surface
  to.finish = from.finish
}

/** First solid on a ray; `hit.finish` is null where there is none. */
export function cast(world: World, origin: Vector3, dx: number, dy: number, dz: number, hit: Hit): void {
  const { solids, nodes, bounds, links, counts, order } = world
  aim(origin[0], origin[1], origin[2], dx, dy, dz)
  hit.t = Number.POSITIVE_INFINITY
  hit.finish = null
  hit.surface = -1
  let top = 1
  stack[0] = 0
  while (top > 0) {
    const node = stack[--top]!
    if (!reaches(nodes, 6 * node, hit.t)) continue
    const link = links[node]!
    if (link >= 0) {
      stack[top++] = link
      stack[top++] = node + 1
      continue
    }
    for (let k = -1 - link, end = k + counts[node]!; k < end; k++) {
      const i = order[k]!
      if (!clip(bounds, 6 * i) || span.from >= hit.t) continue
      if (meet(solids[i]!, IDS * i, hit.t, trial)) copy(trial, hit)
    }
  }
}

/**
 * Distance to what stops a ray within `reach`; `reach` where it is free. Panes of rooms let light through.
 * @param enough looks for nothing nearer than what it found within this distance
 */
export function blockedAt(
  world: World,
  origin: Vector3,
  dx: number,
  dy: number,
  dz: number,
  reach: number,
  enough = 0,
): number {
  const { solids, nodes, bounds, links, counts, order } = world
  aim(origin[0], origin[1], origin[2], dx, dy, dz)
  let best = reach
  let top = 1
  stack[0] = 0
  while (top > 0 && best > enough) {
    const node = stack[--top]!
    if (!reaches(nodes, 6 * node, best)) continue
    const link = links[node]!
    if (link >= 0) {
      stack[top++] = link
      stack[top++] = node + 1
      continue
    }
    for (let k = -1 - link, end = k + counts[node]!; k < end; k++) {
      const i = order[k]!
      if (clip(bounds, 6 * i) && span.from < best) best = stopAt(solids[i]!, best, trial)
    }
  }
  return best
}

/** Whether nothing stops a ray within `reach`. */
export const isFree = (
  world: World,
  origin: Vector3,
  dx: number,
  dy: number,
  dz: number,
  reach: number,
): boolean => blockedAt(world, origin, dx, dy, dz, reach, 0.999 * reach) >= reach
