import { downloadName } from '#src/data/tasks/output-name.ts'
import { readDownload, saveAs } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { linesAsDxf, linesAsSvg, planAsSvg, type VectorFacts } from '#src/worker-clients/image-files.ts'

/** A line drawing that was opened for export. */
export interface OpenDrawing {
  file: Blob
  facts: VectorFacts
}

/** Pencil has grain and hatching, which have to be seen through when a drawing is traced. */
const isGrainy = (task: LocalTask) => task.params.style === 'pencil'

/**
 * Reads a result of /toline and the lines in it.
 * @throws AppError NOT_FOUND, NETWORK, DEVICE_FAILED
 */
export async function openDrawing(task: LocalTask, index: number, signal: AbortSignal): Promise<OpenDrawing> {
  const { blob } = await readDownload(task, index)
  return { file: blob, facts: await linesAsSvg(blob, isGrainy(task), { signal }) }
}

/** Saves an opened drawing as SVG. */
export function saveSvg(task: LocalTask, index: number, { facts }: OpenDrawing): void {
  saveAs(facts.svg, downloadName(task, index, undefined, facts.svg.type))
}

/** Saves an opened drawing as DXF. @param widthMm width of the picture in mm; null for pixels */
export async function saveDxf(
  task: LocalTask,
  index: number,
  { file }: OpenDrawing,
  widthMm: number | null,
): Promise<void> {
  const dxf = await linesAsDxf(file, isGrainy(task), widthMm)
  saveAs(dxf, downloadName(task, index, undefined, dxf.type))
}

/**
 * Saves a coloured plan as SVG.
 * @throws AppError NOT_FOUND, NETWORK, FILE_DAMAGED
 */
export async function savePlanSvg(task: LocalTask, index: number): Promise<void> {
  const { blob } = await readDownload(task, index)
  const svg = await planAsSvg(blob)
  saveAs(svg, downloadName(task, index, undefined, svg.type))
}
