import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Line } from '#kernels/lines/picture-lines.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Structure } from './compare.ts'

type Colour = readonly [number, number, number]

const KEPT: Colour = [43, 110, 143]
const LOST: Colour = [217, 72, 43]
/** Half width of a drawn line, part of the longer side. */
const NIB = 0.0014
/** How far a lost line warms its surroundings, part of the longer side; length that makes it hottest. */
const HEAT = { reach: 0.018, full: 0.3, invented: 0.5, opacity: 0.75 } as const

function dot({ width, height, data }: Raster, x: number, y: number, radius: number, colour: Colour): void {
  const reach = Math.ceil(radius + 1)
  for (let v = Math.max(0, Math.floor(y) - reach); v <= Math.min(height - 1, y + reach); v++) {
    for (let u = Math.max(0, Math.floor(x) - reach); u <= Math.min(width - 1, x + reach); u++) {
      const cover = 255 * (radius + 0.5 - Math.hypot(u + 0.5 - x, v + 0.5 - y))
      const p = 4 * (v * width + u)
      if (cover <= data[p + 3]!) continue
      data[p] = colour[0]
      data[p + 1] = colour[1]
      data[p + 2] = colour[2]
      data[p + 3] = cover
    }
  }
}

/**
 * Lines that are kept in blue and lines that are lost in vermilion, on a transparent ground.
 * @param width of the picture to lay it over, px
 */
export function paintOverlay(structure: Structure, width: number, height: number): Raster {
  const image: Raster = { width, height, data: new Uint8ClampedArray(4 * width * height) }
  const [sx, sy] = [width / structure.width, height / structure.height]
  const radius = Math.max(0.8, NIB * Math.max(width, height))
  // Lost ones first: where both are, the lost one is to be seen.
  for (const wanted of [0, 1])
    for (const { pieces, kept } of structure.lines)
      for (const [k, { x, y, dx, dy }] of pieces.entries()) {
        if (kept[k] !== wanted) continue
        for (const t of [-1, -0.33, 0.33])
          dot(
            image,
            (x + t * dx) * sx,
            (y + t * dy) * sy,
            radius * (wanted ? 0.8 : 1.4),
            wanted ? KEPT : LOST,
          )
      }
  return image
}

/** Warms the pixels under a line's pieces that are lost. */
function warm(heat: Float32Array, width: number, line: Line, kept: Uint8Array | null, by: number): void {
  for (const [k, { x, y }] of line.entries()) {
    if (kept && kept[k] !== 0) continue
    const i = Math.floor(y) * width + Math.min(width - 1, Math.max(0, Math.floor(x)))
    if (i >= 0 && i < heat.length) heat[i] = heat[i]! + by
  }
}

/** Where structure was lost, or invented at less weight, as a glow on a transparent ground at the working size. */
export function paintHeat(structure: Structure, invented: readonly Line[]): Raster {
  const { width, height } = structure
  const heat = new Float32Array(width * height)
  for (const { pieces, kept } of structure.lines) warm(heat, width, pieces, kept, 1)
  for (const line of invented) warm(heat, width, line, null, HEAT.invented)
  const radius = Math.max(1, Math.round(HEAT.reach * Math.max(width, height)))
  const spare = new Float32Array(heat.length)
  for (let round = 0; round < 3; round++) boxBlur(heat, width, height, Math.ceil(radius / 2), spare)
  const data = new Uint8ClampedArray(4 * width * height)
  // A lost line of full length through the window of one pixel.
  const full = HEAT.full / Math.max(1, radius)
  for (let i = 0; i < heat.length; i++) {
    const t = Math.min(1, heat[i]! / full)
    data[4 * i] = 255 - (255 - LOST[0]) * t
    data[4 * i + 1] = 196 - (196 - LOST[1]) * t
    data[4 * i + 2] = 60 - (60 - LOST[2]) * t
    data[4 * i + 3] = 255 * HEAT.opacity * Math.min(1, 1.4 * t)
  }
  return { width, height, data }
}
