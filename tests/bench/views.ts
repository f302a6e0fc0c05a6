/**
 * How models, viewports and drawings of others are read, against points that were named by hand:
 * `npm run bench -- views [FOLDER]`. With the setting that a user's tool gives. The last line is JSON.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Setting } from '#kernels/seeing/scene.ts'
import { lookAt, nameScene } from '#kernels/seeing/see.ts'
import { KINDS } from '#kernels/segmentation/names.ts'
import { likeliestKind } from '#kernels/segmentation/segment.ts'
import { median } from '#tests/bench/harness.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { segmenterOn } from '#tests/support/segment.ts'
import { rounded } from './engine/figure.ts'
import { folderOf, isRightAt, labelAt, picturesIn } from './seeing/reference.ts'

interface Reference {
  kind: (typeof KINDS)[number]
  tool: Setting
  points: { x: number; y: number; name: string }[]
}

// As many threads as the server takes.
const segment = segmenterOn(availableParallelism())
const folder = folderOf('views')
const shares: number[] = []
const times: number[] = []
const kinds = { three: 0, four: 0 }
for (const name of picturesIn(folder, '.points.json')) {
  const { kind, tool, points } = JSON.parse(
    readFileSync(join(folder, `${name}.points.json`), 'utf8'),
  ) as Reference
  const picture = await readRaster(join(folder, `${name}.jpg`))
  const started = performance.now()
  const glance = await lookAt(picture, { setting: tool, segment })
  const seen = nameScene(glance)
  times.push(performance.now() - started)
  const right = points.filter(({ x, y, name: point }) => isRightAt(labelAt(seen, x, y), point)).length
  shares.push(right / points.length)
  // The kind is the network's; a viewport counts as a model, but where all four are told apart.
  const { segmentation } = glance
  const taken = likeliestKind(segmentation)
  const best = KINDS[segmentation.kind.indexOf(Math.max(...segmentation.kind))]
  if (taken === (kind === 'viewport' ? 'model' : kind)) kinds.three++
  if (best === kind) kinds.four++
  console.error(`${name}: ${rounded(right / points.length)} ${kind} taken for ${taken} (${best})`)
}
console.log(
  JSON.stringify({
    pictures: shares.length,
    right: rounded(shares.reduce((sum, share) => sum + share, 0) / shares.length),
    underHalf: rounded(shares.filter((share) => share < 0.5).length / shares.length),
    kind: rounded(kinds.three / shares.length),
    fourKinds: rounded(kinds.four / shares.length),
    medianMs: Math.round(median(times)),
  }),
)
