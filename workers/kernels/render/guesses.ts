import { LABELS, type Label, type Setting } from '#contracts/surfaces.ts'
import { labelShares } from '#kernels/segmentation/name-parts.ts'
import type { Segmentation } from '#kernels/segmentation/segment.ts'

/** Guesses that are told. */
const TOLD = 3

/**
 * What the segmentation network takes a part of a picture for, likeliest first: the labels with the largest mean shares.
 * @param isIn 1 for each pixel of the part, at a size of `width` px
 */
export function guessesOf(
  segmentation: Segmentation,
  setting: Setting,
  isIn: Uint8Array,
  width: number,
): Label[] {
  const { width: w, height: h, shares } = labelShares(segmentation, setting)
  const height = isIn.length / width
  const sums = new Float64Array(LABELS.length)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * h) / height) * w
    for (let x = 0; x < width; x++, i++) {
      if (!isIn[i]) continue
      const at = row + Math.floor(((x + 0.5) * w) / width)
      for (let k = 0; k < sums.length; k++) sums[k] = sums[k]! + shares[k * w * h + at]!
    }
  }
  return [...LABELS.keys()]
    .filter((k) => sums[k]! > 0)
    .sort((p, q) => sums[q]! - sums[p]!)
    .slice(0, TOLD)
    .map((k) => LABELS[k]!)
}
