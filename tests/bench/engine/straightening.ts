import { planUpright } from '#kernels/lines/upright.ts'
import { shrinkLuma } from '#kernels/raster/luma.ts'
import { takeTilted, worstSlope } from '#tests/support/keystone.ts'
import { addNoise, curtainWall, facade } from '#tests/support/line-pictures.ts'
import { atMost, type Figures, rounded } from './figure.ts'

const SIZE = { width: 1200, height: 800 }
/** Longer side of the copy that lines are looked for in, px, as in the op. */
const LOOK_SIDE = 1000
const TILTS = [
  [6, 0],
  [10, 3],
  [-8, -2],
  [15, 1],
  [0, 4],
  [4, -3],
  [12, -1],
] as const
const LENSES = [-0.1, -0.05, -0.03, 0.05] as const

interface Straightened {
  before: number
  after: number
  lensError: number
}

function straighten(paint: typeof facade, pitch: number, roll: number, lens: number): Straightened {
  const tilted = takeTilted(paint, { ...SIZE, focal: 0.8, pitch, roll }, lens)
  addNoise(tilted.image, 3, 7)
  const plan = planUpright(shrinkLuma(tilted.image, LOOK_SIDE))
  const turn = plan.kind === 'turn' ? plan : null
  return {
    before: worstSlope(tilted, null),
    after: worstSlope(tilted, turn),
    lensError: Math.abs((turn?.lens ?? 0) - lens),
  }
}

/**
 * How upright walls stand that a tilted camera took, and through lenses that bend: the largest slope of a true
 * vertical, degrees, before and after, over pictures with known pitch, roll and distortion.
 */
export function measureStraightening() {
  const plain = TILTS.map(([pitch, roll]) => straighten(facade, pitch, roll, 0))
  const walls = TILTS.map(([pitch, roll]) => straighten(curtainWall, pitch, roll, 0))
  const lenses = LENSES.map((lens) => straighten(curtainWall, 7, 1.5, lens))
  const worst = (cases: readonly Straightened[], key: keyof Straightened) =>
    rounded(Math.max(...cases.map((one) => one[key])))
  return {
    tiltBeforeDegrees: worst([...plain, ...walls], 'before'),
    tiltAfterDegrees: worst([...plain, ...walls], 'after'),
    lensTiltBeforeDegrees: worst(lenses, 'before'),
    lensTiltAfterDegrees: worst(lenses, 'after'),
    lensError: worst(lenses, 'lensError'),
  }
}

/** Straightening against its limit: vertical lines end within half a degree. */
export function straightening(): Figures {
  const { tiltAfterDegrees, lensTiltAfterDegrees, ...rest } = measureStraightening()
  return {
    tiltAfterDegrees: atMost(tiltAfterDegrees, 0.5),
    lensTiltAfterDegrees: atMost(lensTiltAfterDegrees, 0.5),
    ...rest,
  }
}
