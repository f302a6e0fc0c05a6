import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import type { MaskWorker } from './contract.ts'
import { kept, read, reshape, select, wand, write } from './masks.ts'

expose({
  read: carryErrors(read),
  write: carryErrors(write),
  kept: carryErrors(kept),
  reshape: carryErrors(reshape),
  wand: carryErrors(wand),
  select: carryErrors(select),
} satisfies MaskWorker)
