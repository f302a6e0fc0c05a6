import { describe, expect, it } from 'vitest'
import { project } from '#kernels/lines/homography.ts'
import type { Segment } from '#kernels/lines/segments.ts'
import type { Named } from '#kernels/seeing/labels.ts'
import { fillBasins } from '#kernels/seeing/labels-basins.ts'
import { factsOf } from '#kernels/seeing/labels-facts.ts'
import type { Parts } from '#kernels/seeing/regions.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import { EYE_HEIGHT, groundOf, pictureToPlane, spotOf, usualView } from '#kernels/seeing/view.ts'

const [WIDTH, HEIGHT] = [1024, 640]
const VIEW = usualView(WIDTH, HEIGHT, 'outdoors')
const EYE = EYE_HEIGHT.outdoors
/** Where the basin lies on the ground, metres to the right and away, and how high its front is in the picture, px. */
const BASIN = { left: -2.5, right: 3, near: 6, far: 10, front: 30 } as const
const SHADOW = 8
/** Parts: what is over the horizon, the ground, the two halves of the basin that a soft shadow parts, its front, a stone. */
const [SKY, GROUND, NEAR, FAR, FRONT, STONE] = [0, 1, 2, 3, 4, 5] as const
/** A stone that stands at the basin's far side: its middle and radius, px. */
const ROCK = { x: 480, y: 440, radius: 25 } as const

const at = (x: number, z: number) => spotOf(VIEW, [x, EYE, z])!
const edge = (from: readonly [number, number], to: readonly [number, number], width = 2): Segment => {
  const [{ x: x1, y: y1 }, { x: x2, y: y2 }] = [at(...from), at(...to)]
  return { x1, y1, x2, y2, width, bend: 0 }
}

const { left, right, near, far } = BASIN
const LONG_SIDES = [edge([left, near], [left, far]), edge([right, near + 1], [right, far])]
const BACK = edge([left, far], [right, far])
const NEAR_SIDE = edge([left, near], [right, near])
/** Paving beside the basin that ends at a deck, metres to the right. */
const PAVING = { from: 3.5, to: 5.5, deck: 6 } as const
/** The border of a soft shadow that falls across. */
const SOFT = edge([left, SHADOW], [right, SHADOW], 7)

interface Model {
  leaves?: number
  segments?: readonly Segment[]
  stone?: boolean
  paved?: boolean
}

function labelsOf({
  leaves = 8,
  segments = [...LONG_SIDES, BACK, NEAR_SIDE, SOFT],
  stone = false,
  paved = false,
}: Model) {
  const l = new Float32Array(WIDTH * HEIGHT).fill(70)
  const map = new Uint16Array(WIDTH * HEIGHT)
  const m = pictureToPlane(VIEW, groundOf(VIEW, 'outdoors'))
  const foot = at(left, near).y + BASIN.front
  const [frontLeft, frontRight] = [at(left, near).x, at(right, near).x]
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) {
      const { x: u, y: towards, w } = project(m, x + 0.5, y + 0.5)
      const z = -towards
      map[i] = w > 0 ? GROUND : SKY
      if (w > 0 && u > left && u < right && z > near && z < far) map[i] = z < SHADOW ? NEAR : FAR
      if (map[i] === GROUND && z < near && y < foot && x > frontLeft && x < frontRight) map[i] = FRONT
      const isPaved = paved && w > 0 && u > PAVING.from && u < PAVING.to && z > near + 0.5 && z < far - 0.5
      if (isPaved) map[i] = STONE
      if (stone && Math.hypot(x - ROCK.x, y - ROCK.y) < ROCK.radius) map[i] = STONE
      if (map[i] === FRONT) l[i] = 60
    }
  for (let n = 0; n < leaves; n++) {
    const { x, y } = at(-1.5 + (n % 4), n < 4 ? 7 : 9)
    for (let dx = -9; dx <= 9; dx++)
      l.fill(64, (y | 0) * WIDTH + (x | 0) + dx, (y | 0) * WIDTH + (x | 0) + dx + 1)
  }
  const plane = new Float32Array(l.length)
  const steps = l.map((value, i) => (i >= WIDTH ? Math.abs(value - l[i - WIDTH]!) : 0))
  const apart = steps.map((step) => Math.min(1, step))
  const copy = { width: WIDTH, height: HEIGHT, r: plane, g: plane, b: plane } as unknown as Sight['copy']
  const sight: Sight = {
    ...{ width: WIDTH, height: HEIGHT, kind: 'model', copy },
    ...{
      l,
      a: plane,
      b: plane,
      edge: steps,
      texture: plane,
      pixels: null,
      apart,
      green: null,
      guesses: null,
    },
  }
  const parts: Parts = { map, count: stone || paved ? 6 : 5 }
  const names = Array.from(
    { length: parts.count },
    (_, k): Named => ({ label: k === SKY ? 'sky' : 'ground', sure: 0.8 }),
  )
  const facts = factsOf(parts, sight, VIEW, segments)
  return fillBasins(names, facts, parts, sight, VIEW, segments).map(({ label }) => label)
}

const DRY = ['sky', 'ground', 'ground', 'ground', 'ground']

describe('basins of a model', () => {
  it('hold water from edge to edge, whatever shadow falls across, and have a front of stone', () => {
    expect(labelsOf({})).toEqual(['sky', 'ground', 'water', 'water', 'other'])
  })

  it('are none without leaves, nor where an edge is missing', () => {
    expect(labelsOf({ leaves: 5 })).toEqual(DRY)
    expect(labelsOf({ segments: [...LONG_SIDES, BACK, SOFT] })).toEqual(DRY)
    expect(labelsOf({ segments: [LONG_SIDES[0]!, BACK, NEAR_SIDE] })).toEqual(DRY)
  })

  it('end at edges that run along enough of each side', () => {
    const short = edge([right, near], [right, near + 0.5])
    expect(labelsOf({ segments: [LONG_SIDES[0]!, short, BACK, NEAR_SIDE] })).toEqual(DRY)
  })

  it('end at the edges that close them best, not at others further away', () => {
    const short = edge([right, near], [right, far - 1.5])
    const deck = edge([PAVING.deck, near - 1], [PAVING.deck, far + 1])
    const labels = labelsOf({ segments: [LONG_SIDES[0]!, short, deck, BACK, NEAR_SIDE], paved: true })
    expect(labels).toEqual(['sky', 'ground', 'water', 'water', 'other', 'ground'])
  })

  it('have stones where something of the ground stands across their edge', () => {
    expect(labelsOf({ stone: true })[STONE]).toBe('other')
  })
})
