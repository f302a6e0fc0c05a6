/** Part of the longer side over which a mask fades in from its edge. */
const FADE = 0.006

/** Running mean over 2·radius + 1 values along lines of bytes, borders repeated, in place. */
function blurLines(
  plane: Uint8Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  radius: number,
): void {
  const line = new Uint8Array(length)
  const at = (i: number) => line[Math.max(0, Math.min(length - 1, i))]!
  for (let n = 0; n < lines; n++) {
    const start = n * lineStep
    for (let i = 0; i < length; i++) line[i] = plane[start + i * step]!
    let sum = 0
    for (let i = -radius; i <= radius; i++) sum += at(i)
    for (let i = 0; i < length; i++) {
      plane[start + i * step] = Math.round(sum / (2 * radius + 1))
      sum += at(i + radius + 1) - at(i - radius)
    }
  }
}

/**
 * A mask that fades in from its edge: nothing outside is touched, and no seam is seen inside.
 * @param mask 0..255 @returns 0..255; 0 wherever the mask is 0
 */
export function softMask(mask: Uint8Array, width: number, height: number): Uint8Array {
  const soft = mask.slice()
  const radius = Math.max(2, Math.round(FADE * Math.max(width, height)))
  for (let pass = 0; pass < 2; pass++) {
    blurLines(soft, height, width, width, 1, radius)
    blurLines(soft, width, height, 1, width, radius)
  }
  // At a straight edge the blur gives one half.
  for (let i = 0; i < soft.length; i++) soft[i] = Math.min(mask[i]!, Math.max(0, 2 * soft[i]! - 255))
  return soft
}
