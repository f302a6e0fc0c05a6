import { selectAt } from '#kernels/segment/point-at.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { editor } from './engine/editor.ts'

const ROUNDS = 3

/** Best time of several runs, in ms. */
function best(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now()
    work()
    return performance.now() - from
  })
  return Math.round(Math.min(...times))
}

/** Times of finding a thing in a photo of 1024 px. */
async function timePointing() {
  const picture = await readRaster(PHOTOS.room, 1024)
  const { width, height } = picture
  const at = { x: 0.27 * width, y: 0.6 * height }
  const box = { left: 0.1 * width, top: 0.4 * height, right: 0.42 * width, bottom: 0.7 * height }
  const line = [at, { x: at.x + 30, y: at.y + 10 }]
  const run = (pointing: Parameters<typeof selectAt>[1]) =>
    best(() => void selectAt(picture, pointing, width, height))
  return {
    clickMs: run({ points: [{ ...at, keep: true }], lines: [] }),
    boxMs: run({ points: [], lines: [], box }),
    lineMs: run({ points: [], lines: [{ keep: true, points: line }] }),
  }
}

const pointing = await timePointing()
console.log(
  JSON.stringify({
    bench: 'mask',
    pointing: { side: 1024, ...pointing, limitMs: 1000 },
    ...(await editor()),
  }),
)
