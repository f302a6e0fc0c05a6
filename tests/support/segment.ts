import { resolve } from 'node:path'
import { type Segmenter, segmenterOf } from '#kernels/segmentation/segment.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { runNetwork } from '#server/engines/local/session.ts'

const models = [modelPath(resolve(import.meta.dirname, '../../models'), 'seeing')]

/** Segments pictures by the network as it is shipped, on so many threads. */
export const segmenterOn = (threads: number): Segmenter =>
  segmenterOf((...run) => runNetwork({ models, threads }, ...run))

/** The same beside other tests. */
export const segmentPicture = segmenterOn(1)
