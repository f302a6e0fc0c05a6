// Bounding volume hierarchy over a triangle soup, built in binary form by the binned surface-area heuristic
// (I. Wald, "On fast Construction of SAH-based BVHs", 2007), then folded to four children a node and laid out for
// the ray kernel in a WebAssembly memory that all render threads share.
import { GROUP_BYTES, NODE_BYTES, SCRATCH_BYTES } from './ray-kernel.ts'

const BINS = 16
const LEAF = 4
/** Numbers in a binary node: left box 6, right box 6, two child references, two spare. */
const STRIDE = 16

/** How many threads have scratch memory of their own. */
export const MAX_THREADS = 16
const PAGE = 65536

/** Triangles lie in slots, four to a group; a group's unused slots hold empty triangles. */
export interface Bvh {
  memory: WebAssembly.Memory
  maxPages: number
  nodesAt: number
  leavesAt: number
  seeAt: number
  /** First corner and two edges of each slot, 9 numbers. */
  tris: Float32Array
  /** For each slot, the triangle's index in the input, or -1. */
  order: Int32Array
}

interface Work {
  boxes: Float32Array
  centres: Float32Array
  order: Uint32Array
}

function prepare(positions: Float32Array, count: number): Work {
  const boxes = new Float32Array(count * 6)
  const centres = new Float32Array(count * 3)
  for (let i = 0; i < count; i++) {
    for (let a = 0; a < 3; a++) {
      const p = positions[i * 9 + a]!
      const q = positions[i * 9 + 3 + a]!
      const r = positions[i * 9 + 6 + a]!
      const lo = Math.min(p, q, r)
      const hi = Math.max(p, q, r)
      boxes[i * 6 + a] = lo
      boxes[i * 6 + 3 + a] = hi
      centres[i * 3 + a] = (lo + hi) / 2
    }
  }
  const order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = i
  return { boxes, centres, order }
}

function emptyBox(out: Float64Array, at = 0): void {
  out.fill(Number.POSITIVE_INFINITY, at, at + 3)
  out.fill(Number.NEGATIVE_INFINITY, at + 3, at + 6)
}

function growBox(out: Float64Array, at: number, from: ArrayLike<number>, k: number): void {
  for (let a = 0; a < 3; a++) {
    if (from[k + a]! < out[at + a]!) out[at + a] = from[k + a]!
    if (from[k + 3 + a]! > out[at + 3 + a]!) out[at + 3 + a] = from[k + 3 + a]!
  }
}

function halfArea(box: Float64Array, at: number): number {
  const x = box[at + 3]! - box[at]!
  const y = box[at + 4]! - box[at + 1]!
  const z = box[at + 5]! - box[at + 2]!
  return x < 0 ? 0 : x * y + y * z + z * x
}

const binBoxes = new Float64Array(BINS * 6)
const binCounts = new Int32Array(BINS)
const sweep = new Float64Array(6)
const rightCost = new Float64Array(BINS)

/** Sorts order[first, last) by the cheapest binned split and returns its place, or -1 when none parts it. */
function split(work: Work, first: number, last: number): number {
  const { boxes, centres, order } = work
  let bestCost = Number.POSITIVE_INFINITY
  let bestAxis = -1
  let bestCut = 0
  let bestLo = 0
  let bestScale = 0
  for (let axis = 0; axis < 3; axis++) {
    let lo = Number.POSITIVE_INFINITY
    let hi = Number.NEGATIVE_INFINITY
    for (let i = first; i < last; i++) {
      const c = centres[order[i]! * 3 + axis]!
      if (c < lo) lo = c
      if (c > hi) hi = c
    }
    if (hi - lo < 1e-7) continue
    const scale = (BINS * 0.99999) / (hi - lo)
    binCounts.fill(0)
    for (let b = 0; b < BINS; b++) emptyBox(binBoxes, b * 6)
    for (let i = first; i < last; i++) {
      const t = order[i]!
      const b = ((centres[t * 3 + axis]! - lo) * scale) | 0
      binCounts[b]!++
      growBox(binBoxes, b * 6, boxes, t * 6)
    }
    emptyBox(sweep)
    let n = 0
    for (let b = BINS - 1; b > 0; b--) {
      growBox(sweep, 0, binBoxes, b * 6)
      n += binCounts[b]!
      rightCost[b] = n * halfArea(sweep, 0)
    }
    emptyBox(sweep)
    n = 0
    for (let b = 0; b < BINS - 1; b++) {
      growBox(sweep, 0, binBoxes, b * 6)
      n += binCounts[b]!
      const cost = n * halfArea(sweep, 0) + rightCost[b + 1]!
      if (n > 0 && n < last - first && cost < bestCost) {
        bestCost = cost
        bestAxis = axis
        bestCut = b + 1
        bestLo = lo
        bestScale = scale
      }
    }
  }
  if (bestAxis < 0) return -1
  let i = first
  let j = last - 1
  while (i <= j) {
    const t = order[i]!
    if ((((centres[t * 3 + bestAxis]! - bestLo) * bestScale) | 0) < bestCut) i++
    else {
      order[i] = order[j]!
      order[j] = t
      j--
    }
  }
  return i
}

interface Binary {
  nodes: Float32Array
  refs: Int32Array
  work: Work
}

function buildBinary(positions: Float32Array): Binary {
  const count = positions.length / 9
  const work = prepare(positions, count)
  const nodes = new Float32Array(Math.max(1, count) * STRIDE)
  const refs = new Int32Array(nodes.buffer)
  let used = 0
  const box = new Float64Array(6)

  function visit(first: number, last: number): number {
    const n = last - first
    if (n <= LEAF) return -((first << 3) | n) - 1
    let mid = split(work, first, last)
    if (mid <= first || mid >= last) mid = (first + last) >> 1
    const me = used++
    for (let side = 0; side < 2; side++) {
      emptyBox(box)
      for (let i = side ? mid : first; i < (side ? last : mid); i++)
        growBox(box, 0, work.boxes, work.order[i]! * 6)
      for (let k = 0; k < 6; k++) nodes[me * STRIDE + side * 6 + k] = box[k]!
    }
    refs[me * STRIDE + 12] = visit(first, mid)
    refs[me * STRIDE + 13] = visit(mid, last)
    return me
  }
  if (visit(0, count) < 0) throw new Error('a scene needs more triangles than one leaf holds')
  return { nodes, refs, work }
}

interface Child {
  ref: number
  box: Float32Array
}

/** Up to four descendants of a binary node: the largest inner child is opened until there are four. */
function childrenOf(tree: Binary, node: number): Child[] {
  const two = (n: number): Child[] =>
    [0, 1].map((side) => ({
      ref: tree.refs[n * STRIDE + 12 + side]!,
      box: tree.nodes.subarray(n * STRIDE + side * 6, n * STRIDE + side * 6 + 6),
    }))
  const list = two(node)
  while (list.length < 4) {
    let best = -1
    let area = -1
    for (const [i, c] of list.entries()) {
      const a = c.ref >= 0 ? halfArea(Float64Array.from(c.box), 0) : -1
      if (a > area) {
        area = a
        best = i
      }
    }
    if (best < 0) break
    list.splice(best, 1, ...two(list[best]!.ref))
  }
  return list
}

/** Builds the hierarchy of `positions` (9 numbers a triangle, metres). */
export function buildBvh(positions: Float32Array): Bvh {
  const tree = buildBinary(positions)
  const wide: Child[][] = []
  const groups: number[] = []
  const fold = (node: number): number => {
    const me = wide.length
    const children = childrenOf(tree, node)
    wide.push(children)
    for (const c of children) {
      if (c.ref >= 0) c.ref = fold(c.ref)
      else {
        groups.push(-c.ref - 1)
        c.ref = -groups.length
      }
    }
    return me
  }
  fold(0)
  return layOut(positions, tree.work.order, wide, groups)
}

function layOut(positions: Float32Array, sorted: Uint32Array, wide: Child[][], groups: number[]): Bvh {
  const slots = groups.length * 4
  const nodesAt = MAX_THREADS * SCRATCH_BYTES
  const leavesAt = nodesAt + wide.length * NODE_BYTES
  const seeAt = leavesAt + groups.length * GROUP_BYTES
  const maxPages = Math.ceil((seeAt + slots) / PAGE)
  const memory = new WebAssembly.Memory({ initial: maxPages, maximum: maxPages, shared: true })
  const floats = new Float32Array(memory.buffer)
  const ints = new Int32Array(memory.buffer)
  for (const [i, children] of wide.entries()) {
    const o = (nodesAt + i * NODE_BYTES) / 4
    for (let c = 0; c < 4; c++) {
      const child = children[c]
      for (let a = 0; a < 3; a++) {
        floats[o + a * 8 + c] = child ? child.box[a]! : Number.POSITIVE_INFINITY
        floats[o + a * 8 + 4 + c] = child ? child.box[3 + a]! : Number.NEGATIVE_INFINITY
      }
      ints[o + 24 + c] = child ? child.ref : 0
    }
  }
  const tris = new Float32Array(new SharedArrayBuffer(slots * 36))
  const order = new Int32Array(new SharedArrayBuffer(slots * 4)).fill(-1)
  for (const [i, code] of groups.entries()) {
    for (let lane = 0; lane < (code & 7); lane++) {
      const slot = i * 4 + lane
      const from = sorted[(code >> 3) + lane]!
      order[slot] = from
      for (let k = 0; k < 9; k++) {
        const p = positions[from * 9 + k]!
        tris[slot * 9 + k] = k < 3 ? p : p - positions[from * 9 + (k % 3)]!
        floats[(leavesAt + i * GROUP_BYTES) / 4 + k * 4 + lane] = tris[slot * 9 + k]!
      }
    }
  }
  return { memory, maxPages, nodesAt, leavesAt, seeAt, tris, order }
}
