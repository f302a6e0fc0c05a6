import { writeLab } from '#kernels/lab.ts'
import { leafHue } from '#kernels/seeing/greens.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { GUESS } from './finishes.ts'
import type { Reading } from './reading.ts'
import { woodness } from './woods.ts'

/** Pixels between two whose colours count for a mean, how green that is of what grows, and how like wood of an arbour. */
const [STRIDE, GREEN, WOODEN] = [5, 0.5, 0.5] as const

/**
 * Which regions of a photograph stay as they are unless something is asked for: plants, ground that is green and roofs of
 * wood, as an arbour's is, which no finish looks more like, and outdoors what may be something else, as a pond that was
 * taken for a wall.
 */
export function keptRegions(
  { regions, setting }: Seen,
  { image: { data }, map, source }: Reading,
): boolean[] {
  if (source.kind !== 'photo') return regions.map(() => false)
  const sums = regions.map(() => [0, 0, 0, 1] as [number, number, number, number])
  for (let i = 0; i < map.length; i += STRIDE) {
    const sum = sums[map[i]!]!
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + LINEAR_OF_BYTE[data[4 * i + c]!]!
    sum[3]++
  }
  const lab = new Float32Array(3)
  return regions.map(({ id, label, sure }) => {
    if (setting !== 'indoors' && sure < GUESS) return true
    // What was named by hand is to change, so that a terrace which was made plants gets leaves.
    if (label === 'vegetation' && sure < 1) return true
    const [r, g, b, count] = sums[id]!
    writeLab(r / count, g / count, b / count, lab, 0)
    if (label === 'roof' && woodness([r / count, g / count, b / count], lab).both > WOODEN) return sure < 1
    const isPlanted = label === 'ground' || label === 'vegetation'
    return isPlanted && leafHue(lab[1]!, lab[2]!) > GREEN
  })
}
