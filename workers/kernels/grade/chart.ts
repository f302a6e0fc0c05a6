import type { Raster } from '#kernels/raster.ts'
import type { Cube } from './cube.ts'
import { colourTable } from './cube-apply.ts'

/** Sides of the chart and of its grey ramp, px. */
const CHART = 96
const RAMP = 16

/** One colour of the chart before the table: hues over shades, greys in the lowest rows. */
function chartColour(x: number, y: number): [number, number, number] {
  if (y >= CHART - RAMP) return [x / CHART, x / CHART, x / CHART]
  const light = 0.92 - (0.8 * y) / (CHART - RAMP)
  const chroma = 0.55 * Math.min(light, 1 - light)
  const channel = (shift: number) => light + chroma * Math.cos(2 * Math.PI * (x / CHART - shift))
  return [channel(0), channel(1 / 3), channel(2 / 3)]
}

/** A small chart of colours as a table renders them. */
export function chartOf(cube: Cube): Raster {
  const look = colourTable(cube, 1)
  const data = new Uint8ClampedArray(4 * CHART * CHART)
  const colour = new Float32Array(3)
  for (let y = 0; y < CHART; y++) {
    for (let x = 0; x < CHART; x++) {
      colour.set(chartColour(x, y))
      look(colour, 0)
      data.set([255 * colour[0]!, 255 * colour[1]!, 255 * colour[2]!, 255], 4 * (y * CHART + x))
    }
  }
  return { width: CHART, height: CHART, data }
}
