/** Connected pixels, and the lengths of their borders with regions. */
export interface Piece {
  pixels: number[]
  beside: Map<number, number>
}

/** Connected pieces of some pixels of a map. @param map ids of regions */
export function piecesOf(mask: (i: number) => boolean, map: Uint16Array, width: number): Piece[] {
  const inside = new Uint8Array(map.length)
  const all: number[] = []
  for (let i = 0; i < map.length; i++) {
    if (!mask(i)) continue
    inside[i] = 1
    all.push(i)
  }
  const pieces: Piece[] = []
  for (const start of all) {
    if (inside[start] === 2) continue
    const pixels = [start]
    const beside = new Map<number, number>()
    inside[start] = 2
    const reach = (j: number) => {
      if (inside[j] === 0) beside.set(map[j]!, (beside.get(map[j]!) ?? 0) + 1)
      if (inside[j] !== 1) return
      inside[j] = 2
      pixels.push(j)
    }
    // What is reached is appended and looked at in its turn.
    for (const i of pixels) {
      const x = i % width
      if (x > 0) reach(i - 1)
      if (x < width - 1) reach(i + 1)
      if (i >= width) reach(i - width)
      if (i + width < map.length) reach(i + width)
    }
    pieces.push({ pixels, beside })
  }
  return pieces
}
