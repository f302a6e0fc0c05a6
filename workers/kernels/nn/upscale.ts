import type { Raster } from '#kernels/raster.ts'
import { bleedColours } from './bleed.ts'

/**
 * Enlargement by a convolutional network (Real-ESRGAN, X. Wang et al., ICCV Workshops 2021), tile by tile, so
 * that memory is bounded by a tile. Each tile is looked at with a margin around it, of which the result is
 * thrown away: where the margin covers what the network sees around a pixel, tiles join exactly; where it does
 * not, neighbours fade into each other. At the picture's own border there is no margin, just as in one piece.
 */

/** A network: planar RGB in 0..1, float32 [3, height, width] → [3, scale·height, scale·width]. */
export interface UpscaleNetwork {
  readonly scale: number
  run(planar: Float32Array<ArrayBuffer>, width: number, height: number): Promise<Float32Array>
}

/** How a picture is cut. */
export interface Tiling {
  /** Longest side of a tile without its margin, px of the source. */
  core: number
  /** Pixels around a tile that the network sees as well. */
  margin: number
  /** Half the width of the strip in which neighbours fade into each other, px; less than the margin. */
  blend: number
}

/** How each quality is cut; `best` is heavier by far, so its tiles are smaller. */
export const TILINGS = {
  // 18 convolutions of 3 × 3: nothing farther than 18 px counts, so tiles join exactly.
  fast: { core: 512, margin: 18, blend: 0 },
  // 96 convolutions see farther than any margin that pays: what is left of the difference is faded. A tile of 144 px
  // takes 320 MB, one of 256 px four times that, at the same seams.
  best: { core: 96, margin: 24, blend: 12 },
} as const satisfies Record<string, Tiling>

/** A tile in source pixels: its core, and the larger region that the network is shown. */
export interface Tile {
  left: number
  top: number
  width: number
  height: number
  seen: { left: number; top: number; width: number; height: number }
}

/** Cuts a length evenly into pieces of at most `core`; one piece where the margins would be all of a cut. */
function cut(length: number, { core, margin }: Tiling): { from: number; to: number }[] {
  const count = length <= core + 2 * margin ? 1 : Math.ceil(length / core)
  const at = (i: number) => Math.round((length * i) / count)
  return Array.from({ length: count }, (_, i) => ({ from: at(i), to: at(i + 1) }))
}

/** Tiles that cover a picture without overlap, row by row. */
export function planTiles(width: number, height: number, tiling: Tiling): Tile[] {
  const { margin } = tiling
  const rows = cut(height, tiling)
  const columns = cut(width, tiling)
  return rows.flatMap((row) =>
    columns.map((column) => {
      const left = Math.max(0, column.from - margin)
      const top = Math.max(0, row.from - margin)
      return {
        left: column.from,
        top: row.from,
        width: column.to - column.from,
        height: row.to - row.from,
        seen: {
          left,
          top,
          width: Math.min(width, column.to + margin) - left,
          height: Math.min(height, row.to + margin) - top,
        },
      }
    }),
  )
}

/** The colours that a tile is shown, as the network's input. */
function colourInput({ width, data }: Raster, { seen }: Tile): Float32Array<ArrayBuffer> {
  const area = seen.width * seen.height
  const planar = new Float32Array(3 * area)
  for (let y = 0, i = 0; y < seen.height; y++) {
    let at = ((seen.top + y) * width + seen.left) * 4
    for (let x = 0; x < seen.width; x++, i++, at += 4) {
      planar[i] = (data[at] as number) / 255
      planar[area + i] = (data[at + 1] as number) / 255
      planar[2 * area + i] = (data[at + 2] as number) / 255
    }
  }
  return planar
}

/** The alpha that a tile is shown, as a grey picture. */
function alphaInput({ width, data }: Raster, { seen }: Tile): Float32Array<ArrayBuffer> {
  const area = seen.width * seen.height
  const planar = new Float32Array(3 * area)
  for (let y = 0, i = 0; y < seen.height; y++) {
    let at = ((seen.top + y) * width + seen.left) * 4 + 3
    for (let x = 0; x < seen.width; x++, i++, at += 4) planar[i] = (data[at] as number) / 255
  }
  planar.copyWithin(area, 0, area)
  planar.copyWithin(2 * area, 0, area)
  return planar
}

/** The one alpha of all that a tile is shown, or null where it varies. */
function flatAlpha({ width, data }: Raster, { seen }: Tile): number | null {
  const first = data[(seen.top * width + seen.left) * 4 + 3] as number
  for (let y = seen.top; y < seen.top + seen.height; y++) {
    const end = (y * width + seen.left + seen.width) * 4
    for (let at = (y * width + seen.left) * 4 + 3; at < end; at += 4) if (data[at] !== first) return null
  }
  return first
}

/** One plane of a network's answer for a tile. */
interface Answer {
  values: Float32Array
  /** Pixels of the answer to one of the result: 1, or 2 where the network enlarges twice too far. */
  shrink: number
  scale: number
}

/** How much a tile counts along one axis: 1, rising from 0 over the strip that it shares with the one before. */
function ramp(at: number, start: number, strip: number): number {
  if (start === 0 || strip === 0) return 1
  const inside = at - start + strip / 2 + 0.5
  return inside >= strip ? 1 : inside <= 0 ? 0 : inside / strip
}

/**
 * Visits the result's pixels that a tile has a say in: its core, and the strips that it shares with its
 * neighbours. Tiles come row by row, so a tile only has to fade over what is there already.
 */
function paint(
  out: Raster,
  channel: number,
  tile: Tile,
  factor: number,
  blend: number,
  valueAt: (x: number, y: number) => number,
): void {
  const right = Math.min(out.width, (tile.left + tile.width + blend) * factor)
  const bottom = Math.min(out.height, (tile.top + tile.height + blend) * factor)
  const strip = 2 * blend * factor
  for (let y = Math.max(0, (tile.top - blend) * factor); y < bottom; y++) {
    const weightY = ramp(y, tile.top * factor, strip)
    for (let x = Math.max(0, (tile.left - blend) * factor); x < right; x++) {
      const weight = weightY * ramp(x, tile.left * factor, strip)
      const to = (y * out.width + x) * 4 + channel
      const before = weight === 1 ? 0 : (out.data[to] as number) * (1 - weight)
      out.data[to] = before + weight * valueAt(x, y) // A clamped array rounds to the nearest.
    }
  }
}

/** Paints one plane of an answer into one channel of the result. */
function place(out: Raster, channel: number, plane: number, tile: Tile, answer: Answer, blend: number): void {
  const { values, shrink, scale } = answer
  const factor = scale / shrink
  const stride = tile.seen.width * scale
  const offset = plane * stride * tile.seen.height * scale
  const left = tile.seen.left * factor
  const top = tile.seen.top * factor
  const weight = 255 / (shrink * shrink)
  paint(out, channel, tile, factor, blend, (x, y) => {
    const from = offset + (y - top) * shrink * stride + (x - left) * shrink
    let sum = 0
    for (let v = 0; v < shrink; v++) {
      for (let u = 0; u < shrink; u++) {
        const value = values[from + v * stride + u] as number
        sum += value < 0 ? 0 : value > 1 ? 1 : value
      }
    }
    return sum * weight
  })
}

/** Colours of what came out fully transparent are of no use to anyone and cost bytes. */
function clearHidden({ data }: Raster): void {
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) data[at] = data[at + 1] = data[at + 2] = 0
  }
}

function hasAlpha({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}

/**
 * Enlarges a picture. Alpha is enlarged by the same network as a grey picture of its own; colours are first
 * carried on under what is transparent, so that no dark rim is drawn into the edge.
 * @param factor a divisor of the network's scale: the rest is averaged away
 * @param report tiles done and tiles in all, after each
 */
export async function upscale(
  source: Raster,
  factor: number,
  tiling: Tiling,
  network: UpscaleNetwork,
  report: (done: number, total: number) => void = () => undefined,
): Promise<Raster> {
  const shrink = network.scale / factor
  if (!Number.isInteger(shrink) || shrink < 1)
    throw new RangeError('upscale: factor does not fit the network')
  const { width, height } = source
  const { blend } = tiling
  const out: Raster = {
    width: width * factor,
    height: height * factor,
    data: new Uint8ClampedArray(4 * width * height * factor * factor),
  }
  const translucent = hasAlpha(source)
  const colours = translucent ? bleedColours(source, tiling.margin) : source
  const tiles = planTiles(width, height, tiling)
  for (const [index, tile] of tiles.entries()) {
    const { seen } = tile
    const ask = async (planar: Float32Array<ArrayBuffer>): Promise<Answer> => {
      const values = await network.run(planar, seen.width, seen.height)
      return { values, shrink, scale: network.scale }
    }
    const alpha = translucent ? flatAlpha(source, tile) : 255
    if (alpha !== 0) {
      const answer = await ask(colourInput(colours, tile))
      for (let channel = 0; channel < 3; channel++) place(out, channel, channel, tile, answer, blend)
    }
    if (alpha === null) place(out, 3, 1, tile, await ask(alphaInput(source, tile)), blend)
    else paint(out, 3, tile, factor, blend, () => alpha)
    report(index + 1, tiles.length)
  }
  if (translucent) clearHidden(out)
  return out
}
