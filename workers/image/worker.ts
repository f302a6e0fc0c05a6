import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import type { ImageWorker } from './contract.ts'
import { openDrawing } from './drawing.ts'
import { drawTable } from './grade.ts'
import { planAsSvg } from './plan.ts'
import { ask, preview } from './preview.ts'
import { inspect, resize, thumbnail } from './resize.ts'
import { cutSubject, networksOf, planTexts, run } from './run.ts'
import { digestBlob, hashBlob } from './sha256.ts'
import { checkStructure } from './structure.ts'
import { makeTile } from './tile.ts'
import { linesAsDxf, linesAsSvg } from './vectors.ts'
import { viewRange } from './views.ts'
import { watermark } from './watermark.ts'

const api = {
  run: carryErrors(run),
  preview: carryErrors(preview),
  ask: carryErrors(ask),
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
  drawTable: carryErrors(drawTable),
  makeTile: carryErrors(makeTile),
  viewRange: carryErrors(viewRange),
  checkStructure: carryErrors(checkStructure),
  openDrawing: carryErrors(openDrawing),
  planAsSvg: carryErrors(planAsSvg),
  watermark: carryErrors(watermark),
} satisfies ImageWorker

expose(api)
