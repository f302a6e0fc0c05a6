import { DxfWriter, LWPolylineFlags, point2d, point3d, Units } from '@tarikjabiri/dxf'
import type { VectorDrawing, VectorLine } from '#contracts/vector-drawing.ts'

/** Layers by the weight of their lines; names without characters that AutoCAD refuses, colours of its index. */
const LAYERS = {
  heavy: { name: '线稿-粗线', colour: 7 },
  medium: { name: '线稿-中线', colour: 4 },
  fine: { name: '线稿-细线', colour: 8 },
  solid: { name: '线稿-填充轮廓', colour: 1 },
} as const

/** Widths, as shares of the middle one, from which a line is heavy and under which it is fine. */
const HEAVY = 1.3
const FINE = 0.75

type LayerId = keyof typeof LAYERS

/** Sorts lines into weights around their median width. */
function weigher(lines: readonly VectorLine[]): (line: VectorLine) => LayerId {
  const widths = lines.map(({ width }) => width).sort((a, b) => a - b)
  const middle = widths[widths.length >> 1] ?? 1
  return ({ width }) => (width > HEAVY * middle ? 'heavy' : width < FINE * middle ? 'fine' : 'medium')
}

/**
 * A vector drawing as a DXF file of AutoCAD 2007 (AC1021, UTF-8): LINE for what has two points, LWPOLYLINE for the
 * rest, on a layer for each weight; the origin at the lower left, y upwards.
 * @param widthMm what the picture is wide, mm, and the unit of the drawing then; null for pixels without a unit
 */
export function toDxf({ width, height, lines, solids }: VectorDrawing, widthMm: number | null): string {
  const scale = widthMm === null ? 1 : widthMm / width
  const writer = new DxfWriter()
  writer.setUnits(widthMm === null ? Units.Unitless : Units.Millimeters)
  // Metric, so that patterns and line types are scaled for mm.
  writer.setVariable('$MEASUREMENT', { 70: 1 })
  for (const { name, colour } of Object.values(LAYERS)) writer.addLayer(name, colour)
  const round = (v: number): number => Math.round(v * scale * 1000) / 1000
  const add = (points: readonly number[], closed: boolean, layer: LayerId): void => {
    const layerName = LAYERS[layer].name
    const at = (k: number): [number, number] => [round(points[k]!), round(height - points[k + 1]!)]
    if (points.length === 4) {
      writer.addLine(point3d(...at(0)), point3d(...at(2)), { layerName })
      return
    }
    const vertices = Array.from({ length: points.length / 2 }, (_, k) => ({ point: point2d(...at(2 * k)) }))
    writer.addLWPolyline(vertices, {
      layerName,
      flags: closed ? LWPolylineFlags.Closed : LWPolylineFlags.None,
    })
  }
  const weight = weigher(lines)
  for (const line of lines) add(line.points, line.closed, weight(line))
  for (const outline of solids) add(outline, true, 'solid')
  return writer.stringify()
}
