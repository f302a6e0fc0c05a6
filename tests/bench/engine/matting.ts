import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { MODELS } from '#contracts/models.ts'
import { ISNET_SIDE, isnetInput, isnetMask } from '#kernels/matting/isnet.ts'
import { runWork } from '#server/engines/local/run.ts'
import { runNetwork } from '#server/engines/local/session.ts'
import { edgeDifference, fringeOf } from '#tests/support/cut-measures.ts'
import { type KnownObject, knownObjects, objectsOnStrongGrounds } from '#tests/support/known-alpha.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { atMost, type Figures, rounded } from './figure.ts'

const THREADS = 2
const ISNET = resolve(import.meta.dirname, '../../../models', MODELS.isnet.file)
const NETWORK = {
  models: [ISNET],
  threads: THREADS,
}
/** How far around the raw model's uncertain pixels the band reaches, px. */
const BAND_REACH = 7
/** Of the objects on strong grounds. */
const SEED = 101
/** The bare model's mask at the picture's size, by cubic enlargement. */
async function rawMask({ width, height, rgb }: KnownObject): Promise<Uint8Array> {
  const squeezed = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(ISNET_SIDE, ISNET_SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const [answer] = await runNetwork(NETWORK, isnetInput(squeezed, 3), [1, 3, ISNET_SIDE, ISNET_SIDE])
  return sharp(isnetMask(answer), { raw: { width: ISNET_SIDE, height: ISNET_SIDE, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
}

/** 1 in the unknown band: where the raw model is unsure or changes its mind, and BAND_REACH px around. */
function unknownBand(raw: Uint8Array, width: number, height: number): Uint8Array {
  const band = new Uint8Array(raw.length)
  const inside = (i: number) => (raw[i] ?? 0) > 127
  for (let y = 1; y < height; y++)
    for (let x = 1; x < width; x++) {
      const i = y * width + x
      const unsure = (raw[i] ?? 0) > 10 && (raw[i] ?? 0) < 245
      if (!unsure && inside(i) === inside(i - 1) && inside(i) === inside(i - width)) continue
      const [left, right] = [Math.max(0, x - BAND_REACH), Math.min(width, x + BAND_REACH + 1)]
      const bottom = Math.min(height - 1, y + BAND_REACH)
      for (let v = Math.max(0, y - BAND_REACH); v <= bottom; v++)
        band.fill(1, v * width + left, v * width + right)
    }
  return band
}

/** The op's cut-out of an object, through files as in the engine. */
async function cutOut({ width, height, rgb }: KnownObject, folder: string): Promise<Uint8ClampedArray> {
  const path = join(folder, 'photo.png')
  const out = join(folder, 'cut-out.png')
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toFile(path)
  const inputs = [{ role: 'image' as const, path }]
  const models = { isnet: ISNET }
  await runWork(
    { kind: 'run', op: 'matting', inputs, params: {}, out, threads: THREADS, models },
    () => undefined,
  )
  return (await readRaster(out)).data
}

/** The picture itself, nothing cut out. */
async function opaque({ width, height, rgb }: KnownObject): Promise<Buffer> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .ensureAlpha()
    .raw()
    .toBuffer()
}

interface Measured {
  raw: number
  ours: number
  fringe: number
  photoFringe: number
  difference: number
}

async function measure(object: KnownObject, folder: string): Promise<Measured> {
  const raw = await rawMask(object)
  const band = unknownBand(raw, object.width, object.height)
  const rgba = await cutOut(object, folder)
  let [rawError, ownError, count] = [0, 0, 0]
  for (let i = 0; i < band.length; i++) {
    if (band[i] === 0) continue
    const truth = object.alpha[i] ?? 0
    rawError += Math.abs((raw[i] ?? 0) - truth)
    ownError += Math.abs((rgba[4 * i + 3] ?? 0) - truth)
    count++
  }
  return {
    raw: rawError / count / 255,
    ours: ownError / count / 255,
    fringe: fringeOf(object, rgba),
    photoFringe: fringeOf(object, await opaque(object)),
    difference: edgeDifference(object, rgba),
  }
}

/**
 * Cut-outs of drawn objects with known alpha (plain outline, leaves, hair, spokes, a thin stand): the mean error of
 * alpha in the unknown band against the bare model's, and what is left of the old ground in the edge's colours; the
 * same of hair, leaves and grass before a blue sky, a green lawn and a red wall, and how far their edges look from the
 * true ones on other grounds.
 */
export async function matting(): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'zhuhui-bench-'))
  const figures: Figures = {}
  const plain: Measured[] = []
  const strong: Measured[] = []
  try {
    for (const [objects, all] of [
      [await knownObjects(), plain],
      [await objectsOnStrongGrounds(SEED), strong],
    ] as const)
      for (const object of objects) {
        const measured = await measure(object, folder)
        all.push(measured)
        figures[`${object.name}Ratio`] = rounded(measured.ours / measured.raw)
        figures[`${object.name}Fringe`] = rounded(measured.fringe)
        figures[`${object.name}Difference`] = rounded(measured.difference)
      }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { ...summary('', plain), ...summary('strong', strong), ...figures }
}

/** Means over objects. */
function summary(kind: '' | 'strong', all: readonly Measured[]): Figures {
  const mean = (key: keyof Measured) => all.reduce((sum, one) => sum + one[key], 0) / all.length
  const named = (name: string) => (kind ? kind + name.charAt(0).toUpperCase() + name.slice(1) : name)
  return {
    [named('bandError')]: rounded(mean('ours')),
    [named('rawBandError')]: rounded(mean('raw')),
    [named('bandErrorRatio')]: atMost(mean('ours') / mean('raw'), 0.7),
    [named('fringe')]: rounded(mean('fringe')),
    [named('photoFringe')]: rounded(mean('photoFringe')),
    [named('edgeDifference')]: rounded(mean('difference')),
  }
}
