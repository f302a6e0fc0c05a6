import { resolve } from 'node:path'
import type { Segmenter } from '#kernels/segmentation/segment.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { segmenterOf } from '#server/engines/local/segment.ts'

/** Segments a picture by the network as it is shipped. */
export const segmentPicture: Segmenter = segmenterOf({
  model: modelPath(resolve(import.meta.dirname, '../../models'), 'seeing'),
  threads: 2,
})

/** For pictures that must not be taken for photographs. */
export const noSegmentation: Segmenter = () =>
  Promise.reject(new Error('the picture was taken for a photograph'))
