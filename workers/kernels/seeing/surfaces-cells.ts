import { Heap } from '#kernels/heap.ts'
import type { Parts } from './regions.ts'
import { connected } from './regions-split.ts'
import { likeness, type Tones } from './surfaces-tones.ts'

/** Distance across a step, px: so far around what may be a surface tones have to be known. */
export const REACH = 6
/** Likeness under which one material ends. */
const ENDS = -0.35
/** Pixels of a cell at least. */
const CELL = 40
/** What a border that only light crosses speaks for one surface, by what another speaks against it. */
const ALIKE = 0.5

/** 1 where one material ends at another, within the pixels that are asked for. */
function bordersIn({ warm, cold, light }: Tones, isIt: Uint8Array, width: number): Uint8Array {
  const out = new Uint8Array(isIt.length)
  const slant = Math.round(REACH * Math.SQRT1_2)
  const height = isIt.length / width
  const ways = [REACH, REACH * width, slant * (width + 1), slant * (width - 1)]
  for (let y = REACH; y < height - REACH; y++)
    for (let x = REACH, i = y * width + x; x < width - REACH; x++, i++) {
      if (isIt[i] === 0) continue
      for (const way of ways) {
        const w = warm[i + way]! - warm[i - way]!
        const c = cold[i + way]! - cold[i - way]!
        // Math.hypot takes ten times as long.
        const colour = Math.sqrt(w * w + c * c)
        if (likeness(colour, Math.abs(light[i + way]! - light[i - way]!)) > ENDS) continue
        out[i] = 1
        break
      }
    }
  return out
}

/** Pixels of one part between borders: the id of each pixel's cell, −1 for none, and how many there are. */
interface Cells {
  of: Int32Array
  count: number
}

function cellsOf({ map }: Parts, isIt: Uint8Array, border: Uint8Array, width: number): Cells {
  const inside = new Int32Array(map.length).fill(-1)
  for (let i = 0; i < map.length; i++) if (isIt[i] === 1 && border[i] === 0) inside[i] = map[i]!
  const whole = connected(inside, width)
  const pixels = new Int32Array(whole.count)
  for (let i = 0; i < map.length; i++) if (inside[i] !== -1) pixels[whole.map[i]!]!++
  let count = 0
  const cells = pixels.map((n) => (n >= CELL ? count++ : -1))
  const of = whole.map.map((id) => cells[id]!)
  // Borders go to the cells on both sides of them, half to each.
  const list = new Int32Array(map.length)
  let listed = 0
  for (let i = 0; i < of.length; i++) if (of[i]! >= 0) list[listed++] = i
  const spread = (i: number, j: number) => {
    if (of[j]! >= 0 || isIt[j] === 0) return
    of[j] = of[i]!
    list[listed++] = j
  }
  for (let n = 0; n < listed; n++) {
    const i = list[n]!
    const x = i % width
    if (x > 0) spread(i, i - 1)
    if (x + 1 < width) spread(i, i + 1)
    if (i >= width) spread(i, i - width)
    if (i + width < of.length) spread(i, i + width)
  }
  return { of, count }
}

/** How much speaks for two cells being one surface, px of their border; by both ids, the lower one first. */
function evidenceOf({ of, count }: Cells, { warm, cold, light }: Tones, width: number): Map<number, number> {
  const sums = new Map<number, Float64Array>()
  const height = of.length / width
  const meet = (i: number, way: number, x: number, y: number) => {
    const [here, there] = [of[i]!, of[i + way]!]
    if (here === there || here < 0 || there < 0) return
    const across = way === 1 ? x : y
    if (across < REACH || across + REACH + 1 >= (way === 1 ? width : height)) return
    const [a, b] = [i - REACH * way, i + (REACH + 1) * way]
    if (of[a] !== here || of[b] !== there) return
    const key = Math.min(here, there) * count + Math.max(here, there)
    const sum = sums.get(key) ?? new Float64Array(4)
    sums.set(key, sum)
    const sign = here < there ? 1 : -1
    sum[0] = sum[0]! + 1
    sum[1] = sum[1]! + sign * (warm[a]! - warm[b]!)
    sum[2] = sum[2]! + sign * (cold[a]! - cold[b]!)
    sum[3] = sum[3]! + sign * (light[a]! - light[b]!)
  }
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (x + 1 < width) meet(i, 1, x, y)
      if (y + 1 < height) meet(i, width, x, y)
    }
  return new Map(
    [...sums].map(([key, [n = 1, w = 0, c = 0, l = 0]]) => {
      const alike = likeness(Math.hypot(w, c) / n, Math.abs(l) / n)
      return [key, n * (alike > 0 ? ALIKE * alike : alike)]
    }),
  )
}

/**
 * Joins cells as long as more speaks for it than against it, those first for which most does (greedy agglomeration of
 * correlation clustering).
 * @returns the surface of each cell, and what speaks for each two surfaces that meet, as evidenceOf
 */
function joined(count: number, evidence: ReadonlyMap<number, number>) {
  const into = Int32Array.from({ length: count }, (_, k) => k)
  const near = Array.from({ length: count }, () => new Map<number, number>())
  const offers = new Heap<{ cost: number; one: number; other: number }>()
  const know = (one: number, other: number, value: number) => {
    near[one]!.set(other, value)
    near[other]!.set(one, value)
    if (value > 0) offers.push({ cost: -value, one, other })
  }
  for (const [key, value] of evidence) know(Math.floor(key / count), key % count, value)
  for (let next = offers.pop(); next; next = offers.pop()) {
    const { cost, one, other } = next
    // What has joined something since then has been offered anew.
    if (near[one]!.get(other) !== -cost) continue
    near[one]!.delete(other)
    near[other]!.delete(one)
    into[other] = one
    for (const [third, value] of near[other]!) {
      near[third]!.delete(other)
      know(one, third, value + (near[one]!.get(third) ?? 0))
    }
    near[other] = new Map()
  }
  const rootOf = (k: number) => {
    let at = k
    while (into[at] !== at) at = into[at]!
    return at
  }
  return { into: into.map((_, k) => rootOf(k)), near }
}

/** Surfaces of one material, each. */
export interface Surfaces {
  /** The surface of each pixel, −1 for what is none; their numbers are under `count`, and not all of them are in use. */
  of: Int32Array
  count: number
  /** What speaks for each two that meet being one, px of their border; under 0, or they would be. */
  near: readonly ReadonlyMap<number, number>[]
}

/**
 * Finds surfaces of one material, whatever light falls on them.
 * @param isIt 1 for each pixel that may be of one
 */
export function surfacesIn(parts: Parts, isIt: Uint8Array, tones: Tones, width: number): Surfaces {
  const cells = cellsOf(parts, isIt, bordersIn(tones, isIt, width), width)
  const { into, near } = joined(cells.count, evidenceOf(cells, tones, width))
  return { of: cells.of.map((cell) => (cell < 0 ? -1 : into[cell]!)), count: cells.count, near }
}
