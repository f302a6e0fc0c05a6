/** How much further a pixel may move than its neighbour, px: behind a border so much is drawn out. */
export const DRAWN_OUT = 0.5
/** Along borders things slide: there they may differ by so many times more. */
export const SLIDING = 4

/**
 * Lets what is near fall off to what is behind it no faster than is asked, on the far side of its border: behind the
 * border the background is drawn out instead of torn. The upper envelope of cones over the values, by two sweeps
 * (chamfer distances, Borgefors 1986).
 * @param values width·height numbers
 * @param across @param down most that they fall in a pixel, along rows and columns
 */
export function easeOff(values: Float32Array, width: number, across: number, down: number): Float32Array {
  const out = values.slice()
  const height = values.length / width
  const slant = Math.hypot(across, down)
  const lift = (i: number, from: number, by: number) => {
    const least = out[from]! - by
    if (least > out[i]!) out[i] = least
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x > 0) lift(i, i - 1, across)
      if (y === 0) continue
      lift(i, i - width, down)
      if (x > 0) lift(i, i - width - 1, slant)
      if (x < width - 1) lift(i, i - width + 1, slant)
    }
  }
  for (let y = height - 1, i = out.length - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--, i--) {
      if (x < width - 1) lift(i, i + 1, across)
      if (y === height - 1) continue
      lift(i, i + width, down)
      if (x < width - 1) lift(i, i + width + 1, slant)
      if (x > 0) lift(i, i + width - 1, slant)
    }
  }
  return out
}
