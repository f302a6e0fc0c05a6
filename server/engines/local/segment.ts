import { type Segmenter, segment } from '#kernels/segmentation/segment.ts'
import { type NetworkFile, runOutputs } from './session.ts'

/** Segments pictures by the network `seeing` in a file. */
export const segmenterOf =
  (file: NetworkFile): Segmenter =>
  (image) =>
    segment(image, (values, dims, outputs) => runOutputs(file, values, dims, outputs))
