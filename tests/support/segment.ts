import { resolve } from 'node:path'
import { type Segmenter, segmenterOf } from '#kernels/segmentation/segment.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { runNetwork } from '#server/engines/local/session.ts'

const SEEING = { models: [modelPath(resolve(import.meta.dirname, '../../models'), 'seeing')], threads: 1 }

/** Segments a picture by the network as it is shipped. */
export const segmentPicture: Segmenter = segmenterOf((...run) => runNetwork(SEEING, ...run))
