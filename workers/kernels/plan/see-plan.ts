import type { RunNetwork } from '#kernels/networks.ts'
import { scaledTo } from '#kernels/raster/resample.ts'
import type { Raster } from '#kernels/raster.ts'

/** What a place of a plan is, in the order of the network's first outputs. */
export const PARTS = ['outside', 'inside', 'wall', 'door', 'window', 'railing'] as const
export type PartName = (typeof PARTS)[number]

/** What is drawn over a place and tells a room's kind, in the order of the network's last outputs. */
export const THINGS = ['bed', 'bath', 'cooking', 'seating', 'dining', 'stairs', 'car'] as const
export type ThingName = (typeof THINGS)[number]
/** The network's first output of THINGS: before it come PARTS, nothing, furniture, text, dimension and hatch. */
const FIRST_THING = PARTS.length + 5

/** What the network sees in a plan: for each place how likely each part is, 0..255, rows from the top. */
export interface SeenPlan {
  width: number
  height: number
  /** A map for each of PARTS. */
  shares: readonly Uint8Array[]
  /** A map for each of THINGS. */
  things: readonly Uint8Array[]
}

/** The network takes sides of multiples of this and gives half as many places. */
const STEP = 64
/** Longer side at which a plan is seen, px. */
const SEEN_SIDE = 1024

/** Planar RGB of 0..1, filled up to whole steps with its last row and column. */
function inputOf({ width, height, data }: Raster) {
  const [w, h] = [Math.ceil(width / STEP) * STEP, Math.ceil(height / STEP) * STEP]
  const values = new Float32Array(3 * w * h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const from = 4 * (Math.min(y, height - 1) * width + Math.min(x, width - 1))
      for (let c = 0; c < 3; c++) values[c * w * h + y * w + x] = data[from + c]! / 255
    }
  return { values, dims: [1, 3, h, w] as const }
}

/**
 * Sees a plan at SEEN_SIDE; its maps have half of that size.
 * @param picture on white
 * @param run runs the network `plans`
 */
export async function seePlan(picture: Raster, run: RunNetwork): Promise<SeenPlan> {
  const scale = Math.min(2, SEEN_SIDE / Math.max(picture.width, picture.height))
  const size = {
    width: Math.max(STEP, Math.round(picture.width * scale)),
    height: Math.max(STEP, Math.round(picture.height * scale)),
  }
  const small = scaledTo(picture, size, 'linear')
  const { values, dims } = inputOf(small)
  const [answer] = await run(values, dims)
  const [w, h] = [dims[3] / 2, dims[2] / 2]
  const [width, height] = [Math.floor(size.width / 2), Math.floor(size.height / 2)]
  const mapOf = (output: number) => {
    const map = new Uint8Array(width * height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) map[y * width + x] = 255 * answer[output * w * h + y * w + x]!
    return map
  }
  return {
    width,
    height,
    shares: PARTS.map((_, part) => mapOf(part)),
    things: THINGS.map((_, thing) => mapOf(FIRST_THING + thing)),
  }
}
