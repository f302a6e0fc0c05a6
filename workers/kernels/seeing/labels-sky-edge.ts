import { meanWithin } from '#kernels/lineart/smooth.ts'
import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import type { Sight } from './regions-sight.ts'

/** Half the window over which a sky is even, and how far an edge reaches into it; parts of the longer side. */
const [EVEN, EDGE] = [0.05, 0.006] as const
/** Lightness from which on a pixel differs from the sky around it. */
const OFF = 3

/**
 * Gives a model's roofs and walls their thin upper edges back, which are no regions of their own: what meets them and is
 * called sky, but has another lightness than that.
 */
export function trimSky({ parts, names }: Tidy, { width, height, l }: Sight): Tidy {
  const { map } = parts
  const isSky = names.map(({ label }) => label === 'sky')
  const isBuilt = names.map(({ label }) => label === 'wall' || label === 'roof')
  if (!isSky.some(Boolean) || !isBuilt.some(Boolean)) return { parts, names }
  const side = Math.max(width, height)
  const sky = Float32Array.from(map, (k) => (isSky[k] ? 1 : 0))
  const mean = meanWithin(sky, l, width, Math.round(EVEN * side))
  const isOff = (i: number) => Math.abs(l[i]! - mean[i]!) > OFF
  const out = map.slice()
  let front = [...map.keys()].filter((i) => isBuilt[map[i]!])
  for (let step = Math.max(2, Math.round(EDGE * side)); step > 0 && front.length > 0; step--) {
    const next: number[] = []
    for (const i of front) {
      const x = i % width
      for (const j of [x > 0 ? i - 1 : -1, x + 1 < width ? i + 1 : -1, i - width, i + width]) {
        if (j < 0 || j >= map.length || !isSky[out[j]!] || !isOff(j)) continue
        out[j] = out[i]!
        next.push(j)
      }
    }
    front = next
  }
  return withoutEmpty({ parts: { ...parts, map: out }, names })
}
