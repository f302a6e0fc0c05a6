/**
 * One-click work: how upright known pictures end (degrees), how well a known lens is found, and how long a live preview
 * (1024 px) and a whole photograph of 12 megapixels take, in ms.
 */
import { analyse } from '#kernels/grade/analyse.ts'
import { applyGrade } from '#kernels/grade/apply.ts'
import type { GradeSettings } from '#kernels/grade/settings.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { measureStraightening } from './engine/straightening.ts'

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
const ROUNDS = 9

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

function time(rounds: number, work: (round: number) => void): number {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    work(round)
    times.push(performance.now() - start)
  }
  return Math.round(median(times))
}

const large = await readRaster(PHOTOS.room, 4243)
const analysis = analyse(large)
const small = await readRaster(PHOTOS.room, 1024)
const preview = (patch: (round: number) => Partial<GradeSettings>) =>
  time(ROUNDS, (round) => applyGrade(small, analysis, { ...SETTINGS, ...patch(round) }))

console.log(
  JSON.stringify({
    grade: {
      ...measureStraightening(),
      previewMs: preview((round) => ({ exposure: round })),
      previewTemperatureMs: preview((round) => ({ temperature: round })),
      analyse12mpMs: time(3, () => analyse(large)),
      apply12mpMs: time(3, () => applyGrade(large, analysis, SETTINGS)),
    },
  }),
)
