import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import { previewComposite } from './composite-preview.ts'
import type { ImageWorker } from './contract.ts'
import { openDrawing } from './drawing.ts'
import { previewEdit } from './edit-preview.ts'
import { drawTable } from './grade.ts'
import { previewGrade } from './grade-preview.ts'
import { planAsSvg, previewPlan } from './plan.ts'
import { pointAtRegion, previewRender, triesChange } from './render-preview.ts'
import { inspect, resize, thumbnail } from './resize.ts'
import { previewRetexture } from './retexture-preview.ts'
import { cutSubject, networksOf, planTexts, run } from './run.ts'
import { digestBlob, hashBlob } from './sha256.ts'
import { checkStructure } from './structure.ts'
import { makeTile } from './tile.ts'
import { linesAsDxf, linesAsSvg } from './vectors.ts'
import { viewRange } from './views.ts'
import { watermark } from './watermark.ts'

const api = {
  run: carryErrors(run),
  networksOf: carryErrors(networksOf),
  cutSubject: carryErrors(cutSubject),
  planTexts: carryErrors(planTexts),
  inspect: carryErrors(inspect),
  resize: carryErrors(resize),
  thumbnail: carryErrors(thumbnail),
  hash: carryErrors(hashBlob),
  digest: carryErrors(digestBlob),
  linesAsSvg: carryErrors(linesAsSvg),
  linesAsDxf: carryErrors(linesAsDxf),
  previewGrade: carryErrors(previewGrade),
  drawTable: carryErrors(drawTable),
  makeTile: carryErrors(makeTile),
  viewRange: carryErrors(viewRange),
  previewRender: carryErrors(previewRender),
  previewEdit: carryErrors(previewEdit),
  pointAtRegion: carryErrors(pointAtRegion),
  triesChange: carryErrors(triesChange),
  checkStructure: carryErrors(checkStructure),
  previewRetexture: carryErrors(previewRetexture),
  previewComposite: carryErrors(previewComposite),
  openDrawing: carryErrors(openDrawing),
  planAsSvg: carryErrors(planAsSvg),
  previewPlan: carryErrors(previewPlan),
  watermark: carryErrors(watermark),
} satisfies ImageWorker

expose(api)
