import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import type { ArchiveWorker } from './contract.ts'
import { unpack } from './unpack.ts'

expose({ unpack: carryErrors(unpack) } satisfies ArchiveWorker)
