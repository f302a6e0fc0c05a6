import { distanceTo } from '#kernels/mask/distance.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'
import type { Spot } from './scene.ts'

/** Borders between regions: their lengths, px, and the sums of the steps across them. */
export function bordersOf(parts: Parts, { width, height, edge }: Sight): Map<number, [number, number]>[] {
  const { map } = parts
  const found = Array.from({ length: parts.count }, () => new Map<number, [number, number]>())
  const note = (p: number, q: number, step: number) => {
    const known = found[p]!.get(q)
    if (!known) found[p]!.set(q, [1, step])
    else {
      known[0]++
      known[1] += step
    }
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = map[i]!
      for (const side of [0, 1]) {
        if (side === 0 ? x + 1 >= width : y + 1 >= height) continue
        const j = side === 0 ? i + 1 : i + width
        const q = map[j]!
        if (p === q) continue
        const step = Math.max(edge[i]!, edge[j]!)
        note(p, q, step)
        note(q, p, step)
      }
    }
  }
  return found
}

/** Pixels farthest from their regions' outlines. */
export function insides(parts: Parts, { width, height }: Sight): Spot[] {
  const { map, count } = parts
  const edges = new Uint8Array(map.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) edges[i] = 1
      else if (
        map[i] !== map[i + 1] ||
        map[i] !== map[i + width] ||
        map[i] !== map[i - 1] ||
        map[i] !== map[i - width]
      )
        edges[i] = 1
    }
  }
  const away = distanceTo(edges, width, height)
  const best = new Float64Array(count).fill(-1)
  const at = new Int32Array(count)
  for (let i = 0; i < map.length; i++) {
    const k = map[i]!
    if (away[i]! <= best[k]!) continue
    best[k] = away[i]!
    at[k] = i
  }
  return Array.from(at, (i) => ({ x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 }))
}
