import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import { shareAnswers } from './answers.ts'
import type { ImageWorker } from './contract.ts'
import { openDrawing } from './drawing.ts'
import { drawTable } from './grade.ts'
import { cropPlan, planAsSvg } from './plan.ts'
import { ask, preview } from './preview.ts'
import { inspect, resize, thumbnail } from './resize.ts'
import { cutSubject, networksOf, planTexts, run } from './run.ts'
import { digestBlob, hashBlob } from './sha256.ts'
import { checkStructure, putBackPlaces } from './structure.ts'
import { makeTile } from './tile.ts'
import { linesAsDxf, linesAsSvg } from './vectors.ts'
import { viewRange } from './views.ts'
import { watermark } from './watermark.ts'

const api: ImageWorker = {
  shareAnswers,
  run,
  preview,
  ask,
  networksOf,
  cutSubject,
  planTexts,
  inspect,
  resize,
  thumbnail,
  hash: hashBlob,
  digest: digestBlob,
  linesAsSvg,
  linesAsDxf,
  drawTable,
  makeTile,
  viewRange,
  checkStructure,
  putBackPlaces,
  openDrawing,
  planAsSvg,
  cropPlan,
  watermark,
}

expose(carryErrors(api))
