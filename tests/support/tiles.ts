/** How a picture's opposite edges meet, against how neighbours inside it differ: at most about 1 without a seam. */
export interface EdgeRatio {
  /** Of the left and right edges. */
  across: number
  /** Of the upper and lower edges. */
  down: number
}

/** A step that nobody sees and that compression makes, levels of 255. */
const UNSEEN = 3

/**
 * Compares the step over each pair of edges with the largest between neighbouring lines inside, at least UNSEEN.
 * @param rgb three bytes a pixel
 */
export function edgeRatio(rgb: ArrayLike<number>, width: number, height: number): EdgeRatio {
  const step = (count: number, a: (k: number) => number, b: (k: number) => number) => {
    let sum = 0
    for (let k = 0; k < count; k++)
      for (let c = 0; c < 3; c++) sum += Math.abs(rgb[3 * a(k) + c]! - rgb[3 * b(k) + c]!)
    return sum / (3 * count)
  }
  const columns = (x: number, next: number) =>
    step(
      height,
      (y) => y * width + x,
      (y) => y * width + next,
    )
  const lines = (y: number, next: number) =>
    step(
      width,
      (x) => y * width + x,
      (x) => next * width + x,
    )
  // A joint at the edge is a large step, but one that happens inside as well: compare with the largest there.
  const insideColumns = Array.from({ length: width - 1 }, (_, x) => columns(x, x + 1))
  const insideLines = Array.from({ length: height - 1 }, (_, y) => lines(y, y + 1))
  return {
    across: columns(width - 1, 0) / Math.max(UNSEEN, ...insideColumns),
    down: lines(height - 1, 0) / Math.max(UNSEEN, ...insideLines),
  }
}
