import { planSize } from '#contracts/flatplan.ts'
import { flatten } from '#kernels/alpha.ts'
import { checkPlan } from '#kernels/plan/check-plan.ts'
import { dressPlan, fieldsOfDressed, paintDressed, readContent } from '#kernels/plan/colour-plan.ts'
import { darkenSheet } from '#kernels/plan/drawn-plan.ts'
import { noteOfPlan } from '#kernels/plan/dress-rooms.ts'
import { readInk, readSheet } from '#kernels/plan/ink.ts'
import { mendPlan } from '#kernels/plan/mend-plan.ts'
import { addPlanSvg } from '#kernels/plan/svg.ts'
import { scaledTo } from '#kernels/raster/resample.ts'
import { readNeeded } from '../inputs.ts'
import type { NetworksOf, Run } from '../platform.ts'
import { coloursOf, openFloors } from './materials.ts'
import { seePaper } from './see.ts'
import { drawnOf, drawnTexts, readPaper, textsOfPlan } from './texts.ts'

/** A drawing tells its texts and, where nothing is seen, its walls; those of a picture are seen and read. */
export const networksOf: NetworksOf<'flatplan'> = async ({ io, params }) => [
  ...(params.content === 'home' && !(await drawnOf(io)) ? (['plans'] as const) : []),
  ...((await drawnTexts(io)) ? [] : (['ocrFind', 'ocrRead'] as const)),
]

/**
 * Colours a line plan; PNG that also holds it in vectors.
 * @throws AppError INPUT_MISSING, CANCELLED, for a picture why it was not seen, and what checkPlan throws
 */
export const run: Run<'flatplan'> = async ({ io, params, report }) => {
  report(0.02, '读取图纸')
  const paper = await readPaper(io)
  const ink = readInk(paper.raster, params.content)
  const drawn = await drawnOf(io)
  const texts = await textsOfPlan(io, ink, (done) => report(0.1 + 0.3 * done, '识别房间名'))
  report(0.42, '查找墙体与房间')
  const { seen, failure } = await seePaper(io, paper.raster, params)
  // A drawing's lines tell most of it, those of a picture do not.
  if (failure && !drawn) throw failure
  const plan = mendPlan(readContent(ink, texts, params, drawn, seen), params.mends, texts)
  checkPlan(plan, texts, drawn)
  const dressed = dressPlan(plan, params, await coloursOf(io, params))
  const materials = await openFloors(io, dressed.materials)
  report(0.55, '铺设地面')
  const fields = fieldsOfDressed(dressed, texts)
  const whole = flatten((await readNeeded(io, 'image')).raster)
  const scaled = scaledTo(whole, planSize(paper, params.side), 'cubic')
  const sheet = readSheet(drawn ? darkenSheet(scaled) : scaled)
  const { picture, svg } = paintDressed(dressed, fields, materials, sheet, texts, params, (done) =>
    report(0.58 + 0.34 * done, '铺设地面'),
  )
  report(0.93, '保存结果')
  const png = await io.encodePng(picture)
  return {
    pictures: [{ ...png, bytes: addPlanSvg(png.bytes, svg()) }],
    note: `${noteOfPlan(plan, dressed.rooms)}${failure ? `；${failure.message}，只按线条识别` : ''}`,
  }
}
