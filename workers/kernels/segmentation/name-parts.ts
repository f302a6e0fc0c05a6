import { LABELS, type Setting } from '#contracts/surfaces.ts'
import { PlaneRow } from '#kernels/raster/plane-row.ts'
import { labelsIn, NAMES } from './names.ts'
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

/** Reads the planes of all names row by row in a larger size; `visit` gets each row's values, one array for each name. */
function eachRow(
  { width: w, height: h, shares }: Segmentation,
  width: number,
  height: number,
  visit: (y: number, rows: readonly Float32Array[]) => void,
): void {
  const planes = NAMES.map(
    (_, k) =>
      new PlaneRow({ width: w, height: h, data: shares.subarray(k * w * h, (k + 1) * w * h) }, width, height),
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
  const labels = labelsIn(setting)
  const out = new Uint8Array(width * height)
  const most = new Float32Array(width)
  eachRow(segmentation, width, height, (y, rows) => {
    most.fill(-1)
    for (const [k, row] of rows.entries()) {
      if (labels[k]! < 0) continue
      for (let x = 0; x < width; x++) {
        if (row[x]! <= most[x]!) continue
        most[x] = row[x]!
        out[y * width + x] = k
      }
    }
  })
  return out
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
  const sums = new Float64Array(NAMES.length * count)
  eachRow(segmentation, width, map.length / width, (y, rows) => {
    for (const [k, row] of rows.entries())
      for (let x = 0, i = y * width, to = k * count; x < width; x++, i++)
        sums[to + map[i]!] = sums[to + map[i]!]! + row[x]!
  })
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
