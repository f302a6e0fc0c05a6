import { describe, expect, it } from 'vitest'
import type { Named } from '#kernels/seeing/labels.ts'
import { namePonds } from '#kernels/seeing/labels-water.ts'
import type { Parts } from '#kernels/seeing/regions.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import { usualView } from '#kernels/seeing/view.ts'

const [WIDTH, HEIGHT] = [300, 200]
/** The rim of a basin, px, and the two parts that its surface was found as. */
const RIM = { left: 60, right: 190, top: 125, bottom: 175 } as const

/** A drawing of a basin in a lawn with some leaves on its water; parts: the lawn 0, the basin 1 and 2. */
function basin(leaves: number, isOpen = false): { sight: Sight; parts: Parts } {
  const edge = new Float32Array(WIDTH * HEIGHT)
  const map = new Uint16Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const isIn = x >= RIM.left && x <= RIM.right && y >= RIM.top && y <= RIM.bottom
      const isRim = isIn && (x === RIM.left || x === RIM.right || y === RIM.top || y === RIM.bottom)
      const i = y * WIDTH + x
      if (isIn) map[i] = x < 125 ? 1 : 2
      if (isRim && !(isOpen && y === RIM.bottom)) edge[i] = 40
      for (let n = 0; n < leaves; n++) {
        const far = Math.hypot((x - 80 - 18 * n) / 7, (y - 150) / 3)
        if (far > 0.75 && far < 1.1) edge[i] = 30
      }
    }
  const plane = new Float32Array(edge.length)
  const copy = { width: WIDTH, height: HEIGHT, r: plane, g: plane, b: plane }
  const sight: Sight = {
    ...{ width: WIDTH, height: HEIGHT, kind: 'drawing', copy: copy as unknown as Sight['copy'] },
    ...{
      l: plane,
      a: plane,
      b: plane,
      edge,
      texture: plane,
      pixels: null,
      apart: null,
      green: null,
      guesses: null,
    },
  }
  return { sight, parts: { map, count: 3 } }
}

const NAMES: readonly Named[] = [0, 1, 2].map(() => ({ label: 'ground', sure: 0.8 }))
const labels = ({ sight, parts }: ReturnType<typeof basin>) =>
  namePonds(NAMES, parts, sight, usualView(WIDTH, HEIGHT, 'outdoors')).map(({ label }) => label)

describe('ponds of a drawing', () => {
  it('are level planes with a rim that several leaves swim on', () => {
    expect(labels(basin(6))).toEqual(['ground', 'water', 'water'])
  })

  it('are none without leaves, or where the rim is open', () => {
    expect(labels(basin(2))).toEqual(['ground', 'ground', 'ground'])
    expect(labels(basin(6, true))).toEqual(['ground', 'ground', 'ground'])
  })
})
