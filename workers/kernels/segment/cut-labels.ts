import { boxBlur } from '#kernels/lineart/smooth.ts'
import { enlarged } from '#kernels/raster/plane-row.ts'
import type { Plane } from '#kernels/raster.ts'
import { GridCut } from './max-flow.ts'

/** Colours of a picture, CIE Lab, one value a pixel. */
interface LabPicture {
  readonly width: number
  readonly height: number
  readonly l: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

/**
 * Sides, px, of the cells that take one label: of the places of 44 photographs with reference label maps as many are named right at 2,
 * which takes twice as long, and 0.002 fewer indoors at 4.
 */
const CELL = 3
/** Cost of parting two cells of one colour, in units of −log(share): at 8 as much is named right as at 4. */
const SMOOTH = 4
/** Half window, cells, over which contrast is measured, and the squared difference, ΔE², that counts as contrast everywhere. */
const [AROUND, FLAT] = [4, 0.5] as const
/** Squared difference, ΔE², above which more makes what is around it no less distinct. */
const STARK = 400
/** Share from which a cell keeps its label, and up to which it never takes one. */
const [SURE, NEVER] = [0.95, 0.03] as const
/** Added to shares, so that none costs without end. */
const LEAST = 0.01
/** Directions of GridCut. */
const [RIGHT, DOWN] = [0, 2] as const

/** Means of a plane over cells; what is left over at its right and lower ends is left out. */
function cellsOf(plane: Float32Array, width: number, columns: number, rows: number): Float32Array {
  const out = new Float32Array(columns * rows)
  const [wide, high] = [Math.min(CELL, width), Math.min(CELL, plane.length / width)]
  for (let y = 0, k = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, k++) {
      let sum = 0
      for (let v = 0; v < high; v++)
        for (let u = 0, i = (CELL * y + v) * width + CELL * x; u < wide; u++, i++) sum += plane[i]!
      out[k] = sum / (wide * high)
    }
  return out
}

/**
 * What it costs to part each cell from the one to its right and from the one below: the less, the more they differ, measured
 * against the differences around them, so that a faint edge counts where there is no other.
 */
function linksOf({ width: w, height: h, l, a, b }: LabPicture): { right: Float32Array; below: Float32Array } {
  const [right, below, around] = [new Float32Array(w * h), new Float32Array(w * h), new Float32Array(w * h)]
  const apart = (i: number, j: number) => (l[i]! - l[j]!) ** 2 + (a[i]! - a[j]!) ** 2 + (b[i]! - b[j]!) ** 2
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i++) {
      if (x + 1 < w) right[i] = apart(i, i + 1)
      if (y + 1 < h) below[i] = apart(i, i + w)
      around[i] = Math.min(STARK, right[i]! + below[i]!) / 2
    }
  const spare = new Float32Array(w * h)
  for (let pass = 0; pass < 2; pass++) boxBlur(around, w, h, AROUND, spare)
  for (const plane of [right, below])
    for (let i = 0; i < plane.length; i++)
      plane[i] = SMOOTH * Math.exp(-plane[i]! / (2 * (around[i]! + FLAT)))
  return { right, below }
}

/**
 * Lets cells take a label where all together costs less then: an expansion move for the Potts model.
 * @param labels of the cells, changed in place @param isOpen 1 for cells that may take it, which bear another
 */
function expand(
  labels: Uint8Array,
  label: number,
  isOpen: Uint8Array,
  costs: readonly Float32Array[],
  width: number,
  { right, below }: ReturnType<typeof linksOf>,
): void {
  const cut = new GridCut(width, labels.length / width, 4)
  const join = (i: number, j: number, direction: number, cost: number) => {
    const [p, q] = [labels[i]!, labels[j]!]
    if (isOpen[i] && isOpen[j]) {
      if (p === q) return cut.setLink(i, direction, cost)
      // Parted as they are, and only then one when both take the label.
      cut.setLink(i, direction, cost / 2)
      cut.addTerminal(i, cost / 2, 0)
      cut.addTerminal(j, cost / 2, 0)
    } else if (isOpen[i] || isOpen[j]) {
      const [free, own, fixed] = isOpen[i] ? [i, p, q] : [j, q, p]
      if (fixed === label) cut.addTerminal(free, cost, 0)
      else if (fixed === own) cut.addTerminal(free, 0, cost)
    }
  }
  for (let i = 0, x = 0; i < labels.length; i++, x = x + 1 === width ? 0 : x + 1) {
    if (x + 1 < width) join(i, i + 1, RIGHT, right[i]!)
    if (i + width < labels.length) join(i, i + width, DOWN, below[i]!)
    if (isOpen[i]) cut.addTerminal(i, costs[labels[i]!]![i]!, costs[label]![i]!)
  }
  const takes = cut.solve()
  for (let i = 0; i < labels.length; i++) if (isOpen[i] && takes[i]) labels[i] = label
}

/**
 * Labels of a picture's places by shares that know what is where but not where it ends: borders follow the picture's edges, however
 * faint these are, and are short where there is none (Potts model with links by contrast as in C. Rother and others 2004:
 * GrabCut; one round of expansion moves of Boykov, Veksler, Zabih, PAMI 2001).
 * @param shares of each label, 0..1, planes of one size, at most 256
 * @returns the label of each pixel as an index into `shares`
 */
export function cutLabels(shares: readonly Plane[], picture: LabPicture): Uint8Array {
  const { width, height } = picture
  const [columns, rows] = [Math.max(1, Math.floor(width / CELL)), Math.max(1, Math.floor(height / CELL))]
  const inCells = (plane: Float32Array) => cellsOf(plane, width, columns, rows)
  const [l, a, b] = [inCells(picture.l), inCells(picture.a), inCells(picture.b)]
  const links = linksOf({ width: columns, height: rows, l, a, b })
  const planes = shares.map((plane) => enlarged(plane, columns, rows))
  const labels = new Uint8Array(columns * rows)
  for (const [k, plane] of planes.entries())
    for (let i = 0; i < labels.length; i++) if (plane[i]! > planes[labels[i]!]![i]!) labels[i] = k
  const isSure = labels.map((label, i) => (planes[label]![i]! >= SURE ? 1 : 0))
  const costs = planes.map((plane) => plane.map((share) => -Math.log(share + LEAST)))
  for (const [label, plane] of planes.entries()) {
    const isOpen = labels.map((own, i) => (own !== label && !isSure[i] && plane[i]! > NEVER ? 1 : 0))
    if (isOpen.includes(1)) expand(labels, label, isOpen, costs, columns, links)
  }
  const out = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(rows - 1, Math.floor(y / CELL)) * columns
    for (let x = 0; x < width; x++, i++) out[i] = labels[row + Math.min(columns - 1, Math.floor(x / CELL))]!
  }
  return out
}
