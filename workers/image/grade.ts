import { chartOf } from '#kernels/grade/chart.ts'
import { parseCube } from '#kernels/grade/cube.ts'
import { encodeAsPng } from './encode.ts'

/** See ImageWorker.drawTable. */
export async function drawTable(file: Blob): Promise<Blob> {
  return encodeAsPng(chartOf(parseCube(await file.text())))
}
