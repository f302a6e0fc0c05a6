import { resolve } from 'node:path'
import DxfParser from 'dxf-parser'
import { drawLines } from '#kernels/lineart/draw-lines.ts'
import { toDxf } from '#kernels/lineart-vector/dxf.ts'
import type { Raster } from '#kernels/raster.ts'
import { compareEdges, widened } from '#tests/support/clay-scene.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { atLeast, type Figures, rounded } from './figure.ts'
import { knownEdges } from './known-edges.ts'

const SAMPLES = resolve(import.meta.dirname, '../../../public/samples')
const SCENES = ['house', 'living', 'shop'] as const
/** How far a line may be from its edge, px. */
const REACH = 2
/** How far around leaves nothing counts, px. */
const LEAF_REACH = 6
/** Grey of the drawing up to which a pixel is ink. */
const INK = 150
/** Least difference of the lightest and the darkest pixel within 2 px, levels of 255, at which the light shows an edge. */
const SHOWN_STEP = 10

/** 1 where the picture itself shows a step beside a marked pixel. */
function shownOf(marks: Uint8Array, { width, height, data }: Raster): Uint8Array {
  const tone = Float32Array.from(
    { length: width * height },
    (_, i) => 0.299 * data[4 * i]! + 0.587 * data[4 * i + 1]! + 0.114 * data[4 * i + 2]!,
  )
  const reach = [-2, -1, 0, 1, 2]
  return marks.map((mark, i) => {
    if (mark === 0) return 0
    const [x, y] = [i % width, Math.floor(i / width)]
    const around = reach.flatMap((dy) =>
      reach.map((dx) => {
        const u = Math.min(width - 1, Math.max(0, x + dx))
        return tone[Math.min(height - 1, Math.max(0, y + dy)) * width + u]!
      }),
    )
    return Math.max(...around) - Math.min(...around) >= SHOWN_STEP ? 1 : 0
  })
}

/** Counts what an independent parser reads in a DXF file, and whether every line of the drawing is there. */
function readDxf(text: string): { lines: number; polylines: number } {
  const entities = new DxfParser().parseSync(text)?.entities ?? []
  const count = (type: string) => entities.filter((entity) => entity.type === type).length
  return { lines: count('LINE'), polylines: count('LWPOLYLINE') }
}

async function measure(name: (typeof SCENES)[number]) {
  const image = await readRaster(resolve(SAMPLES, `${name}-clay.webp`))
  const { width, height } = image
  const { raster, vectors } = drawLines(image, {
    style: 'contour',
    detail: 0.5,
    weight: 0,
    transparent: false,
  })
  const known = knownEdges(name, width, height)
  const away = widened(known.ignored, width, height, LEAF_REACH)
  const seen = (marks: Uint8Array) => marks.map((mark, i) => (away[i] === 1 ? 0 : mark))
  const drawn = seen(Uint8Array.from(away, (_, i) => (raster.data[4 * i]! < INK ? 1 : 0)))
  const clear = seen(known.clear)
  const { precision } = compareEdges(drawn, seen(known.slight), image, REACH)
  const straight = [
    ...vectors.lines.map(({ points }) => points),
    ...vectors.solids.map((points) => points),
  ].filter((points) => points.length === 4).length
  const dxf = readDxf(toDxf(vectors, 12_000))
  return {
    precision,
    precisionOfClear: compareEdges(drawn, clear, image, REACH).precision,
    recall: compareEdges(drawn, shownOf(clear, image), image, REACH).recall,
    recallOfUnlit: compareEdges(drawn, clear, image, REACH).recall,
    isDxfWhole:
      dxf.lines === straight && dxf.lines + dxf.polylines === vectors.lines.length + vectors.solids.length,
    entities: dxf.lines + dxf.polylines,
  }
}

/**
 * Outline drawings of the clay renders against the edges of their geometry, and their DXF files in an independent
 * parser. Recall counts the clear edges that the light shows; precision takes a line for true that lies on any edge.
 */
export async function lineart(): Promise<Figures> {
  const figures: Figures = {}
  for (const name of SCENES) {
    const { precision, precisionOfClear, recall, recallOfUnlit, isDxfWhole, entities } = await measure(name)
    figures[`${name}Recall`] = atLeast(recall, 0.9)
    figures[`${name}Precision`] = atLeast(precision, 0.7)
    figures[`${name}PrecisionOfClear`] = rounded(precisionOfClear)
    figures[`${name}RecallWithUnlit`] = rounded(recallOfUnlit)
    figures[`${name}DxfEntities`] = entities
    figures[`${name}DxfWhole`] = isDxfWhole
  }
  return figures
}
