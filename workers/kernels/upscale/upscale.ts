import type { Raster } from '#kernels/raster.ts'
import { bleedColours } from './bleed.ts'

/**
 * Enlargement by a convolutional network (Real-ESRGAN, X. Wang et al., ICCV Workshops 2021), tile by tile, so
 * that memory is bounded by a tile. Each tile is looked at with a margin around it that covers what the network
 * sees around a pixel, and of which the result is thrown away: tiles join as if the picture had been enlarged in
 * one piece. At the picture's own border there is no margin, just as in one piece.
 */

/** A rectangle in pixels. */
export interface Region {
  left: number
  top: number
  width: number
  height: number
}

/** A network: planar RGB in 0..1, float32 [3, height, width] → [3, scale·height, scale·width]. */
export interface UpscaleNetwork {
  readonly scale: number
  /** @param needed part of the input whose answer is wanted; what lies outside of it is not looked at */
  run(planar: Float32Array<ArrayBuffer>, width: number, height: number, needed: Region): Promise<Float32Array>
}

/** How a picture is cut. */
export interface Tiling {
  /** Largest width and height of a tile without its margin, px of the source. */
  core: readonly [width: number, height: number]
  /** Pixels around a tile that the network sees as well. */
  margin: number
}

/** A region with a margin, as far as the picture goes. */
export function around(
  { left, top, width, height }: Region,
  margin: number,
  wide: number,
  high: number,
): Region {
  const x = Math.max(0, left - margin)
  const y = Math.max(0, top - margin)
  return {
    left: x,
    top: y,
    width: Math.min(wide, left + width + margin) - x,
    height: Math.min(high, top + height + margin) - y,
  }
}

/** A tile in source pixels: its core, and the larger region that the network is shown. */
export interface Tile extends Region {
  seen: Region
}

/** Cuts a length evenly into pieces of at most `core`; one piece where the margins would be all of a cut. */
function cut(length: number, core: number, margin: number): { from: number; to: number }[] {
  const count = length <= core + 2 * margin ? 1 : Math.ceil(length / core)
  const at = (i: number) => Math.round((length * i) / count)
  return Array.from({ length: count }, (_, i) => ({ from: at(i), to: at(i + 1) }))
}

/** Tiles that cover a picture without overlap, row by row. */
export function planTiles(width: number, height: number, tiling: Tiling): Tile[] {
  const { core, margin } = tiling
  const rows = cut(height, core[1], margin)
  const columns = cut(width, core[0], margin)
  return rows.flatMap((row) =>
    columns.map((column) => {
      const tile = {
        left: column.from,
        top: row.from,
        width: column.to - column.from,
        height: row.to - row.from,
      }
      return { ...tile, seen: around(tile, margin, width, height) }
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

/** Paints one plane of an answer into one channel of the result. */
function place(out: Raster, channel: number, plane: number, tile: Tile, answer: Answer): void {
  const { values, shrink, scale } = answer
  const factor = scale / shrink
  const stride = tile.seen.width * scale
  const offset = plane * stride * tile.seen.height * scale
  const left = tile.seen.left * factor
  const top = tile.seen.top * factor
  const weight = 255 / (shrink * shrink)
  for (let y = tile.top * factor; y < (tile.top + tile.height) * factor; y++) {
    for (let x = tile.left * factor; x < (tile.left + tile.width) * factor; x++) {
      const from = offset + (y - top) * shrink * stride + (x - left) * shrink
      let sum = 0
      for (let v = 0; v < shrink; v++) {
        for (let u = 0; u < shrink; u++) {
          const value = values[from + v * stride + u] as number
          sum += value < 0 ? 0 : value > 1 ? 1 : value
        }
      }
      out.data[(y * out.width + x) * 4 + channel] = sum * weight // A clamped array rounds to the nearest.
    }
  }
}

/** Gives a tile of the result one alpha. */
function fillAlpha(out: Raster, tile: Tile, factor: number, alpha: number): void {
  for (let y = tile.top * factor; y < (tile.top + tile.height) * factor; y++) {
    const end = (y * out.width + (tile.left + tile.width) * factor) * 4
    for (let at = (y * out.width + tile.left * factor) * 4 + 3; at < end; at += 4) out.data[at] = alpha
  }
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
      const needed = { ...tile, left: tile.left - seen.left, top: tile.top - seen.top }
      const values = await network.run(planar, seen.width, seen.height, needed)
      return { values, shrink, scale: network.scale }
    }
    const alpha = translucent ? flatAlpha(source, tile) : 255
    if (alpha !== 0) {
      const answer = await ask(colourInput(colours, tile))
      for (let channel = 0; channel < 3; channel++) place(out, channel, channel, tile, answer)
    }
    if (alpha === null) place(out, 3, 1, tile, await ask(alphaInput(source, tile)))
    else fillAlpha(out, tile, factor, alpha)
    report(index + 1, tiles.length)
  }
  if (translucent) clearHidden(out)
  return out
}
