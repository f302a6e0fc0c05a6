/**
 * Opaque things in photographs, cut out by the network's own choice and by one click: none may come out half transparent.
 * Prints a line for each thing and one line of JSON last: { things, failing, spilt }.
 *
 * The photographs are not part of the project: PHOTOS names their folder, `../shared/photos` beside the project by default.
 * Outlines of the things were drawn by hand. A thing's inside is what lies deeper than 3 % of its width in its outline (3 to
 * 8 px). A cut fails where more than 2 % of the inside have an alpha below 0.9; it is spilt where it also holds as much of
 * what lies outside. The better one of both cuts counts, but none that is spilt by a click.
 */
import { resolve } from 'node:path'
import sharp from 'sharp'
import { AppError } from '#contracts/errors.ts'
import { MODELS } from '#contracts/models.ts'
import { distanceTo } from '#kernels/mask/distance.ts'
import type { Raster } from '#kernels/raster.ts'
import { paramsOf } from '#ops/index.ts'
import { cutOut } from '#ops/matting/cut-out.ts'
import { decodeRgba } from '#server/engines/local/decode.ts'
import { ServerPlatform } from '#server/engines/local/platform.ts'
import { OPAQUE_THINGS, type OpaqueThing } from './opaque-things.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PHOTOS = resolve(process.env.PHOTOS ?? resolve(ROOT, '../shared/photos'))
/** Alpha that an opaque pixel has at least, 0..255, and the part of an inside that may have less. */
const OPAQUE = 0.9 * 255
const MOST_CLEAR = 0.02
/** Depth from which on a pixel is inside, as a part of the thing's width, and its bounds, px. */
const DEPTH = { part: 0.03, least: 3, most: 8 } as const

const io = new ServerPlatform({
  kind: 'run',
  op: 'matting',
  inputs: [],
  params: {},
  out: '',
  threads: 2,
  models: {
    isnet: resolve(ROOT, 'models', MODELS.isnet.file),
    seeing: resolve(ROOT, 'models', MODELS.seeing.file),
  },
})

async function load(photo: string): Promise<Raster> {
  const { data, width, height } = await decodeRgba(resolve(PHOTOS, `${photo}.jpg`))
  return { width, height, data: new Uint8ClampedArray(data) }
}

/** How deep each pixel lies in a thing's outline, px; 0 outside. */
async function depthsIn({ outline }: OpaqueThing, { width, height }: Raster): Promise<Float32Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%"/><polygon points="${outline}" fill="#fff"/></svg>`
  const drawn = await sharp(Buffer.from(svg)).removeAlpha().extractChannel(0).raw().toBuffer()
  return distanceTo(
    Uint8Array.from(drawn, (value) => (value > 127 ? 0 : 1)),
    width,
    height,
  )
}

interface Measured {
  /** Part of the inside that is not opaque, 0..1. */
  clear: number
  /** What is cut out outside of the thing, as a part of the thing. */
  spill: number
}

function measure(mask: Uint8Array, depths: Float32Array, inside: number): Measured {
  let [deep, clear, own, spill] = [0, 0, 0, 0]
  for (let at = 0; at < mask.length; at++) {
    if (depths[at]! > inside) {
      deep++
      if (mask[at]! < OPAQUE) clear++
    }
    if (depths[at]! > 0) own++
    else if (mask[at]! > 127) spill++
  }
  return { clear: clear / deep, spill: spill / own }
}

/** The mask of a cut; empty where no subject was found. */
async function cut(photo: Raster, params: object): Promise<Uint8Array> {
  const picture = { ...photo, data: photo.data.slice() }
  const how = { io, params: paramsOf('matting').parse(params), painted: null, report: () => undefined }
  return cutOut(picture, how).catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.errorName === 'NO_SUBJECT')
      return new Uint8Array(photo.width * photo.height)
    throw thrown
  })
}

const asked = process.argv.slice(2)
const chosen = new Map<string, Promise<Uint8Array>>()
let [things, failing, spilt] = [0, 0, 0]
for (const thing of OPAQUE_THINGS) {
  const name = `${thing.photo} ${thing.name}`
  if (asked.length > 0 && !asked.some((word) => name.includes(word))) continue
  const photo = await load(thing.photo)
  const depths = await depthsIn(thing, photo)
  const xs = thing.outline.split(' ').map(Number.parseFloat)
  const width = Math.max(...xs) - Math.min(...xs)
  const inside = Math.min(DEPTH.most, Math.max(DEPTH.least, DEPTH.part * width))
  if (!chosen.has(thing.photo)) chosen.set(thing.photo, cut(photo, {}))
  const [x, y] = thing.click
  const byItself = measure((await chosen.get(thing.photo))!, depths, inside)
  const pointed = [{ points: [{ x, y, keep: true }], lines: [] }]
  const byClick = measure(await cut(photo, { mode: 'scribble', things: pointed }), depths, inside)
  const isSpilt = byClick.spill > 1
  const least = Math.min(byItself.clear, isSpilt ? 1 : byClick.clear)
  things++
  if (isSpilt) spilt++
  if (least > MOST_CLEAR) failing++
  const told = ({ clear, spill }: Measured) =>
    `${(100 * clear).toFixed(1)} % clear, ${(100 * spill).toFixed(0)} % spilt`
  console.error(
    `${least > MOST_CLEAR ? 'FAILS' : 'holds'} ${name}: by itself ${told(byItself)}; by a click ${told(byClick)}`,
  )
}
console.log(JSON.stringify({ things, failing, spilt, pass: failing <= things / 10 }))
