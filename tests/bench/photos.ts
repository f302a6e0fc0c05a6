/**
 * How photographs are read, against reference label maps: `npm run bench -- photos [FOLDER]`. Without a hint of what
 * they show, by the label map that dressing uses. The last line is JSON.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { emptyRoom } from '#kernels/clearroom/empty-room.ts'
import { renderPicture } from '#kernels/render/render.ts'
import type { Setting } from '#kernels/seeing/scene.ts'
import { seeScene } from '#kernels/seeing/see.ts'
import { paramsOf } from '#ops/index.ts'
import { kernelFigures } from '#scripts/kernel-figures.ts'
import { openLibraryMaterials } from '#server/engines/local/material.ts'
import { median } from '#tests/bench/harness.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { segmenterOn } from '#tests/support/segment.ts'
import { rounded } from './engine/figure.ts'
import { folderOf, labelAt, picturesIn, RIGHT_LABELS } from './seeing/reference.ts'

/** From which value of its map the reference is sure of a place. */
const SURE = 160
/** Longer side of the pictures that are timed, px; every so many pictures one is. */
const [TIMED_SIDE, TIMED_EACH] = [1024, 8] as const

async function greyOf(path: string) {
  const { data, info } = await sharp(path).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const isRoom = (name: string) => name.startsWith('home-interior')

// As many threads as the server takes.
const segment = segmenterOn(availableParallelism())
const folder = folderOf('photos')
const shares: Record<'indoors' | 'outdoors', number[]> = { indoors: [], outdoors: [] }
const times: Record<'see' | 'render' | 'clear', number[]> = { see: [], render: [], clear: [] }
let settings = 0
let taken = 0
const pictures = picturesIn(folder, '.names.png')
for (const [n, name] of pictures.entries()) {
  const picture = await readRaster(join(folder, `${name}.jpg`))
  const seen = await seeScene(picture, { segment })
  const reference = await greyOf(join(folder, `${name}.names.png`))
  const sure = await greyOf(join(folder, `${name}.sure.png`))
  const { width, height } = reference
  let [right, all] = [0, 0]
  for (let i = 0; i < width * height; i++) {
    if (sure.data[i]! < SURE) continue
    all++
    const label = labelAt(seen, ((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height)
    if (RIGHT_LABELS[reference.data[i]!]!.has(label)) right++
  }
  const wanted: Setting = isRoom(name) ? 'indoors' : 'outdoors'
  shares[wanted].push(right / all)
  if (seen.setting === wanted) settings++
  if (seen.kind === 'photo') taken++
  console.error(`${name}: ${rounded(right / all)} ${seen.setting}`)
  if (n % TIMED_EACH > 0) continue
  const image = await readRaster(join(folder, `${name}.jpg`), TIMED_SIDE)
  const timed = async (to: keyof typeof times, work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    times[to].push(performance.now() - started)
  }
  // Each gets a picture of its own, for what was found in one is kept with it.
  await timed('see', () => seeScene({ ...image }, { segment }))
  const source = { image: { ...image }, style: null, open: openLibraryMaterials, segment }
  await timed('render', () => renderPicture(source, paramsOf('render').parse({}), () => undefined))
  if (!isRoom(name)) continue
  const options = { mask: null, keepFinish: true, materials: new Map(), segment }
  // A room without furniture is refused, which takes its time as well.
  await timed('clear', () =>
    emptyRoom({ ...image }, { ...options, report: () => undefined }).catch(() => undefined),
  )
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const every = [...shares.indoors, ...shares.outdoors]
console.log(
  JSON.stringify({
    pictures: pictures.length,
    indoors: rounded(mean(shares.indoors)),
    outdoors: rounded(mean(shares.outdoors)),
    setting: rounded(settings / pictures.length),
    kind: rounded(taken / pictures.length),
    underHalf: rounded(every.filter((share) => share < 0.5).length / every.length),
    seeMs: Math.round(median(times.see)),
    renderMs: Math.round(median(times.render)),
    clearMs: Math.round(median(times.clear)),
    ...kernelFigures(),
  }),
)
