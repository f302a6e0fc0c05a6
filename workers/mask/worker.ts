import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import { shareAnswers } from '#workers/image/answers.ts'
import type { MaskWorker } from './contract.ts'
import { kept, named, names, read, region, reshape, select, wand, write } from './masks.ts'

const api: MaskWorker = { shareAnswers, read, write, kept, reshape, wand, select, names, named, region }

expose(carryErrors(api))
