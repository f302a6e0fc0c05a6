import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import type { VisionWorker } from './contract.ts'
import { cutOut } from './cut-out.ts'
import { readTexts } from './read-texts.ts'
import { run } from './run.ts'

expose({
  cutOut: carryErrors(cutOut),
  run: carryErrors(run),
  readTexts: carryErrors(readTexts),
} satisfies VisionWorker)
