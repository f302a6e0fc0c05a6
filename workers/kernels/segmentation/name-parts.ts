import { LABELS, type Setting } from '#contracts/surfaces.ts'
import { allowedNames, labelsIn, NAMES } from './names.ts'
import type { Segmentation } from './segment.ts'

/** Shares of LABELS, one plane for each, 0..1. */
export interface LabelShares {
  width: number
  height: number
  shares: Float32Array
}

/** Shares of the labels that the names stand for in a setting; names that it rules out are left out. */
export function labelShares({ width, height, shares }: Segmentation, setting: Setting): LabelShares {
  const size = width * height
  const out = new Float32Array(LABELS.length * size)
  for (const [name, label] of labelsIn(setting).entries()) {
    if (label < 0) continue
    for (let i = 0, from = name * size, to = label * size; i < size; i++)
      out[to + i] = out[to + i]! + shares[from + i]!
  }
  return { width, height, shares: out }
}

/** Where a line of a larger picture meets the planes: the place before, and how far on to the next one, 0..1. */
function placesOn(length: number, pixels: number): { low: Uint16Array; part: Float32Array } {
  const at = Float32Array.from({ length: pixels }, (_, x) =>
    Math.min(length - 1, Math.max(0, ((x + 0.5) * length) / pixels - 0.5)),
  )
  const low = Uint16Array.from(at, (value) => Math.min(Math.max(0, length - 2), Math.floor(value)))
  return { low, part: at.map((value, x) => value - low[x]!) }
}

/** The best of some names at each place of the planes, as an index into NAMES. */
function bestNames({ width, height, shares }: Segmentation, names: readonly number[]): Uint8Array {
  const size = width * height
  const best = new Uint8Array(size)
  const most = new Float32Array(size).fill(-1)
  for (const name of names) {
    for (let i = 0, at = name * size; i < size; i++, at++) {
      if (shares[at]! <= most[i]!) continue
      most[i] = shares[at]!
      best[i] = name
    }
  }
  return best
}

/**
 * The best name of each pixel of a picture in a larger size that the setting allows, as an index into NAMES; shares are
 * read between their places, bilinear.
 */
export function nameMap(
  segmentation: Segmentation,
  setting: Setting,
  width: number,
  height: number,
): Uint8Array {
  const { width: w, height: h, shares } = segmentation
  const names = allowedNames(setting)
  const best = bestNames(segmentation, names)
  const [across, down] = [placesOn(w, width), placesOn(h, height)]
  const [right, below] = [w > 1 ? 1 : 0, h > 1 ? w : 0]
  const out = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const v = down.part[y]!
    for (let x = 0; x < width; x++, i++) {
      const at = down.low[y]! * w + across.low[x]!
      // What is the best all around a place is so there.
      const around = best[at]!
      out[i] = around
      if (best[at + right] === around && best[at + below] === around && best[at + below + right] === around)
        continue
      const u = across.part[x]!
      let most = -1
      for (let n = 0; n < names.length; n++) {
        const k = names[n]! * w * h + at
        const upper = shares[k]! + u * (shares[k + right]! - shares[k]!)
        const lower = shares[k + below]! + u * (shares[k + below + right]! - shares[k + below]!)
        const share = upper + v * (lower - upper)
        if (share <= most) continue
        most = share
        out[i] = names[n]!
      }
    }
  }
  return out
}

/** Sums of the shares of names over each part, a run of NAMES for each. */
function sumsOf(
  { map, count }: PartMap,
  width: number,
  { width: w, height: h, shares }: Segmentation,
  names: readonly number[],
): Float64Array {
  const height = map.length / width
  const size = w * h
  const all = NAMES.length
  // All names of a place one after another.
  const byPlace = new Float32Array(all * size)
  for (const name of names)
    for (let i = 0, from = name * size, to = name; i < size; i++, from++, to += all)
      byPlace[to] = shares[from]!
  const places = Uint32Array.from({ length: width }, (_, x) => all * Math.floor((x * w) / width))
  const sums = new Float64Array(all * count)
  for (let y = 0, i = 0; y < height; y++) {
    const row = all * w * Math.floor((y * h) / height)
    for (let x = 0; x < width; ) {
      const [part, place] = [map[i]!, places[x]!]
      let run = 0
      for (; x < width && map[i] === part && places[x] === place; x++, i++) run++
      for (let n = 0, from = row + place, to = all * part; n < all; n++, from++, to++)
        sums[to] = sums[to]! + run * byPlace[from]!
    }
  }
  return sums
}

/** What a part of a picture is called. */
export interface PartName {
  /** The best of the names that stand for its label, as an index into NAMES. */
  name: number
  /** Index into LABELS. */
  label: number
  /** 0..1: how far the share of its label is ahead of that of the next label. */
  sure: number
}

interface PartMap {
  /** Id of each pixel's part, rows one after another. */
  readonly map: ArrayLike<number>
  readonly count: number
}

/** Shares of LABELS in a part, 0..1. @param sums over the part, of NAMES, see sumsOf @param labels see labelsIn */
function labelsOfPart(sums: Float64Array, part: number, labels: readonly number[]): Float64Array {
  const shares = new Float64Array(LABELS.length)
  for (const [k, label] of labels.entries())
    if (label >= 0) shares[label] = shares[label]! + sums[part * NAMES.length + k]!
  const all = shares.reduce((sum, value) => sum + value, 1e-9)
  return shares.map((share) => share / all)
}

/**
 * Names the parts of a picture by the means of the shares over them.
 * @param width of the map, px
 */
export function nameParts(
  parts: PartMap,
  width: number,
  segmentation: Segmentation,
  setting: Setting,
): PartName[] {
  const sums = sumsOf(parts, width, segmentation, allowedNames(setting))
  const labels = labelsIn(setting)
  return Array.from({ length: parts.count }, (_, part) => {
    const shares = labelsOfPart(sums, part, labels)
    const [label, next] = [...shares.keys()].sort((p, q) => shares[q]! - shares[p]!) as [number, number]
    const borne = [...labels.keys()].filter((k) => labels[k] === label)
    const sumOf = (k: number) => sums[part * NAMES.length + k]!
    const name = borne.reduce((best, k) => (sumOf(k) > sumOf(best) ? k : best))
    return { name, label, sure: shares[label]! - shares[next]! }
  })
}
