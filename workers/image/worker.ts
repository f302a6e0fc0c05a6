import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import { clearRoom } from './clear-room.ts'
import { composite, cutPainted, hasGround } from './composite.ts'
import { previewComposite } from './composite-preview.ts'
import { compress } from './compress.ts'
import type { ImageWorker } from './contract.ts'
import { openDrawing } from './drawing.ts'
import { edit } from './edit.ts'
import { previewEdit } from './edit-preview.ts'
import { inpaint, outpaint } from './fill.ts'
import { drawTable, grade } from './grade.ts'
import { previewGrade } from './grade-preview.ts'
import { largeAlone } from './large-alone.ts'
import { drawLines } from './lines.ts'
import { colourPlan, drawnTexts, planAsSvg, planPaper, previewPlan } from './plan.ts'
import { relight } from './relight.ts'
import { render } from './render.ts'
import { pointAtRegion, previewRender, triesChange } from './render-preview.ts'
import { inspect, resize, thumbnail } from './resize.ts'
import { restore } from './restore.ts'
import { retexture } from './retexture.ts'
import { previewRetexture } from './retexture-preview.ts'
import { digestBlob, hashBlob } from './sha256.ts'
import { checkStructure } from './structure.ts'
import { stylize } from './stylize.ts'
import { makeTile } from './tile.ts'
import { linesAsDxf, linesAsSvg } from './vectors.ts'
import { viewRange, views } from './views.ts'
import { watermark } from './watermark.ts'

const api = {
  inspect: carryErrors(inspect),
  resize: carryErrors(resize),
  thumbnail: carryErrors(thumbnail),
  hash: carryErrors(hashBlob),
  digest: carryErrors(digestBlob),
  drawLines: carryErrors(drawLines),
  linesAsSvg: carryErrors(linesAsSvg),
  linesAsDxf: carryErrors(linesAsDxf),
  inpaint: carryErrors(largeAlone(inpaint)),
  outpaint: carryErrors(outpaint),
  relight: carryErrors(largeAlone(relight)),
  grade: carryErrors(largeAlone(grade)),
  previewGrade: carryErrors(previewGrade),
  drawTable: carryErrors(drawTable),
  makeTile: carryErrors(makeTile),
  clearRoom: carryErrors(largeAlone(clearRoom)),
  render: carryErrors(render),
  views: carryErrors(views),
  viewRange: carryErrors(viewRange),
  edit: carryErrors(edit),
  previewRender: carryErrors(previewRender),
  previewEdit: carryErrors(previewEdit),
  pointAtRegion: carryErrors(pointAtRegion),
  triesChange: carryErrors(triesChange),
  checkStructure: carryErrors(checkStructure),
  retexture: carryErrors(largeAlone(retexture)),
  previewRetexture: carryErrors(previewRetexture),
  stylize: carryErrors(stylize),
  restore: carryErrors(restore),
  hasGround: carryErrors(hasGround),
  cutPainted: carryErrors(cutPainted),
  composite: carryErrors(largeAlone(composite)),
  previewComposite: carryErrors(previewComposite),
  openDrawing: carryErrors(openDrawing),
  drawnTexts: carryErrors(drawnTexts),
  planAsSvg: carryErrors(planAsSvg),
  planPaper: carryErrors(planPaper),
  colourPlan: carryErrors(largeAlone(colourPlan)),
  previewPlan: carryErrors(previewPlan),
  compress: carryErrors(compress),
  watermark: carryErrors(watermark),
} satisfies ImageWorker

expose(api)
