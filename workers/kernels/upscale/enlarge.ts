import type { RunNetwork } from '#kernels/networks.ts'
import type { Raster } from '#kernels/raster.ts'
import { backProject, FIDELITY } from './back-project.ts'
import { around, planTiles, type Region, type Tiling, type UpscaleNetwork, upscale } from './upscale.ts'

/** `fast` runs a small network for each factor, `best` a large one that enlarges four times in any case. */
export type UpscaleQuality = keyof typeof TILINGS

/** How pictures are cut for each quality. */
export const TILINGS = {
  // 18 convolutions of 3 × 3: nothing farther than 18 px counts.
  fast: { core: [512, 384], margin: 18 },
  // 96 convolutions, of which nothing farther than 60 px changes a result by a step of 255 (measured on photographs;
  // 44 px leave 5 steps). A tile of 240 px takes 0.2 GB, one of 272 px would be a fifth faster and take 0.3 GB.
  best: { core: [120, 120], margin: 60 },
} as const satisfies Record<string, Tiling>

/**
 * Channels between the halves of the best network. It is cut where its work on the source's own pixels ends: the first
 * half sees far and takes little memory, while the second sees two pixels and works at sixteen times the area.
 */
const FEATURES = 64
/** Pixels that the second half sees around one. */
const BEHIND_REACH = 2
/** What the second half works on at once, px of the source. */
const BEHIND_TILING: Tiling = { core: [64, 64], margin: 0 }

/**
 * A quality's network as `upscale` takes it.
 * @param factor 2 or 4: the fast quality has a network for each, the best one enlarges by 4 in any case
 * @param run runs the network, or the two halves of the best one
 */
export function networkOf(quality: UpscaleQuality, factor: 2 | 4, run: RunNetwork): UpscaleNetwork {
  const only = async (...wanted: Parameters<RunNetwork>) => (await run(...wanted))[0]
  if (quality === 'best') return inHalves(4, FEATURES, only)
  return { scale: factor, run: (planar, width, height) => only(planar, [1, 3, height, width]) }
}

function inHalves(
  scale: number,
  channels: number,
  run: (...wanted: Parameters<RunNetwork>) => Promise<Float32Array>,
): UpscaleNetwork {
  return {
    scale,
    async run(planar, width, height, needed) {
      const features = await run(planar, [1, 3, height, width])
      const out = new Float32Array(3 * width * height * scale * scale)
      for (const piece of planTiles(needed.width, needed.height, BEHIND_TILING)) {
        const left = needed.left + piece.left
        const top = needed.top + piece.top
        const seen = around({ ...piece, left, top }, BEHIND_REACH, width, height)
        const shown = window(features, channels, width, height, seen)
        const made = await run(shown, [1, channels, seen.height, seen.width], { part: 1 })
        const stride = seen.width * scale
        for (let plane = 0; plane < 3; plane++) {
          for (let y = top * scale; y < (top + piece.height) * scale; y++) {
            const from =
              (plane * seen.height * scale + y - seen.top * scale) * stride + (left - seen.left) * scale
            const row = made.subarray(from, from + piece.width * scale)
            out.set(row, (plane * height * scale + y) * width * scale + left * scale)
          }
        }
      }
      return out
    },
  }
}

/** A part of each plane. */
function window(
  planes: Float32Array,
  count: number,
  width: number,
  height: number,
  part: Region,
): Float32Array<ArrayBuffer> {
  const out = new Float32Array(count * part.width * part.height)
  for (let plane = 0, to = 0; plane < count; plane++) {
    for (let y = part.top; y < part.top + part.height; y++, to += part.width) {
      const from = (plane * height + y) * width + part.left
      out.set(planes.subarray(from, from + part.width), to)
    }
  }
  return out
}

/**
 * Enlarges a picture by a quality's network and gives it back what the network took for noise; alpha is kept.
 * @param run runs the network, or the two halves of the best one
 * @param report tiles done and tiles in all, after each
 */
export async function enlarge(
  source: Raster,
  factor: 2 | 4,
  quality: UpscaleQuality,
  run: RunNetwork,
  report?: (done: number, total: number) => void,
): Promise<Raster> {
  const out = await upscale(source, factor, TILINGS[quality], networkOf(quality, factor, run), report)
  backProject(out, source, factor, FIDELITY[factor])
  return out
}
