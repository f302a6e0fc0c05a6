import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { textOfDxf } from '#kernels/cad/dxf-encoding.ts'
import { sheetOfDxf } from '#kernels/cad/sheet.ts'
import { sheetSvg } from '#kernels/cad/sheet-svg.ts'
import { svgSource } from '#kernels/cad/svg-source.ts'
import { addDrawnPlan } from '#kernels/plan/drawn-plan.ts'
import { withImageErrors } from './decode.ts'
import type { WorkResult } from './protocol.ts'

/** Draws an SVG document on white. It is given as bytes: without a place of its own it cannot load other files. */
function drawSvg(svg: string): Promise<Buffer> {
  return withImageErrors(() =>
    sharp(Buffer.from(svg), { unlimited: true })
      .flatten({ background: '#fff' })
      .png({ compressionLevel: 6 })
      .toBuffer(),
  )
}

/**
 * Draws a drawing as a picture: PNG, whose longer side is 3000 px; that of a DXF keeps its texts and its scale.
 * @throws AppError NO_LINES, FILE_SVG, FILE_DAMAGED, DRAWING_TOO_COMPLEX
 */
export async function drawDrawing(kind: 'dxf' | 'svg', path: string, out: string): Promise<WorkResult> {
  const bytes = await readFile(path)
  if (kind === 'svg') {
    const { svg, width, height } = svgSource(bytes.toString('utf8'))
    await writeFile(out, await drawSvg(svg))
    return { type: 'image/png', width, height, drawn: true }
  }
  const sheet = sheetOfDxf(textOfDxf(bytes))
  await writeFile(out, addDrawnPlan(await drawSvg(sheetSvg(sheet)), sheet.drawn))
  return { type: 'image/png', width: sheet.width, height: sheet.height, drawn: true }
}
