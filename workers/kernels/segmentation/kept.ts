import type { RunNetwork } from '#kernels/networks.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Segmentation, type Segmenter, segmenterOf } from './segment.ts'

/** Segmentations that are kept: about 1.5 MB each. */
const MOST = 6

/** The last ones that were asked for, by the content of their pictures; the latest is the last. */
const kept = new Map<string, Promise<Segmentation>>()

/** The content of a picture in 64 bits: two sums of its pixels (32-bit FNV-1a, over words). */
function contentOf({ width, height, data }: Raster): string {
  const { buffer, byteOffset, byteLength } = data.byteOffset % 4 === 0 ? data : data.slice()
  const words = new Uint32Array(buffer, byteOffset, byteLength >> 2)
  let [one, other] = [0x811c9dc5, 0x9e3779b1]
  for (let i = 0; i < words.length; i++) {
    one = Math.imul(one ^ words[i]!, 0x01000193)
    other = Math.imul((other << 5) | (other >>> 27), 0x85ebca6b) ^ words[i]!
  }
  return `${width}x${height}/${one >>> 0}/${other >>> 0}`
}

/**
 * Segments pictures by the network `seeing`, each once: whoever asks for the same pixels in this worker or process again,
 * whichever tool it is, gets what was found before.
 */
export function keptSegmenter(run: RunNetwork): Segmenter {
  const segment = segmenterOf(run)
  return (image) => {
    const key = contentOf(image)
    const found = kept.get(key) ?? segment(image)
    kept.delete(key)
    kept.set(key, found)
    // What failed or was called off is asked for again.
    found.catch(() => kept.delete(key))
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST) break
      kept.delete(oldest)
    }
    return found
  }
}
