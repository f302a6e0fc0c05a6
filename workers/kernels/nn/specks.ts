/** Mask value from which a pixel belongs to a connected part. */
const FAINT = 8
/** Weight of a part, as a share of the heaviest one's, below which it is a speck. */
const SPECK = 0.0005

/**
 * Takes isolated specks out of a subject mask, in place. The network leaves some on smooth grounds. A part is
 * a set of 8-connected pixels above FAINT; its weight is the sum of its mask, so that faint haze counts
 * little. Parts of a real subject that stand apart (a lamp's shade, a second chair leg) are far heavier.
 * @param mask 0..255, row by row
 * @param width pixels of a row
 * @returns number of parts taken out
 */
export function dropSpecks(mask: Uint8Array, width: number): number {
  const label = new Int32Array(mask.length)
  const stack = new Int32Array(mask.length)
  const weights = [0]
  for (let seed = 0; seed < mask.length; seed++) {
    if ((mask[seed] as number) <= FAINT || label[seed] !== 0) continue
    weights.push(fillPart(mask, width, label, stack, seed, weights.length))
  }
  const least = weights.reduce((most, weight) => Math.max(most, weight), 0) * SPECK
  for (let i = 0; i < mask.length; i++) {
    const part = label[i] as number
    if (part > 0 && (weights[part] as number) < least) mask[i] = 0
  }
  return weights.filter((weight, part) => part > 0 && weight < least).length
}

/** Labels the part around `seed`; gives its weight. */
function fillPart(
  mask: Uint8Array,
  width: number,
  label: Int32Array,
  stack: Int32Array,
  seed: number,
  part: number,
): number {
  const height = mask.length / width
  let weight = 0
  let top = 0
  stack[top++] = seed
  label[seed] = part
  while (top > 0) {
    const at = stack[--top] as number
    weight += mask[at] as number
    const x = at % width
    const y = (at - x) / width
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const next = v * width + u
        if (label[next] !== 0 || (mask[next] as number) <= FAINT) continue
        label[next] = part
        stack[top++] = next
      }
    }
  }
  return weight
}
