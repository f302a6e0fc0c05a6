import { cutArea } from '#kernels/mask/area.ts'
import { distanceTo } from '#kernels/mask/distance.ts'
import type { Raster } from '#kernels/raster.ts'

/** Share of a piece's longer side over which it passes into the picture, within the mask. */
const FEATHER = 0.008
const MOST_FEATHER = 12
/** Pixels of the surroundings that are compared, at most. */
const MOST_SAMPLES = 20_000
/** Differences beyond this are other things, not another colour of the same, 0..255. */
const ALIKE = 48
/** A correction beyond these is no drift of colours. */
const GAINS = [0.7, 1.4] as const
const FEWEST = 200

/** Gain and offset of a channel. */
type Line = readonly [gain: number, offset: number]

/** The line that takes what was made to what was there, by least squares over the pixels that are alike. */
function fitChannel(made: Float32Array, known: Float32Array): Line {
  let line: Line = [1, 0]
  for (let round = 0; round < 3; round++) {
    let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0]
    for (let i = 0; i < made.length; i++) {
      const [x, y] = [made[i]!, known[i]!]
      if (Math.abs(line[0] * x + line[1] - y) > ALIKE) continue
      n++
      sx += x
      sy += y
      sxx += x * x
      sxy += x * y
    }
    const spread = n * sxx - sx * sx
    if (n < FEWEST || spread <= 0) return line
    const gain = Math.min(GAINS[1], Math.max(GAINS[0], (n * sxy - sx * sy) / spread))
    line = [gain, (sy - gain * sx) / n]
  }
  return line
}

/** How the colours of a piece drifted from those of the picture, where both show the same. */
function driftOf(base: Raster, piece: Raster, at: { left: number; top: number }, mask: Uint8Array): Line[] {
  const { width, height } = piece
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / MOST_SAMPLES)))
  const samples: number[] = []
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) if (mask[y * width + x] === 0) samples.push(y * width + x)
  return [0, 1, 2].map((channel) => {
    const made = Float32Array.from(samples, (i) => piece.data[4 * i + channel]!)
    const there = Float32Array.from(samples, (i) => {
      const x = i % width
      return base.data[4 * (((i - x) / width + at.top) * base.width + x + at.left) + channel]!
    })
    return fitChannel(made, there)
  })
}

/**
 * Puts what was made for a part of a picture into it, where it is masked: all pixels whose mask is 0 stay as they are to
 * the bit. What was made is first brought to the colours of the picture as its surroundings tell, and passes into it
 * within the mask's edge. Changes `base`.
 * @param piece as large as the part that it was made for
 * @param at where that part lies in the picture
 * @param mask 0..255 a pixel of the picture
 */
export function pasteBack(base: Raster, piece: Raster, at: { left: number; top: number }, mask: Uint8Array) {
  const { left, top } = at
  const { width, height } = piece
  const own = cutArea(mask, base.width, { left, top, right: left + width, bottom: top + height })
  const drift = driftOf(base, piece, at, own)
  const depth = distanceTo(
    own.map((value) => Number(value === 0)),
    width,
    height,
  )
  const feather = Math.max(1, Math.min(MOST_FEATHER, FEATHER * Math.max(width, height)))
  for (let n = 0; n < own.length; n++) {
    if (own[n] === 0) continue
    const x = n % width
    const i = ((n - x) / width + top) * base.width + x + left
    const share = (own[n]! / 255) * Math.min(1, depth[n]! / (feather + 1))
    for (let c = 0; c < 3; c++) {
      const [gain, offset] = drift[c]!
      const value = Math.min(255, Math.max(0, gain * piece.data[4 * n + c]! + offset))
      base.data[4 * i + c] = base.data[4 * i + c]! * (1 - share) + value * share
    }
    base.data[4 * i + 3] = Math.max(base.data[4 * i + 3]!, own[n]!)
  }
}
