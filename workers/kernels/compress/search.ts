interface Sized {
  /** Bytes. */
  readonly size: number
}

/** One encoding and the quality (1..100) that made it. */
export interface Attempt<File extends Sized = Sized> {
  blob: File
  quality: number
}

/** Below this, artefacts are worse than fewer pixels. */
export const LOWEST_QUALITY = 35
const HIGHEST_QUALITY = 95
/** PNG has few worthwhile steps, and each costs a quantisation. */
const PNG_LADDER = [100, 85, 65, LOWEST_QUALITY]
/** A result this near below the target is good enough to stop. */
const CLOSE = 0.95
const SCALE_ROUNDS = 6
const SMALLEST_SIDE = 16

/**
 * Highest quality whose encoding is at most `target` bytes; when even the lowest is larger, that one.
 * Sizes grow with quality, so a bisection of 61 steps takes at most 7 encodings.
 * @param onProgress 0..1
 */
export async function searchQuality<File extends Sized>(
  encode: (quality: number) => Promise<File>,
  target: number,
  isPng: boolean,
  onProgress: (p: number) => void = () => undefined,
): Promise<Attempt<File>> {
  if (isPng) return searchLadder(encode, target, onProgress)
  let low = LOWEST_QUALITY
  let high = HIGHEST_QUALITY
  let best: Attempt<File> = { blob: await encode(low), quality: low }
  for (let round = 1; low < high && best.blob.size <= target && best.blob.size < CLOSE * target; round++) {
    onProgress(Math.min(1, round / 6))
    const quality = Math.ceil((low + high) / 2)
    const blob = await encode(quality)
    if (blob.size <= target) {
      best = { blob, quality }
      low = quality
    } else high = quality - 1
  }
  return best
}

async function searchLadder<File extends Sized>(
  encode: (quality: number) => Promise<File>,
  target: number,
  onProgress: (p: number) => void,
): Promise<Attempt<File>> {
  let last: Attempt<File> | undefined
  for (const [i, quality] of PNG_LADDER.entries()) {
    onProgress(i / PNG_LADDER.length)
    const blob = await encode(quality)
    if (!last || blob.size < last.blob.size) last = { blob, quality }
    if (blob.size <= target) break
  }
  return last as Attempt<File>
}

/**
 * Largest scale (0..1 of the full size) at the given quality whose encoding is at most `target` bytes. Bytes
 * go about with the area, which gives the first guess; then a bisection.
 * @param full what the full size gave at the lowest quality
 * @param shortSide shorter side of the full size, px: none goes under 16
 * @returns null when the picture cannot be scaled at all
 */
export async function searchScale<A extends Attempt>(
  full: Attempt,
  target: number,
  shortSide: number,
  make: (factor: number, quality: number) => Promise<A>,
): Promise<A | null> {
  const least = Math.min(1, SMALLEST_SIDE / shortSide)
  if (least >= 1) return null
  let low = least
  let high = 1
  let best: A | null = null
  let smallest: A | null = null
  let factor = Math.max(least, Math.sqrt(target / full.blob.size))
  for (let round = 0; round < SCALE_ROUNDS; round++) {
    const attempt = await make(factor, full.quality)
    if (attempt.blob.size <= target) {
      best = attempt
      low = factor
      if (attempt.blob.size >= CLOSE * target) break
    } else {
      high = factor
      if (!smallest || attempt.blob.size < smallest.blob.size) smallest = attempt
    }
    factor = best
      ? (low + high) / 2
      : Math.max(least, factor * Math.sqrt((CLOSE * target) / attempt.blob.size))
    if (factor === high) break
  }
  return best ?? smallest
}
