import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type DrawnPlan, fitPlan } from '#contracts/flatplan.ts'
import { textOfDxf } from '#kernels/cad/dxf-encoding.ts'
import { sheetOfDxf } from '#kernels/cad/sheet.ts'
import { sheetSvg } from '#kernels/cad/sheet-svg.ts'
import { svgSource } from '#kernels/cad/svg-source.ts'
import type { RunNetwork as RunPlans } from '#kernels/networks.ts'
import { KEYS } from '#kernels/ocr/keys.ts'
import { type ReadText, type RunNetwork, readTexts } from '#kernels/ocr/read-texts.ts'
import { checkPlan } from '#kernels/plan/check-plan.ts'
import { readContent } from '#kernels/plan/colour-plan.ts'
import { textsOfDrawn } from '#kernels/plan/drawn-plan.ts'
import { pictureOfInk, readInk } from '#kernels/plan/ink.ts'
import type { Plan } from '#kernels/plan/read-plan.ts'
import { seePlan } from '#kernels/plan/see-plan.ts'
import type { Raster } from '#kernels/raster.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { runNetwork } from '#server/engines/local/session.ts'
import { readRaster } from '#tests/support/read-raster.ts'

/** A file of a plan as the product would have it before it reads it. */
export interface OpenPlan {
  paper: Raster
  drawn: DrawnPlan | null
  /** A place of the file, in its own units, in px of the paper. */
  place: (x: number, y: number) => readonly [number, number]
  pxPerUnit: number
}

const drawSvg = (svg: string) => sharp(Buffer.from(svg), { unlimited: true }).flatten({ background: '#fff' })

async function paperOf(image: Sharp): Promise<{ paper: Raster; scale: number }> {
  const whole = await image.png({ compressionLevel: 1 }).toBuffer()
  const { width = 1, height = 1 } = await sharp(whole).metadata()
  const size = fitPlan({ width, height })
  const paper = await readRaster(whole, Math.max(size.width, size.height))
  return { paper, scale: paper.width / width }
}

async function openDxf(file: string): Promise<OpenPlan> {
  const bytes = await readFile(file)
  const sheet = sheetOfDxf(textOfDxf(bytes))
  const { paper, scale } = await paperOf(drawSvg(sheetSvg(sheet)))
  const { at } = sheet
  return {
    ...{ paper, drawn: sheet.drawn },
    place: (x, y) => {
      const [px, py] = at(x, y)
      return [px * scale, py * scale]
    },
    pxPerUnit: (sheet.width / sheet.drawn.unitsAcross) * scale,
  }
}

async function openSvg(file: string): Promise<OpenPlan> {
  const text = await readFile(file, 'utf8')
  const { svg, page } = svgSource(text)
  const { paper } = await paperOf(drawSvg(svg))
  const pxPerUnit = paper.width / page.width
  return {
    paper,
    drawn: null,
    place: (x, y) => [(x - page.x) * pxPerUnit, (y - page.y) * pxPerUnit],
    pxPerUnit,
  }
}

/** Opens a plan's file: DXF and SVG are drawn, pictures turned upright and scaled down as the product does. */
export async function openPlan(file: string): Promise<OpenPlan> {
  const kind = extname(file).toLowerCase()
  if (kind === '.dxf') return openDxf(file)
  if (kind === '.svg') return openSvg(file)
  const { paper, scale } = await paperOf(sharp(file).rotate().flatten({ background: '#fff' }))
  return { paper, drawn: null, place: (x, y) => [x * scale, y * scale], pxPerUnit: scale }
}

const MODELS = resolve(import.meta.dirname, '../../../models')
const networkOf = (id: 'ocrFind' | 'ocrRead'): RunNetwork => {
  const files = { models: [modelPath(MODELS, id)], threads: 2 }
  return async (values, dims) => (await runNetwork(files, values, dims))[0]
}

const seeWith: RunPlans = (...run) => runNetwork({ models: [modelPath(MODELS, 'plans')], threads: 2 }, ...run)

/** Reads a plan as the product does, and tells how long it took but for its texts, ms. */
export async function readOpenPlan(
  { paper, drawn }: OpenPlan,
  content: 'home' | 'site',
): Promise<{ plan: Plan; ms: number }> {
  const started = performance.now()
  const ink = readInk(paper, content)
  const read = performance.now()
  const texts: ReadText[] =
    textsOfDrawn(drawn, paper) ??
    (await readTexts(
      pictureOfInk(ink),
      { find: networkOf('ocrFind'), read: networkOf('ocrRead'), keys: KEYS },
      () => {},
    ))
  const resumed = performance.now()
  const seen = content === 'site' ? null : await seePlan(paper, seeWith)
  const plan = readContent(ink, texts, { content, ruler: null }, drawn, seen)
  checkPlan(plan, texts, drawn)
  return { plan, ms: performance.now() - resumed + read - started }
}
