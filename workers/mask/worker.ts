import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import type { MaskWorker } from './contract.ts'
import { kept, read, reshape, select, wand, write } from './masks.ts'

const api: MaskWorker = { read, write, kept, reshape, wand, select }

expose(carryErrors(api))
