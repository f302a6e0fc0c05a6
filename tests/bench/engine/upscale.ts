import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { MODELS } from '#contracts/models.ts'
import type { Raster } from '#kernels/raster.ts'
import { backProject, FIDELITY } from '#kernels/upscale/back-project.ts'
import { enlarge, networkOf, type UpscaleQuality as Quality } from '#kernels/upscale/enlarge.ts'
import { type Tiling, upscale as upscaleTiles } from '#kernels/upscale/upscale.ts'
import { upscaleModels } from '#ops/upscale/limits.ts'
import { ChildPool } from '#server/engines/local/child-pool.ts'
import { runNetwork } from '#server/engines/local/session.ts'
import { createLog } from '#server/log.ts'
import { lanczosReference, luma, psnr } from '#tests/bench/pixel-quality.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { atLeast, atMost, type Figures, rounded } from './figure.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PICTURES = [
  PHOTOS.room,
  join(ROOT, 'public/samples/living-final.webp'),
  join(ROOT, 'public/samples/house-final.webp'),
]
/** Longer side of the originals that are halved and enlarged again, px. */
const ORIGINAL_SIDE = 480
/** Share of an original's pixels that count as edges. */
const EDGE_SHARE = 0.08
const THREADS = 2

const QUALITIES = ['fast', 'best'] as const satisfies readonly Quality[]

const modelsOf = (quality: Quality, factor: 2 | 4 = 2) => ({
  models: upscaleModels({ factor, quality }).map((id) => join(ROOT, 'models', MODELS[id].file)),
  threads: THREADS,
})

/** ×2 by the op's own steps. */
function doubled(source: Raster, quality: Quality): Promise<Raster> {
  return enlarge(source, 2, quality, (...run) => runNetwork(modelsOf(quality), ...run))
}

/** The same in one piece: the network sees all of the picture. */
async function doubledWhole(source: Raster, quality: Quality): Promise<Raster> {
  const network = networkOf(quality, 2, (...run) => runNetwork(modelsOf(quality), ...run))
  const out = await upscaleTiles(source, 2, UNTILED, network)
  backProject(out, source, 2, FIDELITY[2])
  return out
}

const toRgb = ({ data }: Raster): Uint8Array =>
  Uint8Array.from({ length: (data.length / 4) * 3 }, (_, i) => data[4 * Math.floor(i / 3) + (i % 3)]!)

const toRaster = (rgb: Uint8Array, width: number, height: number): Raster => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : rgb[3 * (i >> 2) + (i % 4)]!,
  ),
})

/** Size of the luma gradient at each pixel, levels a pixel. */
function gradients(rgb: Uint8Array, width: number, height: number): Float64Array {
  const tone = luma(rgb)
  return Float64Array.from(tone, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return 0
    return Math.hypot((tone[i + 1]! - tone[i - 1]!) / 2, (tone[i + width]! - tone[i - width]!) / 2)
  })
}

interface Sharpness {
  /** Mean gradient at the original's edges, 1 for as steep as there. */
  edges: number
  /** Mean luma error at the edges, levels. */
  error: number
  psnr: number
}

/** How the edges of an original came through. */
function judge(made: Uint8Array, original: Uint8Array, width: number, height: number): Sharpness {
  const truth = gradients(original, width, height)
  const own = gradients(made, width, height)
  const limit = Float64Array.from(truth).sort()[Math.floor((1 - EDGE_SHARE) * truth.length)]!
  const [a, b] = [luma(made), luma(original)]
  let [steep, wanted, error, count] = [0, 0, 0, 0]
  for (let i = 0; i < truth.length; i++) {
    if (truth[i]! < limit) continue
    steep += own[i]!
    wanted += truth[i]!
    error += Math.abs(a[i]! - b[i]!)
    count++
  }
  return { edges: steep / wanted, error: error / count, psnr: psnr(made, original) }
}

/** Pictures halved and doubled again by both qualities and by Lanczos; means over them. */
async function measureSharpness(): Promise<Figures> {
  const results: Record<Quality | 'lanczos', Sharpness[]> = { fast: [], best: [], lanczos: [] }
  for (const path of PICTURES) {
    const whole = await readRaster(path, ORIGINAL_SIDE)
    const [width, height] = [whole.width & ~1, whole.height & ~1]
    const original = await sharp(toRgb(whole), {
      raw: { width: whole.width, height: whole.height, channels: 3 },
    })
      .extract({ left: 0, top: 0, width, height })
      .raw()
      .toBuffer()
    const half = [width / 2, height / 2] as const
    const small = lanczosReference(original, [width, height], half)
    results.lanczos.push(judge(lanczosReference(small, half, [width, height]), original, width, height))
    for (const quality of QUALITIES) {
      const made = await doubled(toRaster(small, ...half), quality)
      results[quality].push(judge(toRgb(made), original, width, height))
    }
  }
  const mean = (of: Quality | 'lanczos', key: keyof Sharpness) =>
    results[of].reduce((sum, one) => sum + one[key], 0) / results[of].length
  const figures: Figures = {
    lanczosEdges: rounded(mean('lanczos', 'edges')),
    lanczosEdgeError: rounded(mean('lanczos', 'error')),
    lanczosPsnr: rounded(mean('lanczos', 'psnr')),
  }
  for (const quality of QUALITIES) {
    figures[`${quality}Edges`] = atLeast(mean(quality, 'edges'), mean('lanczos', 'edges'))
    figures[`${quality}EdgeError`] = rounded(mean(quality, 'error'))
    figures[`${quality}Psnr`] = rounded(mean(quality, 'psnr'))
  }
  // The best quality invents texture that no measure of errors rewards; the fast one is to be truer as well.
  figures.fastEdgeError = atMost(mean('fast', 'error'), mean('lanczos', 'error'))
  figures.fastPsnr = atLeast(mean('fast', 'psnr'), mean('lanczos', 'psnr'))
  return figures
}

/** In one piece, however large. */
const UNTILED: Tiling = { core: [1e6, 1e6], margin: 0 }

/** Largest difference of two pictures enlarged in tiles and in one piece, levels of 255. */
async function seam(quality: Quality, longerSide: number): Promise<number> {
  let most = 0
  for (const path of [PHOTOS.house, PHOTOS.room]) {
    const source = await readRaster(path, longerSide)
    const whole = await doubledWhole(source, quality)
    const tiled = await doubled(source, quality)
    for (const [i, value] of tiled.data.entries()) most = Math.max(most, Math.abs(value - whole.data[i]!))
  }
  return most
}

/** Highest resident memory of a process since it began, MB (Linux). */
async function peakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

interface Run {
  peakMb: number
  seconds: number
  width: number
  height: number
  channels: number
}

/** One enlargement by the server's own child process. */
async function runChild(
  [width, height]: readonly [number, number],
  factor: 2 | 4,
  quality: Quality,
  /** Radius of the ellipse that is left of the picture, parts of its sides; 1 leaves all of it. */
  radius: number,
): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'zhuhui-bench-'))
  const log = createLog('silent')
  const pool = new ChildPool({ name: 'bench', log, memoryMb: 4096, timeoutS: 3600, idleS: 600 })
  // The pool's process does not keep this one alive until it has ended.
  const awake = setInterval(() => undefined, 1000)
  try {
    const path = join(folder, 'in.png')
    const out = join(folder, 'out.png')
    const photo = sharp(PHOTOS.house).resize(width, height, { fit: 'fill' })
    const hole = Buffer.from(
      `<svg width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="${100 * radius}%" ry="${100 * radius}%"/></svg>`,
    )
    if (radius < 1) photo.ensureAlpha().composite([{ input: hole, blend: 'dest-in' }])
    await photo.png({ compressionLevel: 1 }).toFile(path)
    const from = performance.now()
    const params = { factor, quality }
    const { models, threads } = modelsOf(quality, factor)
    await pool.run({
      kind: 'run',
      op: 'upscale',
      inputs: [{ role: 'image', path }],
      params,
      out,
      threads,
      models: Object.fromEntries(upscaleModels(params).map((id, at) => [id, models[at] ?? ''])),
    })
    const seconds = (performance.now() - from) / 1000
    const made = await sharp(out, { limitInputPixels: false }).metadata()
    return {
      peakMb: await peakMb(pool.pid ?? 0),
      seconds,
      width: made.width,
      height: made.height,
      channels: made.channels,
    }
  } finally {
    await pool.close()
    clearInterval(awake)
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The enlargement op: edges against Lanczos, seams against the untiled run, memory of the real child process for
 * 4 MP in, and whether 8K comes out with its alpha.
 */
export async function upscale(): Promise<Figures> {
  const sharpness = await measureSharpness()
  const fastSeam = await seam('fast', 700)
  const bestSeam = await seam('best', 320)
  const square = await runChild([2000, 2000], 2, 'fast', 1)
  // The best quality works for minutes on a megapixel. Empty tiles are passed over, so that a spot in an empty
  // picture takes as much memory as a full one, and more for its alpha.
  const spot = await runChild([2000, 2000], 2, 'best', 0.05)
  const best = await runChild([600, 400], 2, 'best', 1)
  const large = await runChild([1920, 1080], 4, 'fast', 0.48)
  return {
    ...sharpness,
    fastSeam: atMost(fastSeam, 1),
    bestSeam: atMost(bestSeam, 1),
    memory4mpMb: atMost(square.peakMb, 600),
    seconds4mp: rounded(square.seconds),
    bestMemory4mpMb: atMost(spot.peakMb, 600),
    bestMemoryMb: rounded(best.peakMb),
    bestSecondsPerMp: rounded(best.seconds / 0.24),
    is8k: large.width === 7680 && large.height === 4320,
    isAlphaKept8k: large.channels === 4,
    memory8kMb: rounded(large.peakMb),
    seconds8k: rounded(large.seconds),
  }
}
