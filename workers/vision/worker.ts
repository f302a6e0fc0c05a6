import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import type { VisionWorker } from './contract.ts'
import { cutOut } from './cut-out.ts'
import { enlarge } from './enlarge.ts'
import { readTexts } from './read-texts.ts'

expose({
  cutOut: carryErrors(cutOut),
  upscale: carryErrors(enlarge),
  readTexts: carryErrors(readTexts),
} satisfies VisionWorker)
