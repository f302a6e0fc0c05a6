import { expose } from 'comlink'
import { carryErrors } from '#workers/carry-errors.ts'
import { zipBlobs } from './blob-zip.ts'
import type { ArchiveWorker, PackIo, PackJob } from './contract.ts'
import { Packer } from './pack.ts'
import { PackControl } from './pack-control.ts'
import { openSink } from './sink.ts'
import { unpack } from './unpack.ts'

let control = new PackControl()

async function pack(job: PackJob, io: PackIo) {
  control = new PackControl()
  return new Packer(job, await openSink(job.place), io, control).run()
}

const api: ArchiveWorker = {
  unpack,
  zipBlobs: (entries) => zipBlobs(entries),
  pack,
  stop: async () => control.stop(),
  wake: async () => control.wake(),
}

expose(carryErrors(api))
