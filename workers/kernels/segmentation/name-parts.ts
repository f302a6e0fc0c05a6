import { LABELS, type Setting } from '#contracts/surfaces.ts'
import { PlaneRow } from '#kernels/raster/plane-row.ts'
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

const planeOf = ({ width, height, shares }: Segmentation, name: number): Float32Array =>
  shares.subarray(name * width * height, (name + 1) * width * height)

/** Names that a setting allows and that are the likeliest of these somewhere, as indices into NAMES: others name nothing. */
function likelyNames({ width, height, shares }: Segmentation, setting: Setting): number[] {
  const names = allowedNames(setting)
  const size = width * height
  const isLikely = new Uint8Array(NAMES.length)
  for (let i = 0; i < size; i++) {
    let [best, most] = [-1, -1]
    for (const name of names) {
      const share = shares[name * size + i]!
      if (share > most) [best, most] = [name, share]
    }
    isLikely[best] = 1
  }
  return names.filter((name) => isLikely[name])
}

/** Pixels of a picture to a side of which one is read: shares are so soft that every second one tells all. */
const stepFor = ({ width }: Segmentation, of: number): number => (of >= 2 * width ? 2 : 1)

/** Reads the planes of some names row by row in a larger size, `visit` gets a row for each name. */
function eachRow(
  segmentation: Segmentation,
  names: readonly number[],
  width: number,
  height: number,
  visit: (y: number, rows: readonly Float32Array[]) => void,
): void {
  const { width: w, height: h } = segmentation
  const planes = names.map(
    (name) => new PlaneRow({ width: w, height: h, data: planeOf(segmentation, name) }, width, height),
  )
  const rows = planes.map(({ values }) => values)
  for (let y = 0; y < height; y++) {
    for (const plane of planes) plane.read(y)
    visit(y, rows)
  }
}

/** The best name of each pixel of a picture in a larger size that the setting allows, as an index into NAMES. */
export function nameMap(
  segmentation: Segmentation,
  setting: Setting,
  width: number,
  height: number,
): Uint8Array {
  const names = likelyNames(segmentation, setting)
  const step = stepFor(segmentation, width)
  const [columns, lines] = [Math.ceil(width / step), Math.ceil(height / step)]
  const out = new Uint8Array(width * height)
  const [most, best] = [new Float32Array(columns), new Uint8Array(columns)]
  eachRow(segmentation, names, columns, lines, (line, rows) => {
    most.fill(-1)
    for (let n = 0; n < names.length; n++) {
      const [row, name] = [rows[n]!, names[n]!]
      for (let x = 0; x < columns; x++) {
        if (row[x]! <= most[x]!) continue
        most[x] = row[x]!
        best[x] = name
      }
    }
    for (let y = step * line; y < Math.min(height, step * (line + 1)); y++)
      for (let x = 0, i = y * width; x < width; x++, i++) out[i] = best[step === 1 ? x : x >> 1]!
  })
  return out
}

/** Sums of the shares of names over each part, a run of `count` for each name. */
function sumsOf(
  { map, count }: { readonly map: ArrayLike<number>; readonly count: number },
  width: number,
  segmentation: Segmentation,
  names: readonly number[],
  step: number,
): Float64Array {
  const height = map.length / width
  const sums = new Float64Array(NAMES.length * count)
  const [columns, lines] = [Math.ceil(width / step), Math.ceil(height / step)]
  eachRow(segmentation, names, columns, lines, (line, rows) => {
    const start = step * line * width
    for (let n = 0; n < names.length; n++) {
      const [row, to] = [rows[n]!, names[n]! * count]
      for (let x = 0, i = start; x < columns; x++, i += step) {
        const at = to + map[i]!
        sums[at] = sums[at]! + row[x]!
      }
    }
  })
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

/**
 * Names the parts of a picture by the means of the shares over them.
 * @param map id of each pixel's part, rows one after another @param count how many parts there are
 * @param width of the map, px
 */
export function nameParts(
  { map, count }: { readonly map: ArrayLike<number>; readonly count: number },
  width: number,
  segmentation: Segmentation,
  setting: Setting,
): PartName[] {
  const names = allowedNames(setting).filter((name) => planeOf(segmentation, name).some((share) => share > 0))
  const step = stepFor(segmentation, width)
  const rough = sumsOf({ map, count }, width, segmentation, names, step)
  // A part that lies between the pixels that were read is looked at whole.
  const isMissed = Array.from({ length: count }, (_, part) =>
    names.every((k) => rough[k * count + part] === 0),
  )
  const sums =
    step > 1 && isMissed.includes(true) ? sumsOf({ map, count }, width, segmentation, names, 1) : rough
  const labels = labelsIn(setting)
  return Array.from({ length: count }, (_, part) => {
    const byLabel = new Float64Array(LABELS.length)
    for (const [k, label] of labels.entries())
      if (label >= 0) byLabel[label] = byLabel[label]! + sums[k * count + part]!
    const [label, next] = [...byLabel.keys()].sort((p, q) => byLabel[q]! - byLabel[p]!) as [number, number]
    const all = byLabel.reduce((sum, value) => sum + value, 1e-9)
    const borne = [...labels.keys()].filter((k) => labels[k] === label)
    const name = borne.reduce((best, k) => (sums[k * count + part]! > sums[best * count + part]! ? k : best))
    return { name, label, sure: (byLabel[label]! - byLabel[next]!) / all }
  })
}
