import type { VectorDrawing } from '#contracts/vector-drawing.ts'
import { readVectors } from '#kernels/lineart-vector/png-note.ts'
import { toSvg } from '#kernels/lineart-vector/svg.ts'
import { vectorise } from '#kernels/lineart-vector/vectorise.ts'
import { decodeSmaller } from './decode.ts'
import type { OnProgress, VectorFacts } from './types.ts'

/** Longer side, px, up to which a drawing that holds no lines of its own is traced. */
const MOST_SIDE = 3000

/** The lines of a drawing: those that its file holds, else traced from its pixels. */
async function linesOf(
  file: Blob,
  grainy: boolean,
  onProgress: OnProgress,
): Promise<{ drawing: VectorDrawing; traced: boolean }> {
  onProgress(0.05, '正在读取线条')
  const drawing = readVectors(new Uint8Array(await file.arrayBuffer()))
  if (drawing) return { drawing, traced: false }
  const { raster } = await decodeSmaller(file, MOST_SIDE)
  onProgress(0.2, '正在描出线条')
  return {
    drawing: vectorise(raster, grainy, (p) => onProgress(0.2 + 0.8 * p, '正在描出线条')),
    traced: true,
  }
}

/** A line drawing as SVG. @param grainy whether it is a pencil drawing */
export async function linesAsSvg(file: Blob, grainy: boolean, onProgress: OnProgress): Promise<VectorFacts> {
  const { drawing, traced } = await linesOf(file, grainy, onProgress)
  const { width, height, lines, solids } = drawing
  const count = lines.length + solids.length
  return { svg: new Blob([toSvg(drawing)], { type: 'image/svg+xml' }), width, height, count, traced }
}

/** A line drawing as DXF. @param widthMm width of the picture in mm; null for pixels */
export async function linesAsDxf(
  file: Blob,
  grainy: boolean,
  widthMm: number | null,
  onProgress: OnProgress,
): Promise<Blob> {
  const { drawing } = await linesOf(file, grainy, onProgress)
  // The writer is fetched when it is first wanted.
  const { toDxf } = await import('#kernels/lineart-vector/dxf.ts')
  return new Blob([toDxf(drawing, widthMm)], { type: 'image/vnd.dxf' })
}
