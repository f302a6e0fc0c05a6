/**
 * The connected parts of a set of pixels that are thick somewhere: that hold a square of 2·radius + 1 px.
 * @param set width·height values: not 0 inside
 * @returns 1 in those parts, 0 elsewhere
 */
export function thickParts(set: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const out = new Uint8Array(set.length)
  const stack: number[] = []
  const middles = squareMiddles(set, width, height, radius)
  for (let seed = 0; seed < set.length; seed++) {
    if (!middles[seed] || out[seed]) continue
    out[seed] = 1
    stack.push(seed)
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      const x = i % width
      const visit = (j: number) => {
        if (!set[j] || out[j]) return
        out[j] = 1
        stack.push(j)
      }
      if (x > 0) visit(i - 1)
      if (x + 1 < width) visit(i + 1)
      if (i >= width) visit(i - width)
      if (i + width < set.length) visit(i + width)
    }
  }
  return out
}

/**
 * 1 at the middles of full squares of 2·radius + 1 px, 0 elsewhere; the border of the picture does not end a square.
 * @param set width·height values: not 0 inside
 */
function squareMiddles(set: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const rows = new Uint8Array(set.length)
  for (let y = 0; y < height; y++) {
    let run = radius
    for (let x = 0; x < width + radius; x++) {
      run = x >= width || set[y * width + x] ? run + 1 : 0
      if (x >= radius && run > 2 * radius) rows[y * width + x - radius] = 1
    }
  }
  const out = new Uint8Array(set.length)
  for (let x = 0; x < width; x++) {
    let run = radius
    for (let y = 0; y < height + radius; y++) {
      run = y >= height || rows[y * width + x] ? run + 1 : 0
      if (y >= radius && run > 2 * radius) out[(y - radius) * width + x] = 1
    }
  }
  return out
}
