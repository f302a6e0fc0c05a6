/**
 * One-click work: how upright known pictures end (degrees), how well a known lens is found, and how long a live preview
 * (1024 px) and a whole photograph of 12 megapixels take, in ms.
 */
import sharp from 'sharp'
import { analyse } from '#kernels/grade/analyse.ts'
import { applyGrade } from '#kernels/grade/apply.ts'
import type { GradeSettings } from '#kernels/grade/settings.ts'
import { shrinkLuma } from '#kernels/lines/luma.ts'
import { planUpright } from '#kernels/lines/upright.ts'
import type { Raster } from '#kernels/raster.ts'
import { takeTilted, worstSlope } from '#tests/support/keystone.ts'
import { addNoise, curtainWall, facade } from '#tests/support/line-pictures.ts'
import { PHOTOS } from '#tests/support/photos.ts'

const SETTINGS: GradeSettings = {
  preset: 'interior',
  exposure: 0,
  contrast: 0,
  temperature: 0,
  tint: 0,
  vibrance: 0,
  clarity: 0,
  dehaze: 0,
  noise: 0,
  sharpen: 0,
  straighten: true,
}
const SIZE = { width: 1200, height: 800 }
const ROUNDS = 9

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
const rounded = (value: number): number => Math.round(value * 1000) / 1000

interface Straightened {
  before: number
  after: number
  lensError: number
}

function straighten(paint: typeof facade, pitch: number, roll: number, lens: number): Straightened {
  const tilted = takeTilted(paint, { ...SIZE, focal: 0.8, pitch, roll }, lens)
  addNoise(tilted.image, 3, 7)
  const plan = planUpright(shrinkLuma(tilted.image, 1000))
  const turn = plan.kind === 'turn' ? plan : null
  return {
    before: worstSlope(tilted, null),
    after: worstSlope(tilted, turn),
    lensError: Math.abs((turn?.lens ?? 0) - lens),
  }
}

async function photo(longerSide: number): Promise<Raster> {
  const { data, info } = await sharp(PHOTOS.room)
    .resize(longerSide)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

function time(rounds: number, work: (round: number) => void): number {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    work(round)
    times.push(performance.now() - start)
  }
  return Math.round(median(times))
}

const plain = [
  [6, 0],
  [10, 3],
  [-8, -2],
  [15, 1],
  [0, 4],
].map(([pitch, roll]) => straighten(facade, pitch!, roll!, 0))
const lenses = [-0.1, -0.05, -0.03, 0.05].map((lens) => straighten(curtainWall, 7, 1.5, lens))

const large = await photo(4243)
const analysis = analyse(large)
const small = await photo(1024)
const preview = (patch: (round: number) => Partial<GradeSettings>) =>
  time(ROUNDS, (round) => applyGrade(small, analysis, { ...SETTINGS, ...patch(round) }))

console.log(
  JSON.stringify({
    grade: {
      tiltBeforeDegrees: rounded(Math.max(...plain.map(({ before }) => before))),
      tiltAfterDegrees: rounded(Math.max(...plain.map(({ after }) => after))),
      lensTiltBeforeDegrees: rounded(Math.max(...lenses.map(({ before }) => before))),
      lensTiltAfterDegrees: rounded(Math.max(...lenses.map(({ after }) => after))),
      lensError: rounded(Math.max(...lenses.map(({ lensError }) => lensError))),
      previewMs: preview((round) => ({ exposure: round })),
      previewTemperatureMs: preview((round) => ({ temperature: round })),
      analyse12mpMs: time(3, () => analyse(large)),
      apply12mpMs: time(3, () => applyGrade(large, analysis, SETTINGS)),
    },
  }),
)
