import type { SubmitRequest } from './task-model.ts'

/** Requests stored in one transaction: few enough that the first tasks of a large batch start at once. */
const MOST_REQUESTS = 32
/** Bytes stored in one transaction, unless a single request has more. */
const MOST_BYTES = 128 * 1024 * 1024

/** Requests in groups that are stored together, in their order. */
export function chunksOf<R extends Pick<SubmitRequest, 'inputs'>>(requests: readonly R[]): R[][] {
  const chunks: R[][] = []
  let bytes = 0
  for (const request of requests) {
    const size = request.inputs.reduce((sum, { file }) => sum + file.size, 0)
    const last = chunks.at(-1)
    if (last && last.length < MOST_REQUESTS && bytes + size <= MOST_BYTES) {
      last.push(request)
      bytes += size
    } else {
      chunks.push([request])
      bytes = size
    }
  }
  return chunks
}
