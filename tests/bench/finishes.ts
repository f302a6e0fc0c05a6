/**
 * Counts which surfaces and things of photographs take a finish in a render, against reference label maps:
 * `npm run bench -- finishes [FOLDER]`. The folder is that of `photos`; the last line is JSON, for all and for each half of the
 * pictures, of which one is for choosing and one to check.
 */
import { join } from 'node:path'
import sharp from 'sharp'
import type { Label } from '#contracts/surfaces.ts'
import { connected } from '#kernels/connected.ts'
import { type Seen, SURE } from '#kernels/seeing/scene.ts'
import { seeScene } from '#kernels/seeing/see.ts'
import { NAMES } from '#kernels/segmentation/names.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { segmentPicture } from '#tests/support/segment.ts'
import { rounded } from './engine/figure.ts'
import { folderOf, labelAt, picturesIn, RIGHT_LABELS } from './seeing/reference.ts'

/** From which value of its map the reference is sure of a place. */
const KNOWN = 160
/** Parts of the picture from which what is built, and what is to stay, counts. */
const [BUILT_FROM, STAYS_FROM] = [0.02, 0.005] as const
/** A surface is finished in part from the first share of it to the second; a thing that is to stay is marred above the third. */
const [PART, WHOLE, MARRED] = [0.1, 0.9, 0.15] as const

const MAY_CHANGE: ReadonlySet<Label> = new Set(['wall', 'floor', 'ceiling', 'roof', 'ground'])
const numbersOf = (...names: readonly string[]) =>
  new Set(names.map((name) => NAMES.findIndex((entry) => entry.name === name)))
const BUILT = numbersOf('ground', 'building', 'wall', 'roof', 'floor', 'ceiling')
const STAYS = numbersOf('other', 'sky', 'grass', 'plant', 'water', 'seat', 'furniture', 'far')
const [BUILDING] = numbersOf('building')

const zero = {
  pictures: 0,
  clean: 0,
  untouched: 0,
  inPart: 0,
  whole: 0,
  marred: 0,
  may: 0,
  do: 0,
  finished: 0,
  right: 0,
}
type Sums = typeof zero

/** A place of a picture: its label, and whether it takes a finish. */
function placeAt(seen: Seen, x: number, y: number): { label: Label; isFinished: boolean } {
  const { map, regions, width, height } = seen
  const { own, sure } = regions[map[Math.floor(y * height) * width + Math.floor(x * width)]!]!
  const label = labelAt(seen, x, y)
  return { label, isFinished: seen.kind === 'photo' && MAY_CHANGE.has(label) && !own && sure >= SURE }
}

async function countIn(folder: string, name: string): Promise<Sums> {
  const seen = await seeScene(await readRaster(join(folder, `${name}.jpg`)), { segment: segmentPicture })
  const read = (kind: string) =>
    sharp(join(folder, `${name}.${kind}.png`))
      .extractChannel(0)
      .raw()
  const { data, info } = await read('names').toBuffer({ resolveWithObject: true })
  const known = await read('sure').toBuffer()
  const value = Int32Array.from(data, (number, i) => (known[i]! >= KNOWN ? number : -1))
  const things = connected(value, info.width)
  const [sizes, done, panes] = [0, 1, 2].map(() => new Uint32Array(things.count)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  const names = new Int32Array(things.count)
  const sums = { ...zero, pictures: 1 }
  for (const [i, thing] of things.map.entries()) {
    const number = value[i]!
    const [x, y] = [((i % info.width) + 0.5) / info.width, (Math.floor(i / info.width) + 0.5) / info.height]
    const { label, isFinished } = placeAt(seen, x, y)
    names[thing] = number
    sizes[thing]!++
    if (isFinished) done[thing]!++
    if (label === 'opening' || label === 'roof') panes[thing]!++
    if (number < 0) continue
    if (BUILT.has(number)) sums.may++
    if (BUILT.has(number) && isFinished) sums.do++
    if (isFinished) sums.finished++
    if (isFinished && RIGHT_LABELS[number]!.has(label)) sums.right++
  }
  for (const [thing, size] of sizes.entries()) {
    const number = names[thing]!
    // A building of the reference includes its panes and its roof, which stay.
    const share = done[thing]! / Math.max(1, size - (number === BUILDING ? panes[thing]! : 0))
    if (BUILT.has(number) && size >= BUILT_FROM * value.length) {
      if (share > WHOLE) sums.whole++
      else if (share >= PART) sums.inPart++
    }
    if (STAYS.has(number) && size >= STAYS_FROM * value.length && share > MARRED) sums.marred++
  }
  sums.clean = sums.inPart + sums.marred === 0 ? 1 : 0
  sums.untouched = sums.do < 0.02 * value.length ? 1 : 0
  return sums
}

function figuresOf(all: readonly Sums[]) {
  const sum = (key: keyof Sums) => all.reduce((total, one) => total + one[key], 0)
  const { pictures, clean, untouched, inPart, whole, marred } = Object.fromEntries(
    Object.keys(zero).map((key) => [key, sum(key as keyof Sums)]),
  ) as Sums
  return {
    ...{ pictures, clean, untouched, inPart, whole, marred },
    dressed: rounded(all.reduce((total, one) => total + one.do / Math.max(1, one.may), 0) / pictures),
    right: rounded(sum('right') / sum('finished')),
  }
}

const folder = folderOf('photos')
const found: Sums[] = []
for (const name of picturesIn(folder, '.names.png')) {
  const sums = await countIn(folder, name)
  found.push(sums)
  console.error(
    `${name}: ${sums.inPart} in part, ${sums.marred} marred, ${rounded(sums.do / Math.max(1, sums.may))} dressed`,
  )
}
console.log(
  JSON.stringify({
    all: figuresOf(found),
    even: figuresOf(found.filter((_, n) => n % 2 === 0)),
    odd: figuresOf(found.filter((_, n) => n % 2 === 1)),
  }),
)
